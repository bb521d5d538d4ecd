import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { EditorFeed, FeedChoice, FeedRun } from '@marquee/api/editor.gen.ts';
import { ApiError } from '../../state/api/client.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { decideRun } from '../../state/feeds/queries.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';

/** Decides on a held run. `text` says why it did not work. */
export function useDecision(feed: EditorFeed, run: FeedRun) {
  const messages = useMessages();
  const { feeds: words } = messages;
  const { site, draft } = useOpenSite();
  const client = useQueryClient();
  const router = useRouter();
  const decision = useMutation({
    mutationFn: (choice: FeedChoice) => decideRun(site.key, feed.id, run.id, choice),
    onSuccess(_, choice) {
      const { name } = feed;
      showToast(choice === 'keep' ? words.decided.keep({ name }) : words.decided[choice]());
      void draft.load();
      void router.navigate({ href: withBase(screenPath(site.key, 'feeds')) });
    },
    onSettled: () => client.invalidateQueries(),
  });
  const { error } = decision;
  const isDecided = error instanceof ApiError && error.code === 'decided';
  return { ...decision, text: error === null ? undefined : isDecided ? words.decidedMeanwhile() : errorText(error, messages) };
}
