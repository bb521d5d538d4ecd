import type { FilmCard as FilmCardData } from '@marquee/api/schema.gen.ts';
import type { Loading } from '@marquee/ui/Picture/Picture.tsx';
import { Suspense } from 'react';
import { FilmCard } from './FilmCard.tsx';
import css from './FilmCard.module.css';

/** Films that wake up together. */
const SLICE = 6;

/**
 * Films as cards. Each slice is hydrated on its own, so that a tap never waits for seventy films. `first` is how urgent
 * the first poster is; the others wait for the stylesheet, which lets the page appear a quarter of a second sooner on a phone.
 */
export function FilmList({ films, first }: { films: readonly FilmCardData[]; first: Loading }) {
  const slices: FilmCardData[][] = [];
  for (let start = 0; start < films.length; start += SLICE) slices.push(films.slice(start, start + SLICE));
  return (
    <ul className={css.films}>
      {slices.map((slice, number) => (
        <Suspense key={slice[0]?.film.id}>
          {slice.map((card, index) => (
            <FilmCard key={card.film.id} card={card} loading={number === 0 && index === 0 ? first : 'lazy'} />
          ))}
        </Suspense>
      ))}
    </ul>
  );
}
