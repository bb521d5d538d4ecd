import type {
  ImportChange,
  ImportPlan,
  ImportedDay,
  ImportedFilm,
  ImportedShow,
  ImportedTheater,
} from '@marquee/api/editor.gen.ts';
import { useState } from 'react';
import { Segments } from './Choice.tsx';
import { Thumbnail } from './Picture.tsx';
import { BarPlot, PairLegend, PairPlot } from './Plots.tsx';
import { Remarks } from './ScheduleSource.tsx';
import { Card, Empty, type Mood, Table, Tag } from './Surface.tsx';
import { useFormats, useMessages } from '../state/messages.ts';
import styles from './ImportDifferences.module.css';

const MOODS: Readonly<Record<ImportChange, Mood | undefined>> = {
  added: 'ok',
  changed: 'warn',
  removed: 'bad',
  unchanged: undefined,
};

const COLUMNS = ['added', 'changed', 'removed', 'unchanged'] as const;

/**
 * What an import or a run of a feed changes: theaters, films with their shows, and what could not be read. `after` names the shows after
 * it; by default those after an import.
 */
export function ImportDifferences({ plan, after }: { readonly plan: ImportPlan; readonly after?: string }) {
  const { programImport: words } = useMessages();
  return (
    <>
      <Days days={plan.days ?? []} afterLabel={after ?? words.after()} />
      {plan.theaters.length > 0 && <Theaters theaters={plan.theaters} />}
      <Films plan={plan} />
      {plan.remarkCount > 0 && (
        <Card
          title={words.remarks()}
          trailing={plan.skipped > 0 && <Tag mood="warn">{words.skipped({ count: plan.skipped })}</Tag>}
        >
          <div className={styles['remarks']}>
            <Remarks {...plan} />
          </div>
        </Card>
      )}
    </>
  );
}

/** Most days whose bars are beside each other; more have a plot for before and one for after. */
const MAX_PAIRS = 14;

/** The shows of each day before and after the import. */
function DayPlots({ days, afterLabel }: { readonly days: readonly ImportedDay[]; readonly afterLabel: string }) {
  const { programImport: words, overview } = useMessages();
  const { shortWeekday } = useFormats();
  // Sunday is the ISO weekday 7.
  const nameOf = (day: string): string => shortWeekday(new Date(`${day}T12:00:00Z`).getUTCDay() || 7);
  if (days.length <= MAX_PAIRS)
    return (
      <div className={styles['pairs']}>
        <PairPlot
          label={words.byDay()}
          days={days.map(({ day, before, after }) => ({ name: nameOf(day), values: [before, after] }))}
        />
      </div>
    );
  const [before, after] = [days.map((day) => day.before), days.map((day) => day.after)];
  const plots = [
    { name: words.before(), days: before, beside: after },
    { name: afterLabel, days: after, beside: before },
  ];
  return (
    <div className={styles['plots']}>
      {plots.map(({ name, ...plot }) => (
        <figure key={name}>
          <BarPlot label={overview.byDay({ figure: name })} isToCome {...plot} />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** The shows of each day before and after the import, as plots and as a table. */
function Days({ days, afterLabel }: { readonly days: readonly ImportedDay[]; readonly afterLabel: string }) {
  const { programImport: words, overview } = useMessages();
  const { number, date } = useFormats();
  if (days.length < 2) return null;
  return (
    <Card title={words.byDay()} trailing={days.length <= MAX_PAIRS && <PairLegend names={[words.before(), afterLabel]} />}>
      <DayPlots days={days} afterLabel={afterLabel} />
      <details className={styles['dayTable']}>
        <summary>{words.byDayTable()}</summary>
        <Table label={words.byDay()} narrow="rows">
          <thead>
            <tr>
              <th scope="col">{overview.day()}</th>
              <th scope="col" className={styles['number']}>
                {words.before()}
              </th>
              <th scope="col" className={styles['number']}>
                {afterLabel}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{date(day.day)}</th>
                <td className={styles['number']} data-label={words.before()}>
                  {number(day.before)}
                </td>
                <td className={styles['number']} data-label={afterLabel}>
                  {number(day.after)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  );
}

/** Tells what happens to a record, unless nothing does. */
function Change({ change }: { readonly change: ImportChange }) {
  const { programImport: words } = useMessages();
  return <Tag mood={MOODS[change]}>{words.changes[change]()}</Tag>;
}

function Theaters({ theaters }: { readonly theaters: readonly ImportedTheater[] }) {
  const { programImport: words } = useMessages();
  const { number } = useFormats();
  return (
    <Card title={words.theaters()}>
      <Table label={words.theaters()} narrow="rows">
        <thead>
          <tr>
            <th scope="col">{words.theaterColumn()}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={styles['number']}>
                {words.changes[column]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {theaters.map(({ id, name, change, shows }) => (
            <tr key={id}>
              <th scope="row">
                {name} {change !== 'unchanged' && <Tag mood={MOODS[change]}>{words.theaterChanges[change]()}</Tag>}
              </th>
              {COLUMNS.map((column) => (
                <td key={column} className={styles['number']} data-label={words.changes[column]()}>
                  {number(shows[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** The change of a film that matters most: that of its shows, or its own. */
function mainChange({ change, shows }: ImportedFilm): ImportChange {
  if (change === 'added' || change === 'removed') return change;
  const { added, changed, removed } = shows;
  if (removed > 0 && added + changed === 0) return 'removed';
  if (added > 0 && changed + removed === 0) return 'added';
  return added + changed + removed > 0 ? 'changed' : change;
}

function Films({ plan }: { readonly plan: ImportPlan }) {
  const { programImport: words } = useMessages();
  const [shown, setShown] = useState<ImportChange | 'all'>('all');
  const films = plan.changes.map((film) => ({ film, change: mainChange(film) }));
  const kinds = COLUMNS.map((kind) => ({ kind, count: films.filter(({ change }) => change === kind).length }));
  const options = kinds
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({ value: kind, label: words.filter({ name: words.changes[kind](), count }) }));
  const listed = films.filter(({ change }) => shown === 'all' || change === shown);
  return (
    <Card
      title={words.differences()}
      trailing={
        options.length > 1 && (
          <Segments
            label={words.differences()}
            value={shown}
            options={[{ value: 'all' as const, label: words.all() }, ...options]}
            onChange={setShown}
          />
        )
      }
    >
      {films.length === 0 ? (
        <Empty title={words.noFilms()} />
      ) : (
        <ul className={styles['films']} data-films="">
          {listed.map(({ film, change }) => (
            <li key={film.id}>
              <Film film={film} change={change} theaters={plan.theaters} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Film({
  film,
  change,
  theaters,
}: {
  readonly film: ImportedFilm;
  readonly change: ImportChange;
  readonly theaters: readonly ImportedTheater[];
}) {
  const { programImport: words } = useMessages();
  const { added, changed, removed, unchanged } = film.shows;
  // Facts of films are for all theaters.
  const hasShows = theaters.length > 0;
  const parts = COLUMNS.filter((kind) => film.shows[kind] > 0).map((kind) => words.showChanges[kind]({ count: film.shows[kind] }));
  const row = (
    <span className={styles['film']}>
      <Change change={change} />
      <Thumbnail picture={film.poster ?? ''} icon="film" />
      <span>
        <b>{film.title}</b>
        {film.name !== undefined && <small>{words.inFile({ name: film.name })}</small>}
        {hasShows && <small>{parts.length === 0 ? words.noShows() : parts.join(', ')}</small>}
      </span>
      {hasShows && <span className={styles['total']}>{words.showCount({ count: added + changed + removed + unchanged })}</span>}
    </span>
  );
  if (film.times.length === 0) return row;
  const more = added + changed + removed - film.times.length;
  return (
    <details>
      <summary>{row}</summary>
      <ul className={styles['times']} aria-label={words.times({ film: film.title })}>
        {film.times.map((show) => (
          <li key={show.id}>
            <Time show={show} theaters={theaters} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles['more']}>{words.moreTimes({ count: more })}</p>}
    </details>
  );
}

/** A show before and after the import. */
function Time({ show, theaters }: { readonly show: ImportedShow; readonly theaters: readonly ImportedTheater[] }) {
  const { programImport: words } = useMessages();
  const { momentIn } = useFormats();
  const theater = theaters.find(({ id }) => id === show.theater);
  const at = (instant: string | undefined): string =>
    instant === undefined ? '' : momentIn(instant, theater === undefined || theater.timeZone === '' ? 'UTC' : theater.timeZone);
  const [before, after] = [at(show.before), at(show.after)];
  const isMoved = show.change === 'changed' && before !== after;
  return (
    <>
      <Change change={show.change} />
      <span>
        {isMoved ? words.moved({ before, after }) : after === '' ? before : after}
        {show.change === 'changed' && !isMoved && ` ${words.otherDetails()}`}
        {theaters.length > 1 && <small> {theater?.name}</small>}
      </span>
    </>
  );
}
