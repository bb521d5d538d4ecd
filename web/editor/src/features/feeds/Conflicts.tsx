import type { FeedConflict, FeedConflicts, ImportPlan } from '@marquee/api/editor.gen.ts';
import { useId } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Card, List, Tag } from '../../parts/Surface.tsx';
import { focusHeading, useFocusFallback } from '../../parts/use-focus-fallback.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { PartChange } from '../../state/draft/machine.ts';
import { valueAt } from '../../state/pointer.ts';
import { withFeedStart } from '../../state/program/edits.ts';
import { canAt } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';

/**
 * Shows that an operator has changed and that the feed sees differently, and who wins. After a run whose times the site has
 * (`isApplied`), a person can decide otherwise for each.
 */
export function Conflicts({
  plan,
  conflicts,
  choice,
  isApplied = false,
}: {
  readonly plan: ImportPlan;
  readonly conflicts: readonly FeedConflict[];
  readonly choice: FeedConflicts;
  readonly isApplied?: boolean;
}) {
  const { feeds: words } = useMessages();
  if (conflicts.length === 0) return null;
  return (
    <Card title={words.toReview()} trailing={<Tag mood="warn">{conflicts.length}</Tag>}>
      <List>
        {conflicts.map((conflict) => (
          <Conflict key={conflict.show} conflict={conflict} plan={plan} choice={choice} isApplied={isApplied} />
        ))}
      </List>
    </Card>
  );
}

function Conflict({
  conflict,
  plan,
  choice,
  isApplied,
}: {
  readonly conflict: FeedConflict;
  readonly plan: ImportPlan;
  readonly choice: FeedConflicts;
  readonly isApplied: boolean;
}) {
  const { feeds: words } = useMessages();
  const { momentIn } = useFormats();
  const { site } = useOpenSite();
  const state = useDraft();
  const id = useId();
  const { show, film, theater, own, feed } = conflict;
  const place = plan.theaters.find((other) => other.id === theater);
  const at = (instant: string): string => momentIn(instant, place === undefined || place.timeZone === '' ? 'UTC' : place.timeZone);
  const changes = isApplied ? withFeedStart(show, state?.content) : [];
  const outcome = (): string => {
    if (!isApplied || state === undefined || changes.length > 0) return words.outcomes[choice]();
    // Nobody's time stands against the feed's any more: since the last publication, or already before.
    return withFeedStart(show, state.server.live).length > 0 ? words.conflictTaken() : '';
  };
  return (
    <li>
      <Icon name="clock" />
      <div>
        <b id={id}>{[film, place?.name ?? ''].filter((text) => text !== '').join(', ')}</b>
        <p>
          {words.conflictTimes({ own: at(own), feed: at(feed) })} {outcome()}
        </p>
      </div>
      {changes.length > 0 && canAt(site, 'editProgram', theater) && <TakeStart changes={changes} about={id} />}
    </li>
  );
}

/** Takes the feed's start for a show; `about` is the id of the element that names it. */
function TakeStart({ changes, about }: { readonly changes: readonly PartChange[]; readonly about: string }) {
  const { feeds: words, common } = useMessages();
  const { draft } = useOpenSite();
  const content = useDraft()?.content;
  const id = useId();
  const take = (): void => {
    const before = changes.map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));
    draft.edit(changes);
    showToast(words.conflictTaken(), { label: common.undo(), onAction: () => draft.edit(before) });
  };
  return (
    <span ref={useFocusFallback<HTMLSpanElement>(focusHeading)}>
      <Button id={id} aria-labelledby={`${id} ${about}`} size="small" onPress={take}>
        {words.conflictTake()}
      </Button>
    </span>
  );
}
