import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { type NextShow, nextShow } from '@marquee/rules/loyalty/favorites/watchlist-films.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { useState } from 'react';
import type { LaterMessages } from '../../messages/messages.ts';
import { currentTime } from '../../state/clock.ts';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import { Poster } from '../../parts/Poster.tsx';
import css from './FilmTile.module.css';

const SIZES = '200px';

type Remove = (() => Promise<void>) | undefined;

/** A film on the watchlist: poster, title and next showtime; with `onRemove`, a button to remove it. */
export function FilmTile({ film, onRemove }: { film: SearchEntry; onRemove?: Remove }) {
  const { mine } = useLaterMessages();
  const { site } = usePage();
  const [now] = useState(currentTime);
  return (
    <li className={css.tile}>
      <div className={css.film}>
        <Poster picture={film.picture} sizes={SIZES} />
        <h3>
          <a href={film.href}>{film.title}</a>
        </h3>
        <p className={css.when}>{nextText(mine, nextShow(film, site.lateBookingMinutes, now))}</p>
      </div>
      <RemoveButton name={film.title} onRemove={onRemove} />
    </li>
  );
}

/** A film on the watchlist that the site no longer has. Only its id is known, which is not shown. */
export function MissingFilmTile({ onRemove }: { onRemove?: Remove }) {
  const { mine } = useLaterMessages();
  return (
    <li className={css.tile}>
      <div className={css.film}>
        <Poster picture={undefined} sizes={SIZES} />
        <h3>{mine.gone()}</h3>
      </div>
      <RemoveButton name={mine.goneFilm()} onRemove={onRemove} />
    </li>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: Remove }) {
  const { mine } = useLaterMessages();
  const [busy, setBusy] = useState(false);
  if (onRemove === undefined) return null;
  const remove = async (): Promise<void> => {
    setBusy(true);
    await onRemove();
    setBusy(false);
  };
  return (
    <Button kind="line" size="s" busy={busy} aria-label={mine.removeOf({ name })} onClick={() => void remove()}>
      {mine.remove()}
    </Button>
  );
}

function nextText(mine: LaterMessages['mine'], next: NextShow): string {
  switch (next.kind) {
    case 'today':
      return mine.nextToday({ time: next.time });
    case 'day':
      return next.day;
    case 'over':
      return mine.noMoreToday();
    case 'soon':
      return mine.comingSoon();
  }
}
