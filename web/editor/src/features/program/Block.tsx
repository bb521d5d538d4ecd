import { cx } from '@marquee/ui/cx.ts';
import { memo } from 'react';
import { filmColor } from '../../parts/film-color.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useMessages } from '../../state/messages.ts';
import { minutesBetween } from '../../state/program/clock.ts';
import { tagsOf } from '../../state/program/attributes.ts';
import type { PlacedShow, ShowWarning } from '../../state/program/placement.ts';
import { isPlayed } from '../../state/program/shows.ts';
import type { Program } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Grid.module.css';

/** Sets where a part of a lane is: minutes from the start of the grid, and its length. */
export const usePlace = <Element extends HTMLElement>(at: number, length: number) =>
  useProperties<Element>({ '--at': String(at), '--length': String(length) });

const ORIGIN_ICONS = { feed: 'lock', overridden: 'pencil', hidden: 'eyeOff', added: 'hand' } as const;

/** A show as a block: trailers and film, then the cleaning as hatching. */
export const Block = memo(function Block({
  program,
  placed,
  warnings,
  isDay,
  isSelected,
  isFirst,
}: {
  readonly program: Program;
  readonly placed: PlacedShow;
  readonly warnings: readonly ShowWarning[];
  readonly isDay: boolean;
  readonly isSelected: boolean;
  /** Whether Tab stops here. */
  readonly isFirst: boolean;
}) {
  const { program: words } = useMessages();
  const { show: nameOf } = useWords();
  const { show, start, end, clean } = placed;
  const origin = program.hours.from * 60;
  const block = usePlace<HTMLButtonElement>(start - origin, end - start);
  const cleaning = usePlace<HTMLSpanElement>(end - origin, clean - end);
  const hasClash = warnings.some(({ kind }) => kind === 'overlap');
  const gap = warnings.find(({ kind }) => kind === 'gap');
  const note = usePlace<HTMLSpanElement>(start - origin - (gap?.minutes ?? 0) / 2, 0);
  const isPast = isDay && (show.local.day < program.today || (show.local.day === program.today && end < program.minutes));
  return (
    <>
      {isPlayed(show) && <span ref={cleaning} className={styles['cleaning']} aria-hidden="true" />}
      {gap !== undefined && (
        <span ref={note} className={styles['gap']} aria-hidden="true">
          {words.minutes({ minutes: gap.minutes })}
        </span>
      )}
      <button
        ref={block}
        type="button"
        data-item=""
        data-show={show.id}
        tabIndex={isFirst ? 0 : -1}
        aria-label={nameOf(program, placed, warnings)}
        aria-pressed={isSelected}
        className={cx(
          styles['block'],
          filmColor(show.fields.movieId),
          show.isDraft && styles['draft'],
          hasClash && styles['clash'],
          !isPlayed(show) && styles['hidden'],
          isSelected && styles['selected'],
          isPast && styles['past'],
        )}
      >
        <BlockText program={program} placed={placed} isDay={isDay} />
      </button>
    </>
  );
});

/** What is written on a block: start, tags and title; in the view of a day, the end too. */
function BlockText({
  program,
  placed,
  isDay,
}: {
  readonly program: Program;
  readonly placed: PlacedShow;
  readonly isDay: boolean;
}) {
  const { program: words } = useMessages();
  const { time, shortTime } = useWords();
  const { show, film, start, end } = placed;
  const { feed, fields, origin, isCanceled } = show;
  const tags = tagsOf(program.attributes, fields.attributes)
    .slice(0, isDay ? 4 : 2)
    .map((tag) => <em key={tag}>{tag}</em>);
  const moved = feed === undefined ? 0 : minutesBetween(feed.startsAt, fields.startsAt);
  const change =
    moved !== 0 ? words.feedSays({ value: shortTime(start - moved) }) : origin === 'added' ? words.origins.added() : '';
  const note = isCanceled ? words.canceled() : change;
  const hasIcon = isDay || origin !== 'added';
  return (
    <>
      <b>
        {hasIcon && <Icon name={ORIGIN_ICONS[origin]} small />}
        {isDay ? time(start) : shortTime(start)}
        {!isDay && tags}
      </b>
      <span>{film.title}</span>
      {isDay && <span>{words.ends({ time: time(end) })}</span>}
      {isDay && (tags.length > 0 || note !== '') && (
        <b>
          {tags}
          <small>{note}</small>
        </b>
      )}
    </>
  );
}
