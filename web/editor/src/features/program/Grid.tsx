import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu, type MenuEntry } from '../../parts/Overlay.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useMessages } from '../../state/messages.ts';
import { laterDay, weekdayOf } from '../../state/program/clock.ts';
import { isPlayed } from '../../state/program/shows.ts';
import { usePlace } from './Block.tsx';
import { Lane } from './Lane.tsx';
import { type Program, dayShows, laneShows, showView } from './use-program.ts';
import { useWords } from './use-words.ts';
import styles from './Grid.module.css';

export interface GridProps {
  readonly program: Program;
  readonly selected: ReadonlySet<string>;
  /** The item that had the focus last. */
  readonly focused: string;
  readonly onCopyDay: (from: string, to: string) => void;
  readonly onRemoveDay: (day: string) => void;
}

/** The days of the week with their screens, or one day with tall rows. */
export function Grid(props: GridProps) {
  const { program } = props;
  const isDay = program.view.kind === 'day';
  const days = isDay ? [program.day] : program.days;
  const first = firstItem(program, days, props.focused);
  const { from, to } = program.hours;
  const box = useProperties<HTMLDivElement>({ '--hours': String(to - from), '--span': String((to - from) * 60) });
  return (
    <div ref={box} className={cx(styles['content'], isDay && styles['isDay'])}>
      <Hours program={program} />
      {days.map((day) => (
        <Day key={day} {...props} day={day} isDay={isDay} first={first} />
      ))}
      {isDay && <Legend program={program} />}
    </div>
  );
}

/** The item where Tab stops: the one that had the focus, else the first show, else the first screen. */
function firstItem(program: Program, days: readonly string[], focused: string): string {
  const shown = program.placed.filter(({ show }) => days.includes(show.local.day));
  const empty = days.flatMap((day) => program.screens.map(({ id }) => `${day} ${id}`));
  if (shown.some(({ show }) => show.id === focused) || empty.includes(focused)) return focused;
  const [day = ''] = days;
  const ordered = program.screens.flatMap(({ id }) => laneShows(program, shown[0]?.show.local.day ?? day, id));
  return ordered[0]?.show.id ?? empty[0] ?? '';
}

/** The hours above the lanes. */
function Hours({ program }: { readonly program: Program }) {
  const { axis } = useWords();
  const { from, to } = program.hours;
  return (
    <div className={styles['hours']} aria-hidden="true">
      <div>
        {Array.from({ length: to - from }, (_, index) => (
          <Hour key={index} at={index * 60}>
            {axis(from + index, index === 0)}
          </Hour>
        ))}
      </div>
    </div>
  );
}

function Hour({ at, children }: { readonly at: number; readonly children: ReactNode }) {
  const place = usePlace<HTMLSpanElement>(at, 0);
  return <span ref={place}>{children}</span>;
}

function Day({
  program,
  selected,
  onCopyDay,
  onRemoveDay,
  day,
  isDay,
  first,
}: GridProps & { readonly day: string; readonly isDay: boolean; readonly first: string }) {
  const { theaters } = useMessages();
  const { weekday, monthDay, date, formats } = useWords();
  const count = dayShows(program, day).length;
  const title = isDay ? undefined : (
    <h2>
      {weekday(day)}
      <small>{monthDay(day)}</small>
      <DayState program={program} day={day} count={count} />
      <DayMenu program={program} day={day} onCopyDay={onCopyDay} onRemoveDay={onRemoveDay} />
    </h2>
  );
  return (
    <section className={styles['day']} aria-label={date(day)} {...(day === program.today ? { 'data-today': '' } : {})}>
      {title}
      <div className={styles['lanes']}>
        {program.screens.map(({ id, name, seats }) => (
          <div key={id} className={styles['screen']}>
            <h3 title={name}>
              {isDay ? name : id}
              {isDay && seats !== undefined && (
                <small>
                  {formats.number(seats)} {theaters.seats()}
                </small>
              )}
            </h3>
            <Lane
              program={program}
              day={day}
              screen={id}
              shows={laneShows(program, day, id)}
              warnings={program.warnings}
              isDay={isDay}
              selected={selected}
              first={first}
            />
          </div>
        ))}
        {count === 0 && !program.isLoading && <NothingYet program={program} day={day} onCopyDay={onCopyDay} />}
        {day === program.today && <Now program={program} />}
      </div>
    </section>
  );
}

/** What can be done with all shows of a day. */
function DayMenu({
  program,
  day,
  onCopyDay,
  onRemoveDay,
}: Pick<GridProps, 'program' | 'onCopyDay' | 'onRemoveDay'> & { readonly day: string }) {
  const { program: words } = useMessages();
  const { date, formats } = useWords();
  const [before, after] = [laterDay(day, -7), laterDay(day, 1)];
  const [count, countBefore] = [dayShows(program, day).length, dayShows(program, before).length];
  const entries: readonly MenuEntry[] = [
    { id: 'open', label: words.openDay(), icon: 'right', onAction: () => showView({ day, kind: 'day' }) },
    ...(program.mayEdit && countBefore > 0
      ? [
          {
            id: 'last',
            label: words.copyLastDay({ day: formats.weekday(weekdayOf(day)), count: countBefore }),
            icon: 'copy' as const,
            onAction: () => onCopyDay(before, day),
          },
        ]
      : []),
    ...(program.mayEdit && count > 0
      ? [
          { id: 'next', label: words.copyTo({ day: date(after) }), icon: 'copy' as const, onAction: () => onCopyDay(day, after) },
          { id: 'remove', label: words.removeDay(), icon: 'trash' as const, onAction: () => onRemoveDay(day) },
        ]
      : []),
  ];
  const label = words.actionsOf({ day: date(day) });
  return (
    <Menu
      label={label}
      trigger={
        <AriaButton className={styles['menu'] ?? ''} aria-label={label}>
          <Icon name="more" small />
        </AriaButton>
      }
      entries={entries}
    />
  );
}

/** What to do on a day without shows. It is in the lane in the middle. */
function NothingYet({
  program,
  day,
  onCopyDay,
}: {
  readonly program: Program;
  readonly day: string;
  readonly onCopyDay: GridProps['onCopyDay'];
}) {
  const { program: words } = useMessages();
  const { formats } = useWords();
  const before = laterDay(day, -7);
  const count = dayShows(program, before).length;
  const line = useProperties<HTMLParagraphElement>({ '--lane': String(Math.floor((program.screens.length - 1) / 2)) });
  return (
    <p ref={line} className={styles['nothing']}>
      {words.emptyDay()}{' '}
      {program.mayEdit && count > 0 && (
        <Button look="ghost" size="small" icon="copy" onPress={() => onCopyDay(before, day)}>
          {words.copyLastDay({ day: formats.weekday(weekdayOf(day)), count })}
        </Button>
      )}
    </p>
  );
}

/** Whether visitors see the day like this. */
function DayState({ program, day, count }: { readonly program: Program; readonly day: string; readonly count: number }) {
  const { program: words } = useMessages();
  if (program.changedDays.includes(day)) return <Tag mood="warn">{words.draft()}</Tag>;
  return count === 0 ? <Tag>{words.empty()}</Tag> : <Tag mood="ok">{words.published()}</Tag>;
}

/** A line at the time of now. */
function Now({ program }: { readonly program: Program }) {
  const minutes = program.minutes - program.hours.from * 60;
  const line = usePlace<HTMLSpanElement>(minutes, 0);
  const isInside = minutes >= 0 && minutes <= (program.hours.to - program.hours.from) * 60;
  return (
    <div className={styles['now']} aria-hidden="true">
      <span ref={line} hidden={!isInside} />
    </div>
  );
}

/** What the signs of blocks mean. */
function Legend({ program }: { readonly program: Program }) {
  const { program: words } = useMessages();
  const hasFeed = program.placed.some(({ show }) => isPlayed(show) && show.feed !== undefined);
  return (
    <p className={styles['legend']}>
      {hasFeed && (
        <>
          <span>
            <Icon name="lock" small /> {words.origins.feed()}
          </span>
          <span>
            <Icon name="pencil" small /> {words.origins.overridden()}
          </span>
        </>
      )}
      <span>
        <Icon name="hand" small /> {words.origins.added()}
      </span>
      <span>
        <i /> {words.cleaning({ minutes: program.theater.rules.cleaningMinutes })}
      </span>
    </p>
  );
}
