import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { isFetching } from '@marquee/rules/loyalty/favorites/watchlist-machine.ts';
import { type WatchlistFilms, groupWatchlist } from '@marquee/rules/loyalty/favorites/watchlist-films.ts';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { AreaSection, type AreaSectionProps } from '../../parts/member/AreaSection.tsx';
import { useSchedule } from '../../state/member/schedule.ts';
import { SeeFilms } from '../../parts/member/SeeFilms.tsx';
import { Empty, Failed } from '../../parts/member/States.tsx';
import { useMember, useObservable } from '../../state/member/use-member.ts';
import { type Removal, RemovalNotice } from './RemovalNotice.tsx';
import { SectionSkeleton } from './SectionSkeleton.tsx';
import { FilmTile, MissingFilmTile } from './FilmTile.tsx';
import css from './Watchlist.module.css';

const ID = 'watchlist';
/** Number of placeholder boxes. */
const PLACEHOLDERS = 6;

/** The films on the member's watchlist, with their next showtimes (area watchlist). */
export function Watchlist({ page, view }: AreaSectionProps) {
  const { mine } = useLaterMessages();
  const { watchlist } = useMember();
  const list = useObservable(watchlist);
  const schedule = useSchedule();
  const [removal, setRemoval] = useState<Removal>();
  const { films: ids } = list;
  const remove = async (id: string, name: string): Promise<void> => {
    await watchlist.remove(id);
    if (watchlist.get().films.includes(id)) return;
    setRemoval({ id, name });
    focusHeading(ID);
  };
  const content = () => {
    if (ids.length === 0 && isFetching(list)) return <SectionSkeleton shape="posters" count={PLACEHOLDERS} />;
    if (ids.length === 0 && list.failure !== undefined && removal === undefined)
      return <Failed text={mine.watchlistFailed()} retry={() => void watchlist.reload()} />;
    if (ids.length === 0)
      return (
        <Empty title={mine.watchlistEmpty()} text={mine.watchlistHint()}>
          <SeeFilms />
        </Empty>
      );
    if (schedule.kind === 'loading') return <SectionSkeleton shape="posters" count={Math.min(PLACEHOLDERS, ids.length)} />;
    if (schedule.kind === 'failed') return <Failed text={mine.scheduleFailed()} retry={schedule.retry} />;
    const films = groupWatchlist(ids, schedule.entries);
    return view === 'overview' ? <Row films={films} /> : <Groups films={films} onRemove={remove} />;
  };
  return (
    <AreaSection
      id={ID}
      title={mine.watchlist()}
      view={view}
      more={
        view === 'overview' && ids.length > 0
          ? { href: screenHref(page.area.href, 'watchlist'), label: mine.allCount({ count: ids.length }) }
          : undefined
      }
    >
      {content()}
      {list.failure !== undefined && ids.length > 0 ? <Message kind="error">{mine.filmKept()}</Message> : null}
      <RemovalNotice removal={removal} onUndo={(id) => void watchlist.add(id)} onDone={() => setRemoval(undefined)} />
    </AreaSection>
  );
}

/** A row that scrolls sideways, with the films on sale first. */
function Row({ films: { showing, announced, unavailable } }: { films: WatchlistFilms }) {
  return (
    <ul className={css.row}>
      {[...showing, ...announced].map(({ id, film }) => (
        <FilmTile key={id} film={film} />
      ))}
      {unavailable.map((id) => (
        <MissingFilmTile key={id} />
      ))}
    </ul>
  );
}

function Groups({
  films: { showing, announced, unavailable },
  onRemove,
}: {
  films: WatchlistFilms;
  onRemove: (id: string, name: string) => Promise<void>;
}) {
  const { mine } = useLaterMessages();
  const group = (headingId: string, title: string, films: readonly { readonly id: string; readonly film?: SearchEntry }[]) =>
    films.length === 0 ? null : (
      <section className={css.group} aria-labelledby={headingId}>
        <h2 id={headingId}>{title}</h2>
        <ul className={css.grid}>
          {films.map(({ id, film }) =>
            film === undefined ? (
              <MissingFilmTile key={id} onRemove={() => onRemove(id, mine.goneFilm())} />
            ) : (
              <FilmTile key={id} film={film} onRemove={() => onRemove(id, film.title)} />
            ),
          )}
        </ul>
      </section>
    );
  return (
    <>
      {group('watchlist-on-sale', mine.onSale(), showing)}
      {group('watchlist-not-yet', mine.notYet(), announced)}
      {group(
        'watchlist-gone',
        mine.gone(),
        unavailable.map((id) => ({ id })),
      )}
    </>
  );
}
