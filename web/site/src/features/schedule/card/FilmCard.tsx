import type { CardItem, FilmCard as FilmCardData } from '@marquee/api/schema.gen.ts';
import type { Loading } from '@marquee/ui/Picture/Picture.tsx';
import { Heart } from '../../../parts/Heart.tsx';
import { runtimeText, usePage, type Page } from '../../../state/page.ts';
import { Time, timesClass } from '../time/Time.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { joinNonEmpty } from '../time/show-text.ts';
import css from './FilmCard.module.css';
import { Badges } from './Badges.tsx';
import { Poster } from './Poster.tsx';

/** `PG-13 · 1 h 58 min · 1967`. */
export function factsLine(page: Page, film: CardItem): string {
  return joinNonEmpty(' · ', film.certificate ?? '', runtimeText(page.messages, film.runtime), film.year ? String(film.year) : '');
}

/** A film in a list: a row on phones, a poster with times below it from 640 px. */
export function FilmCard({ card, loading }: { card: FilmCardData; loading: Loading }) {
  const page = usePage();
  const { film, shows, next, day } = card;
  const facts = factsLine(page, film);
  return (
    <li className={css.film}>
      <Poster film={film} loading={loading} className={css.poster} />
      <Heart id={film.id} title={film.title} className={css.heart} />
      <h3>
        <a href={film.href}>{film.title}</a>
      </h3>
      {facts !== '' || film.badges !== undefined || film.badgeText !== undefined ? (
        <p className={css.meta}>
          <Badges film={film} small />
          {facts}
        </p>
      ) : null}
      {day === undefined ? null : <p className={css.next}>{day}</p>}
      <CardTimes card={card} className={cx(css.times, shows[0]?.theater !== undefined && css.named)} />
      {shows.length === 0 && next !== '' ? <p className={css.next}>{next}</p> : null}
    </li>
  );
}

/** The first times of a card, and the number of further ones. */
export function CardTimes({
  card: { film, shows, more, rest },
  className,
}: {
  card: FilmCardData;
  className?: string | undefined;
}) {
  const { messages } = usePage();
  if (shows.length === 0) return null;
  return (
    <ul className={cx(timesClass, className)}>
      {shows.map((show, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a card's shows have no id and a fixed order
        <Time key={index} show={show} title={film.title} look="card" />
      ))}
      {more > 0 ? (
        <li>
          <a className={css.more} href={film.href} aria-label={`${messages.film.more({ count: more })}, ${film.title}`}>
            {messages.film.more({ count: more })}
          </a>
        </li>
      ) : null}
      {rest !== undefined && rest.length > 0 ? <li className="onlyPrint">{rest.join(', ')}</li> : null}
    </ul>
  );
}
