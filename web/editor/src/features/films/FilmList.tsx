import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { SearchField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { NewFilmDialog } from '../../parts/NewFilmDialog.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Card, Empty, type Mood, Page, Skeleton, Tag, VisuallyHidden } from '../../parts/Surface.tsx';
import { ORDER_POINTER } from '../../state/content/film-order.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { FILM_FILTERS, type FilmFilter, type FilmState, type ListedFilm, keepsFilm, movedOrder } from '../../state/films/list.ts';
import { useFilmList } from '../../state/films/queries.ts';
import { recordPath, screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { useFilmFacts } from './use-film-facts.ts';
import styles from './Films.module.css';

/** The films of the site, in the order of the home page. */
export const FilmList = () => <DraftScreen>{(state) => <Films state={state} />}</DraftScreen>;

function Films({ state }: { readonly state: DraftState }) {
  const { films: words, nav, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const [filter, setFilter] = useState<FilmFilter>('now');
  const [query, setQuery] = useState('');
  const [isCreating, setCreating] = useState(false);
  const { films, now, isLoading } = useFilmList(state);
  const shown = films.filter((film) => keepsFilm(filter, film, now) && matches(film.title, query));
  const mayEdit = can(site, 'editProgram');
  const openFilm = (id: string): void => void router.navigate({ href: withBase(recordPath(site.key, 'films', id)) });
  const move = (from: number, to: number): void => {
    const [film, other] = [shown[from], shown[to]];
    if (film !== undefined && other !== undefined)
      draft.edit([{ pointer: ORDER_POINTER, to: movedOrder(films, state.content, film.id, other.id) }]);
  };
  return (
    <Page
      title={nav.films()}
      lead={mayEdit ? words.lead() : words.leadRead()}
      actions={
        mayEdit && (
          <Button look="solid" icon="plus" onPress={() => setCreating(true)}>
            {words.create()}
          </Button>
        )
      }
    >
      <div className={styles['filters']}>
        <Segments
          label={words.filter()}
          value={filter}
          options={FILM_FILTERS.map((value) => ({
            value,
            label: words.filters[value]({ count: films.filter((film) => keepsFilm(value, film, now)).length }),
          }))}
          onChange={setFilter}
        />
        <div className={styles['search']}>
          <SearchField label={words.find()} value={query} onChange={setQuery} />
        </div>
      </div>
      {isLoading ? (
        <Skeleton label={common.loading()} count={6} />
      ) : (
        <Card>
          <Columns />
          {shown.length === 0 &&
            (query === '' ? <Empty title={words.empty()}>{words.emptyText()}</Empty> : <Empty title={words.none()} />)}
          <SortArea
            onMove={(from, to) => move(from.index, to.index)}
            stepFrom={({ list, index }, step) => (shown[index + step] === undefined ? undefined : { list, index: index + step })}
          >
            <SortList id="films" label={nav.films()} count={shown.length}>
              {shown.map((film, index) => (
                <FilmRow key={film.id} film={film} index={index} />
              ))}
            </SortList>
          </SortArea>
        </Card>
      )}
      {isCreating && <NewFilmDialog onAdd={(_, id) => openFilm(id)} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** The names of the columns, for people who see them. */
function Columns() {
  const { films: words } = useMessages();
  const { columns } = words;
  return (
    <div className={styles['columns']} aria-hidden="true">
      <span className={styles['place']}>{columns.order()}</span>
      <span>{columns.film()}</span>
      <span className={styles['release']}>{columns.release()}</span>
      <span className={styles['shows']}>{columns.shows()}</span>
      <span className={styles['state']}>{columns.state()}</span>
      <span className={styles['source']}>{columns.source()}</span>
      <span />
    </div>
  );
}

function FilmRow({ film, index }: { readonly film: ListedFilm; readonly index: number }) {
  const { films: words } = useMessages();
  const { site } = useOpenSite();
  const { longDay, number } = useFormats();
  const facts = useFilmFacts();
  const { id, title, releaseDate, shows, source, overrides } = film;
  return (
    <SortItem place={{ list: 'films', index }} name={title} className={styles['row']}>
      <span className={styles['number']} aria-hidden="true">
        {index + 1}
      </span>
      <Link href={recordPath(site.key, 'films', id)} className={styles['film'] ?? ''}>
        <span className={styles['poster']}>
          <Thumbnail picture={film.poster} icon="film" />
        </span>
        <span>
          <b>{title}</b>
          <small>{facts(film)}</small>
        </span>
      </Link>
      <span className={styles['release']}>{releaseDate !== '' && longDay(releaseDate)}</span>
      <span className={styles['shows']}>
        <span aria-hidden="true">{number(shows)}</span>
        <VisuallyHidden>{words.shows({ count: shows })}</VisuallyHidden>
      </span>
      <span className={styles['state']}>
        <StateTag state={film.state} />
      </span>
      <span className={styles['source']}>{overrides > 0 ? words.overrides({ count: overrides }) : words.sources[source]()}</span>
      <Icon name="right" small />
    </SortItem>
  );
}

const MOODS: Readonly<Record<FilmState, Mood | undefined>> = {
  onSite: 'ok',
  hidden: undefined,
  comingSoon: undefined,
  past: undefined,
  draft: 'warn',
};

/** Whether visitors see the film. */
export function StateTag({ state }: { readonly state: FilmState }) {
  const { films: words } = useMessages();
  const mood = MOODS[state];
  return (
    <Tag mood={mood} {...(state === 'hidden' ? { icon: 'eyeOff' as const } : state === 'onSite' ? { icon: 'check' as const } : {})}>
      {words.states[state]()}
    </Tag>
  );
}

/** What is shown for a film that does not exist. */
export function NoFilm() {
  const { films: words } = useMessages();
  const { site } = useOpenSite();
  return <Empty title={words.notFound()} action={<ButtonLink href={screenPath(site.key, 'films')}>{words.toList()}</ButtonLink>} />;
}
