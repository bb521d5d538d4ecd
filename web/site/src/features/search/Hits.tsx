import type { SearchEntry, Show } from '@marquee/api/schema.gen.ts';
import type { SearchResults } from '@marquee/rules/search.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Glyph } from '@marquee/ui/Icon/Glyph.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { PAGE_ICON } from '@marquee/ui/Icon/more-icons.ts';
import type { ComponentType } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { runtimeText, usePage } from '../../state/page.ts';
import { Poster } from '../../parts/Poster.tsx';
import css from './Hits.module.css';

/** Component that renders a film's next times. Injected, because features do not import each other. */
export type TimesComponent = ComponentType<{ shows: readonly Show[]; title: string }>;

/** Search results: films with their next times, then the other entries. */
export function Hits({
  results: { films, others },
  Times,
  heading,
  day = '',
  marked = false,
  onOpen,
}: {
  results: Pick<SearchResults<SearchEntry>, 'films' | 'others'>;
  Times: TimesComponent;
  /** The heading of the films. */
  heading: string;
  /** The day that the heading names; empty for today. */
  day?: string;
  /** Whether the first hit is marked as the one that Enter opens. */
  marked?: boolean;
  /** Called when a hit is clicked, before its link is followed. */
  onOpen: (() => void) | undefined;
}) {
  const { search } = useLaterMessages();
  const days = others.filter(({ kind }) => kind === 'day');
  const otherEntries = others.filter(({ kind }) => kind !== 'day');
  const withTheaters = otherEntries.some(({ kind }) => kind === 'theater');
  return (
    <>
      {films.length === 0 ? null : (
        <>
          <h2 className={css.group}>{heading}</h2>
          <ul>
            {films.map((entry, index) => (
              <FilmHit key={entry.href} entry={entry} day={day} first={marked && index === 0} Times={Times} onOpen={onOpen} />
            ))}
          </ul>
        </>
      )}
      <Rows heading={search.days()} entries={days} marked={marked && films.length === 0} onOpen={onOpen} />
      <Rows
        heading={withTheaters ? search.theatersEventsAndPages() : search.eventsAndPages()}
        entries={otherEntries}
        marked={marked && films.length === 0 && days.length === 0}
        onOpen={onOpen}
      />
    </>
  );
}

/** A list of one-line hits with a heading. */
function Rows({
  heading,
  entries,
  marked,
  onOpen,
}: {
  heading: string;
  entries: readonly SearchEntry[];
  marked: boolean;
  onOpen: (() => void) | undefined;
}) {
  if (entries.length === 0) return null;
  return (
    <>
      <h2 className={css.group}>{heading}</h2>
      <ul>
        {entries.map((entry, index) => (
          <Row key={entry.href} entry={entry} first={marked && index === 0} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

interface HitProps {
  entry: SearchEntry;
  /** Whether Enter opens this hit. */
  first: boolean;
  onOpen: (() => void) | undefined;
}

function FilmHit({ entry, day, first, Times, onOpen }: HitProps & { Times: TimesComponent; day: string }) {
  const { messages } = usePage();
  const facts = [entry.certificate, runtimeText(messages, entry.runtime), entry.line]
    .filter((text) => text !== undefined && text !== '')
    .join(' · ');
  return (
    <li className={cx(css.hit, first && css.first)} data-row="">
      <Poster picture={entry.picture} sizes="48px" className={css.poster} />
      <div className={css.words}>
        <div className={css.title}>
          <h3>
            <a href={entry.href} onClick={onOpen}>
              {entry.title}
            </a>
          </h3>
          {facts === '' ? null : <p>{facts}</p>}
        </div>
        {/* The day is shown unless the heading already names it. */}
        {day !== '' && entry.when === day ? null : <RowNote text={entry.when} />}
        {entry.shows === undefined || entry.shows.length === 0 ? null : (
          <div className={css.times}>
            <Times shows={entry.shows} title={entry.title} />
          </div>
        )}
      </div>
    </li>
  );
}

function Row({ entry, first, onOpen }: HitProps) {
  return (
    <li className={cx(css.row, first && css.first)} data-row="">
      <KindIcon kind={entry.kind} />
      <a href={entry.href} onClick={onOpen}>
        {entry.title}
      </a>
      <RowNote text={entry.when ?? entry.line} />
    </li>
  );
}

function RowNote({ text }: { text: string | undefined }) {
  return text === undefined || text === '' ? null : <span className={css.when}>{text}</span>;
}

function KindIcon({ kind }: { kind: SearchEntry['kind'] }) {
  switch (kind) {
    case 'day':
    case 'event':
      return <Icon name="calendar" />;
    case 'theater':
      return <Icon name="pin" />;
    case 'film':
    case 'page':
      return <Glyph path={PAGE_ICON} />;
  }
}
