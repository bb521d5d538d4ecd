import { useRouter } from '@tanstack/react-router';
import { Button } from '../../parts/Button.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { isUsed, removedTheater, usesOf } from '../../state/content/added-theaters.ts';
import { undoneChanges } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { screenPath, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { canChange } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import type { TheaterProps } from './TheaterForm.tsx';

/** Removes a theater that was added here, once nothing is there. */
export function RemoveTheater({ state, theater }: TheaterProps) {
  const { theaters: words, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const { content } = state;
  const changes = removedTheater(content, theater.id);
  if (!changes.every((change) => canChange(site, change))) return null;
  const uses = usesOf(content, theater.id);
  const remove = (): void => {
    draft.edit(changes);
    showToast(words.removed({ name: theater.name }), {
      label: common.undo(),
      onAction: () => draft.edit(undoneChanges(content, changes)),
    });
    void router.navigate({ href: withBase(screenPath(site.key, 'theaters')) });
  };
  const named = [
    uses.shows > 0 && words.usesShows({ count: uses.shows }),
    uses.events > 0 && words.usesEvents({ count: uses.events }),
    uses.features > 0 && words.usesFeatures({ count: uses.features }),
  ].filter((use) => use !== false);
  return (
    <div>
      <Button icon="trash" isDisabled={isUsed(uses)} onPress={remove}>
        {words.remove()}
      </Button>
      {named.length > 0 && <p className={layout['hint']}>{words.used({ uses: named.join(', ') })}</p>}
    </div>
  );
}
