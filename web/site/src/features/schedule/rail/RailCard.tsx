import type { FilmCard as FilmCardData } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../../state/page.ts';
import { Badges } from '../card/Badges.tsx';
import { CardTimes, factsLine } from '../card/FilmCard.tsx';
import { Poster } from '../card/Poster.tsx';
import css from './FilmRail.module.css';

const SIZES = '(min-width: 1024px) 206px, (min-width: 640px) 176px, 148px';
/** Most times below a poster. */
const MAX_TIMES = 2;

/** A film in a rail: its poster with the next times below. */
export function RailCard({ card }: { card: FilmCardData }) {
  const page = usePage();
  const { film, shows, more, next } = card;
  const hidden = Math.max(shows.length - MAX_TIMES, 0);
  return (
    <li className={css.film}>
      <Poster film={film} loading="lazy" sizes={SIZES} />
      <h3>
        <a href={film.href}>{film.title}</a>
      </h3>
      <p className={css.meta}>
        <Badges film={film} small />
        {factsLine(page, film)}
      </p>
      <CardTimes
        card={{ ...card, shows: shows.slice(0, MAX_TIMES), more: more + hidden }}
        className={cx(css.times, shows[0]?.theater !== undefined && css.named)}
      />
      {shows.length === 0 && next !== '' ? <p className={css.meta}>{next}</p> : null}
    </li>
  );
}
