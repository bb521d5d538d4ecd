import { cx } from '@marquee/ui/cx.ts';
import { memo, useSyncExternalStore } from 'react';
import { useProperties } from '../../parts/use-properties.ts';
import { useMessages } from '../../state/messages.ts';
import type { PlacedShow, ShowWarning } from '../../state/program/placement.ts';
import { Block, usePlace } from './Block.tsx';
import { DRAG, type Drag } from './drag.ts';
import { type Program, screenName } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Grid.module.css';

/** A screen on a day. Clicks on its empty time are handled by the grid. */
export const Lane = memo(function Lane({
  program,
  day,
  screen,
  shows,
  warnings,
  isDay,
  selected,
  first,
}: {
  readonly program: Program;
  readonly day: string;
  readonly screen: string;
  readonly shows: readonly PlacedShow[];
  readonly warnings: readonly ShowWarning[];
  readonly isDay: boolean;
  readonly selected: ReadonlySet<string>;
  /** The item where Tab stops: the id of a show, or `day screen` of an empty lane. */
  readonly first: string;
}) {
  const { program: words } = useMessages();
  const { date } = useWords();
  const { from, to } = program.hours;
  const lane = useProperties<HTMLDivElement>({ '--span': String((to - from) * 60), '--hours': String(to - from) });
  const drag = useSyncExternalStore(DRAG.subscribe, () => {
    const current = DRAG.value();
    return current?.target?.day === day && current.target.screen === screen ? current : undefined;
  });
  return (
    <div
      ref={lane}
      className={styles['lane']}
      data-lane=""
      data-day={day}
      data-screen={screen}
      data-from={from * 60}
      data-span={(to - from) * 60}
    >
      {shows.map((placed) => (
        <Block
          key={placed.show.id}
          program={program}
          placed={placed}
          warnings={warnings.filter(({ show }) => show === placed.show.id)}
          isDay={isDay}
          isSelected={selected.has(placed.show.id)}
          isFirst={first === placed.show.id}
        />
      ))}
      {shows.length === 0 && (
        <button
          type="button"
          data-item=""
          data-empty=""
          tabIndex={first === `${day} ${screen}` ? 0 : -1}
          className={styles['spot']}
          aria-label={words.emptyLane({ day: date(day), screen: screenName(program, screen) })}
        />
      )}
      {drag !== undefined && <Ghost program={program} drag={drag} />}
    </div>
  );
});

/** What a drop would do. */
function Ghost({ program, drag }: { readonly program: Program; readonly drag: Drag }) {
  const { slot, shortTime } = useWords();
  const { target, length } = drag;
  const start = target?.start ?? 0;
  const block = usePlace<HTMLDivElement>(start - program.hours.from * 60, length);
  if (target === undefined) return null;
  const isLate = start > ((program.hours.from + program.hours.to) / 2) * 60;
  return (
    <div ref={block} className={styles['ghost']}>
      <b>{shortTime(start)}</b>
      <span>{program.films.find(({ id }) => id === drag.film)?.title}</span>
      <span className={cx(styles['drop'], isLate && styles['late'])}>{slot(program, { ...target, length })}</span>
    </div>
  );
}
