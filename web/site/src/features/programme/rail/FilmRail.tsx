import type { FilmCard as FilmCardData, Link } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { useCallback, useRef, useState } from 'react';
import { usePage } from '../../../state/page.ts';
import { ProgrammeHead } from '../row/ProgrammeHead.tsx';
import css from './FilmRail.module.css';
import { RailCard } from './RailCard.tsx';

/** Where the rail stands; `all` has nothing to scroll. */
type Place = 'start' | 'between' | 'end' | 'all';

/** The part of the rail's width that a button moves it by. */
const STEP = 0.9;

/**
 * Films in a row that scrolls by swipe, by the arrow keys as soon as the focus is in it, and by two buttons. Nothing
 * moves by itself.
 */
export function FilmRail({ id, title, films, more }: { id: string; title: string; films: readonly FilmCardData[]; more: Link }) {
  const { m } = usePage();
  const rail = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<Place>('start');
  const look = () => {
    if (rail.current !== null) setPlace(placeOf(rail.current));
  };
  const watch = useCallback((list: HTMLUListElement) => {
    rail.current = list;
    const observer = new ResizeObserver(() => setPlace(placeOf(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  const move = (direction: number) => rail.current?.scrollBy({ left: direction * rail.current.clientWidth * STEP });
  return (
    <section className={cx('wrap', css.section)} aria-labelledby={id}>
      <ProgrammeHead id={id} title={title} more={more}>
        <div className={cx(css.buttons, 'needsScript')} hidden={place === 'all'}>
          <button className="iconbtn" type="button" aria-label={m.rail.back()} aria-disabled={place === 'start'} onClick={() => move(-1)}>
            <Icon name="left" />
          </button>
          <button className="iconbtn" type="button" aria-label={m.rail.on()} aria-disabled={place === 'end'} onClick={() => move(1)}>
            <Icon name="right" />
          </button>
        </div>
      </ProgrammeHead>
      <ul className={css.rail} ref={watch} onScroll={look}>
        {films.map((card) => (
          <RailCard key={card.film.id} card={card} />
        ))}
      </ul>
    </section>
  );
}

/** Where a row stands that may be written from right to left, where the way is counted below zero. */
function placeOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Place {
  const left = scrollWidth - clientWidth;
  const gone = Math.abs(scrollLeft);
  if (left <= 1) return 'all';
  if (gone <= 1) return 'start';
  return gone >= left - 1 ? 'end' : 'between';
}
