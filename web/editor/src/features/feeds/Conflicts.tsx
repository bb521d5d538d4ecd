import type { FeedConflict, FeedConflicts, ImportPlan } from '@marquee/api/editor.gen.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Card, List, Tag } from '../../parts/Surface.tsx';
import { useFormats, useMessages } from '../../state/messages.ts';

/** Shows that an operator has changed and that the feed sees differently, and who will win. */
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
  const { momentIn } = useFormats();
  if (conflicts.length === 0) return null;
  return (
    <Card title={words.toReview()} trailing={<Tag mood="warn">{conflicts.length}</Tag>}>
      <List>
        {conflicts.map(({ show, film, theater, own, feed }) => {
          const place = plan.theaters.find(({ id }) => id === theater);
          const at = (instant: string): string =>
            momentIn(instant, place === undefined || place.timeZone === '' ? 'UTC' : place.timeZone);
          const times = words.conflictTimes({ own: at(own), feed: at(feed) });
          return (
            <li key={show}>
              <Icon name="clock" />
              <div>
                <b>{[film, place?.name ?? ''].filter((text) => text !== '').join(', ')}</b>
                <p>
                  {times} {words.outcomes[choice]()}
                </p>
              </div>
            </li>
          );
        })}
      </List>
    </Card>
  );
}
