import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { isFetching } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { type WatchedFilms, watchedFilms } from '@marquee/rules/loyalty/favorites/watched-films.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { useLater } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { Part, type PartProps } from '../../parts/member/Part.tsx';
import { useProgramme } from '../../state/member/programme.ts';
import { SeeFilms } from '../../parts/member/SeeFilms.tsx';
import { Empty, Failed } from '../../parts/member/States.tsx';
import { useMember, useWatched } from '../../state/member/use-member.ts';
import { type Removal, Removed } from './Removed.tsx';
import { Waiting } from './Waiting.tsx';
import { FilmTile, GoneTile } from './FilmTile.tsx';
import css from './Watchlist.module.css';

const ID = 'watchlist';
/** How many boxes wait for the films. */
const BOXES = 6;

/** The films that a member wants to see, each with when it is on next (area watchlist). */
export function Watchlist({ page, part }: PartProps) {
  const { mine } = useLater();
  const { watchlist } = useMember();
  const list = useWatched(watchlist);
  const programme = useProgramme();
  const [removal, setRemoval] = useState<Removal>();
  const { films: ids } = list;
  const remove = async (id: string, name: string): Promise<void> => {
    await watchlist.remove(id);
    if (watchlist.get().films.includes(id)) return;
    setRemoval({ id, name });
    focusHeading(ID);
  };
  const shown = () => {
    if (ids.length === 0 && isFetching(list)) return <Waiting shape="posters" count={BOXES} />;
    if (ids.length === 0 && list.failure !== undefined && removal === undefined) return <Failed text={mine.watchlistFailed()} retry={() => void watchlist.reload()} />;
    if (ids.length === 0)
      return (
        <Empty title={mine.watchlistEmpty()} text={mine.watchlistHint()}>
          <SeeFilms />
        </Empty>
      );
    if (programme.kind === 'loading') return <Waiting shape="posters" count={Math.min(BOXES, ids.length)} />;
    if (programme.kind === 'failed') return <Failed text={mine.programmeFailed()} retry={programme.retry} />;
    const found = watchedFilms(ids, programme.entries);
    return part === 'overview' ? <Row found={found} /> : <Groups found={found} onRemove={remove} />;
  };
  return (
    <Part id={ID} title={mine.watchlist()} part={part} more={part === 'overview' && ids.length > 0 ? { href: `${page.area.href}watchlist/`, label: mine.allCount({ count: ids.length }) } : undefined}>
      {shown()}
      {list.failure !== undefined && ids.length > 0 ? <Message kind="error">{mine.filmKept()}</Message> : null}
      <Removed removal={removal} onUndo={(id) => void watchlist.add(id)} onDone={() => setRemoval(undefined)} />
    </Part>
  );
}

/** A row that can be pushed aside, the films that can be seen first. */
function Row({ found: { onSale, notYet, gone } }: { found: WatchedFilms }) {
  return (
    <ul className={css.row}>
      {[...onSale, ...notYet].map(({ id, film }) => (
        <FilmTile key={id} film={film} />
      ))}
      {gone.map((id) => (
        <GoneTile key={id} />
      ))}
    </ul>
  );
}

function Groups({ found: { onSale, notYet, gone }, onRemove }: { found: WatchedFilms; onRemove: (id: string, name: string) => Promise<void> }) {
  const { mine } = useLater();
  const group = (id: string, title: string, films: readonly { readonly id: string; readonly film?: SearchEntry }[]) =>
    films.length === 0 ? null : (
      <section className={css.group} aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <ul className={css.grid}>
          {films.map(({ id: film, film: entry }) =>
            entry === undefined ? (
              <GoneTile key={film} onRemove={() => onRemove(film, mine.goneFilm())} />
            ) : (
              <FilmTile key={film} film={entry} onRemove={() => onRemove(film, entry.title)} />
            ),
          )}
        </ul>
      </section>
    );
  return (
    <>
      {group('watchlist-on-sale', mine.onSale(), onSale)}
      {group('watchlist-not-yet', mine.notYet(), notYet)}
      {group('watchlist-gone', mine.gone(), gone.map((id) => ({ id })))}
    </>
  );
}
