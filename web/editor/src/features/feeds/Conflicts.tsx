import type { FeedConflict, FeedConflicts, ImportPlan } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Card, List, Tag } from '../../parts/Surface.tsx';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { withFeedStart } from '../../state/program/edits.ts';
import { canAt } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';

/** Shows that an operator has changed and that the feed sees differently, and who wins. A person decides about each. */
export function Conflicts({
  plan,
  conflicts,
  choice,
}: {
  readonly plan: ImportPlan;
  readonly conflicts: readonly FeedConflict[];
  readonly choice: FeedConflicts;
}) {
  const { feeds: words } = useMessages();
  if (conflicts.length === 0) return null;
  return (
    <Card title={words.toReview()} trailing={<Tag mood="warn">{conflicts.length}</Tag>}>
      <List>
        {conflicts.map((conflict) => (
          <Conflict key={conflict.show} conflict={conflict} plan={plan} choice={choice} />
        ))}
      </List>
    </Card>
  );
}

function Conflict({
  conflict,
  plan,
  choice,
}: {
  readonly conflict: FeedConflict;
  readonly plan: ImportPlan;
  readonly choice: FeedConflicts;
}) {
  const { feeds: words, common } = useMessages();
  const { momentIn } = useFormats();
  const { site, draft } = useOpenSite();
  const content = useDraft()?.content;
  const { show, film, theater, own, feed } = conflict;
  const place = plan.theaters.find(({ id }) => id === theater);
  const at = (instant: string): string => momentIn(instant, place === undefined || place.timeZone === '' ? 'UTC' : place.timeZone);
  const changes = withFeedStart(show, content);
  const take = (): void => {
    const before = changes.map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));
    draft.edit(changes);
    showToast(words.conflictTaken({ time: at(feed) }), { label: common.undo(), onAction: () => draft.edit(before) });
  };
  return (
    <li>
      <Icon name="clock" />
      <div>
        <b>{[film, place?.name ?? ''].filter((text) => text !== '').join(', ')}</b>
        <p>
          {words.conflictTimes({ own: at(own), feed: at(feed) })}{' '}
          {changes.length === 0 && content !== undefined ? words.conflictSettled() : words.outcomes[choice]()}
        </p>
      </div>
      {changes.length > 0 && canAt(site, 'editProgram', theater) && (
        <Button size="small" onPress={take}>
          {words.conflictTake({ time: at(feed) })}
        </Button>
      )}
    </li>
  );
}
