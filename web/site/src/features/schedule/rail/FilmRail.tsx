import type { FilmCard as FilmCardData, Link } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { useCallback, useRef, useState } from 'react';
import { usePage } from '../../../state/page.ts';
import { FilmBlockHead } from '../row/FilmBlockHead.tsx';
import { NoFilms } from '../row/NoFilms.tsx';
import css from './FilmRail.module.css';
import { RailCard } from './RailCard.tsx';

/** The scroll position of the rail; `all`: nothing to scroll. */
type ScrollPosition = 'start' | 'between' | 'end' | 'all';

/** The fraction of the rail's width that a button scrolls by. */
const STEP = 0.9;

/** Films in a row that scrolls by swiping, by the arrow keys while it has the focus, and by two buttons. It never scrolls by itself. */
export function FilmRail({ id, title, films, more }: { id: string; title: string; films: readonly FilmCardData[]; more: Link }) {
  const { messages } = usePage();
  const rail = useRef<HTMLUListElement>(null);
  const [position, setPosition] = useState<ScrollPosition>('start');
  const updatePosition = () => {
    if (rail.current !== null) setPosition(scrollPositionOf(rail.current));
  };
  const observe = useCallback((list: HTMLUListElement) => {
    rail.current = list;
    const observer = new ResizeObserver(() => setPosition(scrollPositionOf(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const scroll = (direction: number) => rail.current?.scrollBy({ left: direction * rail.current.clientWidth * STEP });
  return (
    <section className={cx('wrap', css.section)} aria-labelledby={id}>
      <FilmBlockHead id={id} title={title} more={more}>
        <div className={cx(css.buttons, 'needsScript')} hidden={films.length === 0 || position === 'all'}>
          <button
            className="iconbtn"
            type="button"
            aria-label={messages.rail.back()}
            aria-disabled={position === 'start'}
            onClick={() => scroll(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            className="iconbtn"
            type="button"
            aria-label={messages.rail.on()}
            aria-disabled={position === 'end'}
            onClick={() => scroll(1)}
          >
            <Icon name="right" />
          </button>
        </div>
      </FilmBlockHead>
      {films.length === 0 ? (
        <NoFilms />
      ) : (
        <ul className={css.rail} ref={observe} onScroll={updatePosition}>
          {films.map((card) => (
            <RailCard key={card.film.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The scroll position. `scrollLeft` is negative in right-to-left text. */
function scrollPositionOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): ScrollPosition {
  const scrollable = scrollWidth - clientWidth;
  const scrolled = Math.abs(scrollLeft);
  if (scrollable <= 1) return 'all';
  if (scrolled <= 1) return 'start';
  return scrolled >= scrollable - 1 ? 'end' : 'between';
}
