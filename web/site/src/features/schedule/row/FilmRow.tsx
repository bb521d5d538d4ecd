import type { CardItem } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { usePage } from '../../../state/page.ts';
import { Badges } from '../card/Badges.tsx';
import { factsLine } from '../card/FilmCard.tsx';
import { Poster } from '../card/Poster.tsx';
import css from './FilmRow.module.css';

const SIZES = '64px';

/** Class of the list that contains the rows. */
export const rowsClass = css.rows ?? '';

/** A film as a row: a small poster, title and facts, with its times (`children`) beside them, or below on narrow screens. */
export function FilmRow({ film, level, children }: { film: CardItem; level: 2 | 3; children: ReactNode }) {
  const page = usePage();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={css.film}>
      <Poster film={film} loading="lazy" sizes={SIZES} className={css.poster} />
      <div className={css.details}>
        <Heading>
          <a href={film.href}>{film.title}</a>
        </Heading>
        <p className={css.meta}>
          <Badges film={film} small />
          {factsLine(page, film)}
        </p>
      </div>
      <div className={css.lines}>{children}</div>
    </li>
  );
}
