import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { EditorFeed, FeedRunReport } from '@marquee/api/editor.gen.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { hasShows, switchedSettings } from '../../state/feeds/form.ts';
import { removeFeed, runFeed, saveFeed } from '../../state/feeds/queries.ts';
import { runPath, withBase } from '../../state/location.ts';
import { type EditorMessages, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';

/** What a run of a feed did, in a sentence. */
function resultText(feed: EditorFeed, { run, isWaiting }: FeedRunReport, { feeds: words }: EditorMessages): string {
  const { name } = feed;
  if (isWaiting) return words.doneHeld({ name });
  if (run.result === 'failed') return words.doneFailed({ name });
  const { added, moved, gone } = run;
  if (!hasShows(feed) && run.result !== 'unchanged') return words.doneFacts({ name });
  return added + moved + gone === 0 ? words.doneSame({ name }) : words.done({ name, added, moved, gone });
}

/** Runs, switches and removes feeds. Everything is read again after each. */
export function useFeedActions() {
  const messages = useMessages();
  const { feeds: words } = messages;
  const { site } = useOpenSite();
  const client = useQueryClient();
  const router = useRouter();
  const refresh = () => client.invalidateQueries();
  const run = useMutation({
    mutationFn: (feed: EditorFeed) => runFeed(site.key, feed.id),
    onSuccess(report, feed) {
      showToast(resultText(feed, report, messages), {
        label: words.report(),
        onAction: () => void router.navigate({ href: withBase(runPath(site.key, feed.id, report.run.id)) }),
      });
    },
    onSettled: refresh,
  });
  const toggle = useMutation({
    mutationFn: (feed: EditorFeed) => saveFeed(site.key, switchedSettings(feed, !feed.isOn), feed.id),
    onSuccess: ({ name, isOn }) => showToast(isOn ? words.switchedOn({ name }) : words.switchedOff({ name })),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: EditorFeed) => removeFeed(site.key, id),
    onSuccess: (_, feed) => showToast(hasShows(feed) ? words.removed(feed) : words.removedFacts(feed)),
    onSettled: refresh,
  });
  return { run, toggle, remove };
}
