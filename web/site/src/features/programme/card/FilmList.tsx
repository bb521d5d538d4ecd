import type { FilmCard as FilmCardData } from '@marquee/api/schema.gen.ts';
import type { Loading } from '@marquee/ui/Picture/Picture.tsx';
import { Suspense } from 'react';
import { FilmCard } from './FilmCard.tsx';
import css from './FilmCard.module.css';

/** As many posters as stand in the first row of a wide screen. */
const FIRST_ROW = 5;
/** Films that wake up together. */
const SLICE = 6;

/** Films as cards. Each slice is hydrated on its own, so that a tap never waits for seventy films. */
export function FilmList({ films, first }: { films: readonly FilmCardData[]; first: Loading }) {
  const slices: FilmCardData[][] = [];
  for (let start = 0; start < films.length; start += SLICE) slices.push(films.slice(start, start + SLICE));
  return (
    <ul className={css.films}>
      {slices.map((slice, number) => (
        <Suspense key={slice[0]?.film.id}>
          {slice.map((card, index) => (
            <FilmCard key={card.film.id} card={card} loading={loadingOf(number * SLICE + index, first)} />
          ))}
        </Suspense>
      ))}
    </ul>
  );
}

function loadingOf(index: number, first: Loading): Loading {
  if (index === 0) return first;
  return index < FIRST_ROW && first !== 'lazy' ? 'eager' : 'lazy';
}
