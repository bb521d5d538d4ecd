import type { FilmCard as FilmCardData, Link } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { NoFilms } from './NoFilms.tsx';
import { CardTimes } from '../card/FilmCard.tsx';
import { FilmRow, rowsClass } from './FilmRow.tsx';
import css from './FilmTimes.module.css';
import { FilmBlockHead } from './FilmBlockHead.tsx';

/** Today's films and times in compact rows; after the last one, a line that says so. */
export function FilmTimes({ id, title, films, more }: { id: string; title: string; films: readonly FilmCardData[]; more: Link }) {
  return (
    <section className={cx('wrap', css.section)} aria-labelledby={id}>
      <FilmBlockHead id={id} title={title} more={more} />
      {films.length === 0 ? (
        <NoFilms />
      ) : (
        <ul className={rowsClass}>
          {films.map((card) => (
            <FilmRow key={card.film.id} film={card.film} level={3}>
              <CardTimes card={card} className={css.times} />
              {card.shows.length === 0 && card.next !== '' ? <p className="quiet small">{card.next}</p> : null}
            </FilmRow>
          ))}
        </ul>
      )}
    </section>
  );
}
