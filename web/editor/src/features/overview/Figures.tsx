import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import type { NumberSeries, Numbers } from '@marquee/api/editor.gen.ts';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { BarPlot, LinePlot, Meter } from '../../parts/Plots.tsx';
import { Card, Skeleton, Table, VisuallyHidden } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { askPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { PeriodDays, useNumbers } from '../../state/overview.ts';
import { can } from '../../state/roles.ts';
import { Poster } from './Poster.tsx';
import styles from './Overview.module.css';

interface FiguresProps {
  readonly query: ReturnType<typeof useNumbers>;
  readonly days: PeriodDays;
  /** Whether tables replace the plots. */
  readonly isTable: boolean;
}

/** Number of rows of a ranked list. */
const RANKED = 5;
/** Number of words of searches. */
const WORDS = 8;

/** Figures of the period beside the list of tasks: views, members, points, taps to ticketing. */
export function Figures({ query, days, isTable }: FiguresProps) {
  const { overview } = useMessages();
  const { data } = query;
  if (data === undefined) return <Waiting query={query} title={overview.figures()} />;
  const figure = (label: string, series: NumberSeries | undefined, look: 'line' | 'bars', isPercent = false): ReactNode =>
    series !== undefined && (
      <Figure key={label} label={label} series={series} numbers={data} look={look} isPercent={isPercent} isTable={isTable} />
    );
  const isPointless = data.pointsGiven?.total === 0 && data.pointsSpent?.total === 0;
  return (
    <>
      <div className={styles['figures']}>
        {figure(overview.views(), data.views, 'line', true)}
        {figure(overview.joined(), data.members, 'bars')}
        {!isPointless && figure(overview.pointsGiven(), data.pointsGiven, 'bars')}
        {!isPointless && figure(overview.pointsSpent(), data.pointsSpent, 'bars')}
      </div>
      <Taps numbers={data} days={days} isTable={isTable} />
      <TopPages numbers={data} isTable={isTable} />
    </>
  );
}

/** The part of the screen that waits for figures, or could not load them. */
function Waiting({ query, title }: Pick<FiguresProps, 'query'> & { readonly title: string }) {
  const { common } = useMessages();
  return (
    <Card title={title}>
      {query.error === null ? (
        <Skeleton label={common.loading()} />
      ) : (
        <ErrorScreen error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Card>
  );
}

/** The days of a period, for example `2026-11-20`. */
function daysOf({ from }: Numbers, count: number): readonly string[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: count }, (_, day) => new Date(start + day * 86_400_000).toISOString().slice(0, 10));
}

function Figure({
  label,
  series,
  numbers,
  look,
  isPercent,
  isTable,
}: {
  readonly label: string;
  readonly series: NumberSeries;
  readonly numbers: Numbers;
  readonly look: 'line' | 'bars';
  readonly isPercent: boolean;
  readonly isTable: boolean;
}) {
  const { overview } = useMessages();
  const { number, date } = useFormats();
  const change = useChange(series, numbers, isPercent);
  const plotted = overview.byDay({ figure: label });
  const Plot = look === 'line' ? LinePlot : BarPlot;
  return (
    <Card className={styles['figure']}>
      <h2>{label}</h2>
      <p>
        <b>{number(series.total)}</b> <small>{change}</small>
      </p>
      {isTable ? (
        <Table label={plotted}>
          <thead>
            <tr>
              <th>{overview.day()}</th>
              <th>{overview.count()}</th>
            </tr>
          </thead>
          <tbody>
            {daysOf(numbers, series.days.length)
              .map((day, index) => (
                <tr key={day}>
                  <td>{date(day)}</td>
                  <td>{number(series.days[index] ?? 0)}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </Table>
      ) : (
        <Plot label={plotted} days={series.days} />
      )}
    </Card>
  );
}

/** How a figure differs from the period before, or since when it is counted. */
function useChange({ total, before }: NumberSeries, { from, countedFrom }: Numbers, isPercent: boolean): string {
  const { overview } = useMessages();
  const { number, date } = useFormats();
  if (before === undefined)
    return countedFrom === undefined || countedFrom === from ? '' : overview.countedFrom({ day: date(countedFrom) });
  const difference = total - before;
  if (difference === 0) return total === 0 ? '' : overview.asMany();
  const size = isPercent && before > 0 ? Math.round((Math.abs(difference) / before) * 100) : Math.abs(difference);
  const text = isPercent && before > 0 ? overview.percent({ number: number(size) }) : number(size);
  return difference > 0 ? overview.moreThan({ text }) : overview.fewerThan({ text });
}

function Taps({ numbers, days, isTable }: { readonly numbers: Numbers; readonly days: PeriodDays; readonly isTable: boolean }) {
  const { overview } = useMessages();
  const { number, moment } = useFormats();
  const { films, shows, ticketing } = numbers;
  const most = films[0]?.count ?? 0;
  const total = number(ticketing.total);
  return (
    <Card
      title={overview.taps()}
      trailing={
        <p className={styles['period']}>{days === 28 ? overview.inDays({ count: total }) : overview.inMonths({ count: total })}</p>
      }
    >
      {films.length === 0 && <p className={styles['none']}>{overview.noTaps()}</p>}
      {films.length > 0 && !isTable && (
        <ol className={styles['ranked']}>
          {films.slice(0, RANKED).map(({ film, count }) => (
            <li key={film.id}>
              <Poster film={film} />
              <div>
                <span>{film.title}</span>
                <span className={styles['number']}>{number(count)}</span>
                <Meter part={count} whole={most} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {films.length > 0 && isTable && (
        <>
          <RankedTable label={overview.taps()} name={overview.film()} rows={films.map(({ film, count }) => [film.title, count])} />
          <RankedTable
            label={overview.tapsByShow()}
            name={overview.show()}
            rows={shows.map(({ title, startsAt, count }) => [
              startsAt === undefined ? title : `${title}, ${moment(startsAt)}`,
              count,
            ])}
          />
        </>
      )}
    </Card>
  );
}

function TopPages({ numbers, isTable }: { readonly numbers: Numbers; readonly isTable: boolean }) {
  const { overview } = useMessages();
  const { number } = useFormats();
  const { pages } = numbers;
  if (pages.length === 0) return null;
  const most = pages[0]?.count ?? 0;
  return (
    <Card title={overview.topPages()}>
      {isTable ? (
        <RankedTable label={overview.topPages()} name={overview.page()} rows={pages.map(({ name, count }) => [name, count])} />
      ) : (
        <ol className={styles['ranked']}>
          {pages.slice(0, RANKED).map(({ name, count }) => (
            <li key={name}>
              <div>
                <span>{name}</span>
                <span className={styles['number']}>{number(count)}</span>
                <Meter part={count} whole={most} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function RankedTable({
  label,
  name,
  rows,
}: {
  readonly label: string;
  readonly name: string;
  readonly rows: readonly (readonly [name: string, count: number])[];
}) {
  const { overview } = useMessages();
  const { number } = useFormats();
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th>{name}</th>
          <th>{overview.count()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, count]) => (
          <tr key={row}>
            <td>{row}</td>
            <td>{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The title of a page about searched words: as typed, with a capital. */
const titleOfWords = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Words that visitors searched for in vain. */
export function Searches({ query, days, isTable }: FiguresProps) {
  const { overview } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const { data } = query;
  if (data === undefined) return <Waiting query={query} title={overview.searches()} />;
  const { words } = data;
  const mayAnswer = can(site, 'editSite');
  return (
    <Card
      title={overview.searches()}
      trailing={<p className={styles['period']}>{days === 28 ? overview.days28() : overview.months12()}</p>}
    >
      {words.length === 0 && <p className={styles['none']}>{overview.noSearches()}</p>}
      {words.length > 0 && isTable && (
        <RankedTable label={overview.searches()} name={overview.words()} rows={words.map(({ name, count }) => [name, count])} />
      )}
      {words.length > 0 && !isTable && (
        <ul className={styles['words']}>
          {words.slice(0, WORDS).map(({ name, count }) => (
            <li key={name} className={styles['word']}>
              {mayAnswer ? (
                <Link href={askPath(site.key, 'pages', 'page', titleOfWords(name))}>
                  {name} <span>{number(count)}</span> <VisuallyHidden>({overview.answer()})</VisuallyHidden>
                </Link>
              ) : (
                <>
                  {name} <span>{number(count)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && !isTable && mayAnswer && <p className={styles['none']}>{overview.answerHint()}</p>}
    </Card>
  );
}
