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
import { RestrictionNote } from '../../parts/Restricted.tsx';
import type { IconName } from '../../parts/icons.ts';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { Empty, type Mood, Page, Skeleton, Tag, VisuallyHidden } from '../../parts/Surface.tsx';
import { ORDER_POINTER } from '../../state/content/film-order.ts';
import { isSingleLocation } from '../../state/content/theaters.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { FILM_FILTERS, type FilmFilter, type FilmStatus, type ListedFilm, keepsFilm, movedOrder } from '../../state/films/list.ts';
import type { FilmWeek } from '../../state/films/week.ts';
import { useFilmList } from '../../state/films/queries.ts';
import { importPath, recordPath, screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { useFilmFacts } from './use-film-facts.ts';
import { type FilmView, useFilmViews } from './use-film-views.ts';
import { SimilarFilms } from './SimilarFilms.tsx';
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
  const viewOf = useFilmViews(state, now);
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
      actions={mayEdit && <Actions onCreate={() => setCreating(true)} />}
    >
      <Notices />
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
        <div className={styles['room']}>
          <div className={styles['table']}>
            <Columns />
            {shown.length === 0 && (
              <NoFilms
                isSearch={query !== ''}
                hasOthers={films.length > 0}
                onShowAll={() => setFilter('all')}
                onCreate={mayEdit ? () => setCreating(true) : undefined}
              />
            )}
            <SortArea
              onMove={(from, to) => move(from.index, to.index)}
              stepFrom={({ list, index }, step) => (shown[index + step] === undefined ? undefined : { list, index: index + step })}
              isFixed={!mayEdit}
            >
              <SortList id="films" label={nav.films()} count={shown.length}>
                {shown.map((film, index) => (
                  <FilmRow key={film.id} film={film} index={index} view={viewOf(film)} isSingle={isSingleLocation(state.content)} />
                ))}
              </SortList>
            </SortArea>
          </div>
        </div>
      )}
      {isCreating && <NewFilmDialog onAdd={(_, id) => openFilm(id)} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** No film of the search or the filter: others are shown, else the first one is typed in. */
function NoFilms({
  isSearch,
  hasOthers,
  onShowAll,
  onCreate,
}: {
  readonly isSearch: boolean;
  readonly hasOthers: boolean;
  readonly onShowAll: () => void;
  /** Undefined for those who may not add one. */
  readonly onCreate: (() => void) | undefined;
}) {
  const { films: words } = useMessages();
  if (isSearch) return <Empty title={words.none()} />;
  const create = onCreate && (
    <Button icon="plus" onPress={onCreate}>
      {words.create()}
    </Button>
  );
  return (
    <Empty icon="film" title={words.empty()} action={hasOthers ? <Button onPress={onShowAll}>{words.showAll()}</Button> : create}>
      {words.emptyText()}
    </Empty>
  );
}

/** What the operator may not do, and what waits for a decision. */
const Notices = () => (
  <>
    <RestrictionNote permission="editProgram" />
    <SimilarFilms />
  </>
);

/** Films come with an import, or are typed in. */
function Actions({ onCreate }: { readonly onCreate: () => void }) {
  const { films: words, programImport } = useMessages();
  const { site } = useOpenSite();
  return (
    <>
      <ButtonLink icon="upload" href={importPath(site.key)}>
        {programImport.title()}
      </ButtonLink>
      <Button look="solid" icon="plus" onPress={onCreate}>
        {words.create()}
      </Button>
    </>
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
      <span className={styles['where']}>{columns.where()}</span>
      <span className={styles['shows']}>{columns.shows()}</span>
      <span className={styles['state']}>{columns.state()}</span>
      <span className={styles['source']}>{columns.source()}</span>
      <span />
    </div>
  );
}

/** Where the film is shown in the next days, and which theaters these are. */
function useWhereWords(): (film: ListedFilm, week: FilmWeek, isSingle: boolean) => readonly [where: string, theaters: string] {
  const { films: words } = useMessages();
  return ({ state, shows, theaters: later }, { theaters }, isSingle) => {
    if (state === 'hidden' || state === 'past' || state === 'draft') return ['', ''];
    if (theaters.length > 0)
      return isSingle ? [words.onHome(), ''] : [words.theaters({ count: theaters.length }), theaters.join(', ')];
    return [shows > 0 ? words.later() : words.states.comingSoon(), isSingle ? '' : later.join(', ')];
  };
}

function FilmRow({
  film,
  index,
  view: { week, status },
  isSingle,
}: {
  readonly film: ListedFilm;
  readonly index: number;
  readonly view: FilmView;
  readonly isSingle: boolean;
}) {
  const { films: words } = useMessages();
  const { site } = useOpenSite();
  const { longDay, number } = useFormats();
  const facts = useFilmFacts();
  const whereOf = useWhereWords();
  const { id, title, releaseDate, badge, source, overrides } = film;
  const [where, theaters] = week === undefined ? ['', ''] : whereOf(film, week, isSingle);
  const inWeek = week === undefined ? '' : words.showsThisWeek({ count: week.shows });
  // "0 shows this week" would repeat what the place already says.
  const summary = [week?.shows === 0 && where !== '' ? '' : inWeek, where].filter((part) => part !== '').join(' · ');
  return (
    <SortItem place={{ list: 'films', index }} name={title} className={styles['row']}>
      <span className={styles['number']} aria-hidden="true">
        {index + 1}
      </span>
      <Link href={recordPath(site.key, 'films', id)} className={styles['film'] ?? ''} data-row="">
        <span className={styles['poster']}>
          <Thumbnail picture={film.poster} icon="film" />
        </span>
        <span>
          <b>
            {title}
            {badge !== 'automatic' && badge !== 'none' && (
              <span className={styles['badge']}>
                {badge === 'own' ? film.badgeText : badge === 'NEW' ? words.badgeNew() : words.badgePreview()}
              </span>
            )}
          </b>
          <small>{facts(film)}</small>
        </span>
      </Link>
      <span className={styles['release']}>{releaseDate !== '' && longDay(releaseDate)}</span>
      <span className={styles['where']}>
        {where}
        {theaters !== '' && <small title={theaters}>{theaters}</small>}
      </span>
      <span className={styles['shows']}>
        <span aria-hidden="true">{week !== undefined && number(week.shows)}</span>
        <VisuallyHidden>{inWeek}</VisuallyHidden>
      </span>
      <span className={styles['state']}>
        <StatusTag status={status} />
      </span>
      <span className={styles['source']}>
        {words.sources[source]()}
        {overrides > 0 && <small>{words.overrides({ count: overrides })}</small>}
      </span>
      <span className={styles['summary']}>{summary}</span>
      <Icon name="right" small />
    </SortItem>
  );
}

const MOODS: Readonly<Record<FilmStatus['kind'], Mood | undefined>> = {
  onSite: 'ok',
  hidden: undefined,
  hiddenAt: undefined,
  comingSoon: undefined,
  past: undefined,
  draft: 'warn',
  noWidePicture: 'warn',
};

const ICONS: Partial<Readonly<Record<FilmStatus['kind'], IconName>>> = { onSite: 'check', hidden: 'eyeOff', hiddenAt: 'eyeOff' };

/** Whether visitors see the film, and as they should. */
export function StatusTag({ status }: { readonly status: FilmStatus }) {
  const { films: words } = useMessages();
  const icon = ICONS[status.kind];
  return (
    <Tag mood={MOODS[status.kind]} {...(icon === undefined ? {} : { icon })}>
      {status.kind === 'hiddenAt'
        ? status.theaters.length === 1
          ? words.hiddenAt({ theater: status.theaters[0] ?? '' })
          : words.hiddenAtSeveral({ count: status.theaters.length })
        : words.states[status.kind]()}
    </Tag>
  );
}

/** What is shown for a film that does not exist. */
export function NoFilm() {
  const { films: words } = useMessages();
  const { site } = useOpenSite();
  return <Empty title={words.notFound()} action={<ButtonLink href={screenPath(site.key, 'films')}>{words.toList()}</ButtonLink>} />;
}
