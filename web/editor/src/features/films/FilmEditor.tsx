import { text } from '@marquee/api/json.ts';
import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, TabPanel, Tabs } from 'react-aria-components';
import { IconButton } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { FeedSources } from '../../parts/FeedSources.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu, type MenuEntry } from '../../parts/Overlay.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { Note, Skeleton, Tag, useScreenTitle } from '../../parts/Surface.tsx';
import { TabBar } from '../../parts/TabBar.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import { useNamedField, useNamedLanguage } from '../../parts/use-named-field.ts';
import { languagesOf } from '../../state/content/languages.ts';
import { type DraftState, undoneChanges } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { ApiError } from '../../state/api/client.ts';
import { feedsOfFacts, feedsOfFilms, nameOfOnly, useKnownFeeds } from '../../state/feeds/sources.ts';
import { type EditedFilm, filmOf, filmPointer, overriddenNames, removedFilm, typedInShowIds } from '../../state/films/film.ts';
import { type ListedFilm, neighborFilm } from '../../state/films/list.ts';
import { useFilmList, useFilmRecord } from '../../state/films/queries.ts';
import { FILM_TABS, type FilmTab, recordPath, screenPath, tabIn, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import { Badges } from './Badges.tsx';
import { FeedFacts } from './FeedFacts.tsx';
import { NoFilm, StatusTag } from './FilmList.tsx';
import { FilmPreview } from './FilmPreview.tsx';
import { People } from './People.tsx';
import { Pictures } from './Pictures.tsx';
import { Texts } from './Texts.tsx';
import { useFilmFacts } from './use-film-facts.ts';
import { useFilmViews } from './use-film-views.ts';
import styles from './Film.module.css';

/** Windows in which the preview fits beside the fields, as the stylesheet has it. */
const PREVIEW_FITS = '(min-width: 1200px)';

/** A film: its texts, pictures, place and people beside what the feed says, and how its page looks. */
export function FilmEditor() {
  const { film: id = '' } = useParams({ strict: false });
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  return (
    <DraftScreen>{(state) => <Loaded key={id + search} id={id} state={state} named={tabIn(search, FILM_TABS)} />}</DraftScreen>
  );
}

interface LoadedProps {
  readonly id: string;
  readonly state: DraftState;
  /** The tab that the address names. */
  readonly named: FilmTab | undefined;
}

function Loaded({ id, state, named }: LoadedProps) {
  const { common } = useMessages();
  const { data, error, isPending, refetch } = useFilmRecord(id);
  const { films, isLoading, now } = useFilmList(state);
  const film = filmOf(state.content, id, data?.feed);
  const listed = films.find((other) => other.id === id);
  if (film === undefined && (isPending || isLoading)) return <Skeleton label={common.loading()} count={5} />;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (film === undefined && error !== null && !isMissing) return <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (film === undefined && listed === undefined) return <NoFilm />;
  return <Editor id={id} state={state} film={film} listed={listed} films={films} now={now} named={named} />;
}

/** What the tabs work on. */
export interface FilmProps {
  readonly state: DraftState;
  readonly film: EditedFilm;
  /** The name of the feed, if it can only be one. */
  readonly source?: string | undefined;
}

interface HeadProps {
  readonly id: string;
  readonly state: DraftState;
  /** Undefined if its feed no longer has it. */
  readonly film: EditedFilm | undefined;
  readonly listed: ListedFilm | undefined;
  readonly films: readonly ListedFilm[];
  /** The instant at which the screen was opened. */
  readonly now: string;
}

function Editor({ id, state, film, listed, films, now, named }: HeadProps & Pick<LoadedProps, 'named'>) {
  const { films: words, common } = useMessages();
  const [tab, setTab] = useState<FilmTab>(named ?? 'texts');
  const namedLanguage = useNamedLanguage();
  const languages = languagesOf(state.content);
  const [chosen, setLanguage] = useState(namedLanguage);
  const language = languages.others.includes(chosen) ? chosen : languages.main;
  const hasPreview = useMatchesMedia(PREVIEW_FITS);
  const feeds = useKnownFeeds();
  const source = nameOfOnly(feedsOfFacts(feeds));
  useNeighborKeys(films, id);
  useNamedField();
  const tabs: readonly { readonly id: FilmTab; readonly label: string; readonly content: ReactNode }[] =
    film === undefined
      ? []
      : [
          {
            id: 'texts',
            label: words.tabs.texts(),
            content: <Texts state={state} film={film} source={source} language={language} onLanguage={setLanguage} />,
          },
          { id: 'pictures', label: words.tabs.pictures(), content: <Pictures state={state} film={film} source={source} /> },
          { id: 'badges', label: words.tabs.badges(), content: <Badges state={state} film={film} /> },
          { id: 'people', label: words.tabs.people(), content: <People state={state} film={film} source={source} /> },
          { id: 'feed', label: words.tabs.feed(), content: <FeedFacts id={id} film={film} feeds={feedsOfFacts(feeds)} /> },
        ];
  return (
    <div className={styles['layout']}>
      <div className={styles['main']}>
        <Head id={id} state={state} film={film} listed={listed} films={films} now={now} />
        {film === undefined ? (
          <Gone feeds={feedsOfFilms(feeds)} />
        ) : (
          <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(FILM_TABS.find((name) => name === key) ?? 'texts')}>
            <TabBar label={listed?.title ?? common.more()} tabs={tabs} />
            {tabs.map((entry) => (
              <TabPanel key={entry.id} id={entry.id}>
                {entry.content}
              </TabPanel>
            ))}
          </Tabs>
        )}
      </div>
      {hasPreview && <FilmPreview id={id} content={state.content} prefix={language === languages.main ? '' : `/${language}`} />}
    </div>
  );
}

/** A film that stays although no feed has it any more. */
function Gone({ feeds }: { readonly feeds: readonly EditorFeed[] }) {
  const { films: words } = useMessages();
  const name = nameOfOnly(feeds);
  return (
    <Note mood="warn" title={name === undefined ? words.gone() : words.goneFrom({ name })}>
      {words.goneText()}
      <FeedSources feeds={feeds} />
    </Note>
  );
}

/** What the head shows. A value that was set back is that of the feed at once, before it is published. */
function shownFacts(film: EditedFilm | undefined, listed: ListedFilm | undefined) {
  const record: Readonly<Record<string, unknown>> = film?.record ?? { ...listed };
  const { title, certificate, poster, runtime } = record;
  return {
    title: text(title),
    certificate: text(certificate),
    poster: text(poster),
    runtime: typeof runtime === 'number' ? runtime : undefined,
  };
}

function Head({ id, state, film, listed, films, now }: HeadProps) {
  const { films: words, nav } = useMessages();
  const { site } = useOpenSite();
  const facts = useFilmFacts();
  const shown = shownFacts(film, listed);
  const title = shown.title === '' ? id : shown.title;
  const heading = useScreenTitle(title);
  const open = useOpenFilm();
  const [previous, next] = [neighborFilm(films, id, -1), neighborFilm(films, id, 1)];
  const viewOf = useFilmViews(state, now);
  const view = listed && viewOf(listed);
  const week = view?.week;
  const theaters = week?.theaters.length ?? 0;
  const weekWords =
    week === undefined
      ? ''
      : theaters < 2
        ? words.showsThisWeek({ count: week.shows })
        : words.showsAtTheaters({ count: week.shows, theaters });
  const overrides = film === undefined ? 0 : overriddenNames(film).length;
  return (
    <>
      <Link href={screenPath(site.key, 'films')} className={styles['back'] ?? ''}>
        <Icon name="left" small /> {nav.films()}
      </Link>
      <header className={styles['head']}>
        <span className={styles['cover']}>
          <Thumbnail picture={shown.poster} icon="film" />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {listed !== undefined && (
            <p>{[facts({ ...shown, directors: [] }), weekWords].filter((part) => part !== '').join(' · ')}</p>
          )}
          <div className={styles['tags']}>
            {view !== undefined && <StatusTag status={view.status} />}
            {listed !== undefined && (
              <Tag icon={listed.source === 'feed' ? 'link' : 'pencil'}>{words.sources[listed.source]()}</Tag>
            )}
            {overrides > 0 && <Tag mood="warn">{words.overrides({ count: overrides })}</Tag>}
          </div>
        </div>
        <div className={styles['tools']}>
          <IconButton
            icon="up"
            label={words.previous()}
            keys="Alt ↑"
            isDisabled={previous === undefined}
            onPress={() => open(previous)}
          />
          <IconButton
            icon="downArrow"
            label={words.next()}
            keys="Alt ↓"
            isDisabled={next === undefined}
            onPress={() => open(next)}
          />
          <FilmMenu id={id} title={title} state={state} film={film} />
        </div>
      </header>
    </>
  );
}

function useOpenFilm(): (film: ListedFilm | undefined) => void {
  const { site } = useOpenSite();
  const router = useRouter();
  return (film) => {
    if (film !== undefined) void router.navigate({ href: withBase(recordPath(site.key, 'films', film.id)) });
  };
}

/** Alt and arrows open the previous and the next film, except where they move an item of a list. */
function useNeighborKeys(films: readonly ListedFilm[], id: string): void {
  const open = useOpenFilm();
  const step = useEffectEvent((direction: -1 | 1) => open(neighborFilm(films, id, direction)));
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      if (direction === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented)
        return;
      if (document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null) return;
      event.preventDefault();
      step(direction);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function FilmMenu({
  id,
  title,
  state,
  film,
}: {
  readonly id: string;
  readonly title: string;
  readonly state: DraftState;
  readonly film: EditedFilm | undefined;
}) {
  const { films: words, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const { content } = state;
  const mayEdit = can(site, 'editProgram');
  const remove = (): void => {
    const changes = removedFilm(content, id);
    const count = typedInShowIds(content, id).length;
    draft.edit(changes);
    showToast(count === 0 ? words.removed({ title }) : words.removedShows({ title, count }), {
      label: common.undo(),
      onAction: () => draft.edit(undoneChanges(content, changes)),
    });
    void router.navigate({ href: withBase(screenPath(site.key, 'films')) });
  };
  const resetAll = (): void => {
    const changes = [{ pointer: filmPointer(id), to: undefined }];
    draft.edit(changes);
    showToast(words.resetAllDone({ title }), {
      label: common.undo(),
      onAction: () => draft.edit(undoneChanges(content, changes)),
    });
  };
  const entries: readonly MenuEntry[] = [
    {
      id: 'open',
      label: words.openPage(),
      icon: 'external',
      onAction: () => void open(`${site.origin}/movies/${id}-/`, '_blank', 'noopener'),
    },
    ...(mayEdit && film !== undefined && overriddenNames(film).length > 0
      ? [{ id: 'reset', label: words.resetAll(), icon: 'reset' as const, onAction: resetAll }]
      : []),
    ...(mayEdit && film?.isAdded === true
      ? [{ id: 'remove', label: words.remove(), icon: 'trash' as const, onAction: remove }]
      : []),
  ];
  return (
    <Menu
      label={words.actions({ title })}
      trigger={<IconButton icon="more" label={words.actions({ title })} />}
      entries={entries}
    />
  );
}
