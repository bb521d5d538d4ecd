// What the palette offers.

import type { EditorFilm } from '@marquee/api/editor.gen.ts';
import type { IconName } from '../../parts/icons.ts';
import { SCREEN_ICONS } from '../../parts/screen-icons.ts';
import { useScreenNames, useScreens } from '../../state/screen-names.ts';
import { useNow } from '../../state/clock.ts';
import { encodedPath, pagesOf } from '../../state/content/pages.ts';
import { pagesWith } from '../../state/content/saved-blocks.ts';
import { savedBlocksOf } from '../../state/content/saved-records.ts';
import { recordsOf } from '../../state/content/records.ts';
import { type FoundText, findTexts } from '../../state/content/text-search.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { type ListedFilm, listedFilms } from '../../state/films/list.ts';
import { useSiteFilms } from '../../state/films/queries.ts';
import { SCREEN_KEYS, commandKey } from '../../state/keys.ts';
import {
  SET_UP_PATH,
  askPath,
  feedPath,
  importPath,
  recordPath,
  savedBlockPath,
  screenPath,
  withBase,
} from '../../state/location.ts';
import { type EditorMessages, useMessages } from '../../state/messages.ts';
import { type SiteAccess, can, canAt, canSomewhere } from '../../state/roles.ts';
import { bestMatches } from '../../state/search.ts';
import { useSession } from '../../state/session.ts';
import { sectionOf } from '../../state/settings/sections.ts';
import { searchText, settingTitle, useSettingTexts } from '../../state/settings/texts.ts';
import { useSiteSchema } from '../../state/site-schema.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Other words that it is found by. */
  readonly words?: string;
  readonly icon: IconName;
  readonly keys?: readonly string[];
  readonly href?: string;
  readonly run?: () => void;
}

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** What a query finds, by group: sections, actions, records, settings, then words in texts. */
export function useFoundCommands(query: string): readonly CommandGroup[] {
  const { palette } = useMessages();
  const { site } = useOpenSite();
  const state = useDraft();
  const groups = useCommands(query !== '').map(({ name, commands }) => ({ name, commands: bestMatches(commands, query) }));
  const mayRead = can(site, 'read');
  const { films } = useSiteFilms(query !== '' && mayRead);
  const film = groups.flatMap(({ commands }) => commands).find(({ id }) => id.startsWith(FILM_ID));
  const texts = mayRead ? findTexts(state?.content, query) : [];
  return [
    ...groups,
    { name: film?.label ?? '', commands: film === undefined ? [] : filmActions(site, film, palette) },
    { name: palette.texts(), commands: texts.map((found) => textCommand(site.key, found, films)) },
  ].filter(({ commands }) => commands.length > 0);
}

/** Sections, actions and, once something is typed, records and settings. */
function useCommands(withSettings: boolean): readonly CommandGroup[] {
  const messages = useMessages();
  const { nav, palette, settings } = messages;
  const { site, draft } = useOpenSite();
  const names = useScreenNames();
  const offered = useScreens();
  const state = useDraft();
  const now = useNow();
  const mayCreate = useSession().data?.mayCreateSites === true;
  const mayRead = can(site, 'read');
  const { data } = useSiteSchema(withSettings && mayRead);
  const { texts } = useSettingTexts(withSettings && mayRead);
  const count = state === undefined ? 0 : countChanges(state);
  const actions: Command[] = [
    ...(canSomewhere(site, 'publish') && count > 0
      ? [
          {
            id: 'publish',
            label: nav.publish(),
            hint: nav.changes({ count }),
            icon: 'publish' as const,
            keys: [commandKey(), '↵'],
            run: () => openDialog('publish'),
          },
        ]
      : []),
    ...importCommands(site, messages.programImport.title()),
    ...connectCommands(site, messages.feeds.connect()),
    ...alertCommands(site, state?.content, palette),
    { id: 'undo', label: palette.undo(), icon: 'undo', keys: [commandKey(), 'Z'], run: () => draft.undo() },
    { id: 'redo', label: palette.redo(), icon: 'redo', keys: [commandKey(), '⇧', 'Z'], run: () => draft.redo() },
    { id: 'open', label: nav.openSite(), hint: site.origin, icon: 'external', run: () => open(site.origin, '_blank', 'noopener') },
    ...(mayCreate
      ? [
          {
            id: 'new-site',
            label: messages.setUp.newSite(),
            icon: 'plus' as const,
            run: () => location.assign(withBase(SET_UP_PATH)),
          },
        ]
      : []),
    { id: 'keys', label: messages.keys.title(), icon: 'keyboard', keys: ['?'], run: () => openDialog('keys') },
  ];
  const screens = offered.map((screen): Command => ({
    id: screen,
    label: names[screen],
    icon: SCREEN_ICONS[screen],
    keys: ['G', SCREEN_KEYS[screen].toUpperCase()],
    href: withBase(screenPath(site.key, screen)),
  }));
  const fields = (withSettings ? (data?.leaves ?? []) : []).map(({ pointer }): Command => ({
    id: pointer,
    label: settingTitle(texts, pointer),
    hint: settings.sections[sectionOf(pointer)](),
    icon: 'settings',
    words: searchText(texts, pointer),
    href: withBase(`${screenPath(site.key, 'settings')}?q=${encodeURIComponent(settingTitle(texts, pointer))}`),
  }));
  const { films } = useSiteFilms(withSettings && mayRead);
  const saved = withSettings && mayRead ? savedCommands(site.key, state?.content, messages.savedBlocks.single()) : [];
  const records = withSettings && mayRead ? contentCommands(site.key, state?.content, filmsOf(films, state, now)) : [];
  return [
    { name: palette.goTo(), commands: screens },
    { name: palette.actions(), commands: actions },
    { name: palette.content(), commands: [...records, ...saved] },
    { name: nav.settings(), commands: fields },
  ];
}

/** The import of a schedule, for those who may change the program. */
const importCommands = (site: SiteAccess, label: string): readonly Command[] =>
  can(site, 'editProgram') ? [{ id: 'import', label, icon: 'upload', href: withBase(importPath(site.key)) }] : [];

/** The connection of a feed, for those who may change the settings. */
const connectCommands = (site: SiteAccess, label: string): readonly Command[] =>
  can(site, 'editSettings') ? [{ id: 'connect-feed', label, icon: 'feed', href: withBase(feedPath(site.key)) }] : [];

/** An alert, for those who may write one: on the page of their theater, or in the list of several. */
function alertCommands(site: SiteAccess, content: unknown, { alert, alertHint }: EditorMessages['palette']): readonly Command[] {
  const [own, ...others] = recordsOf(content, 'theaters').filter(({ id }) => canAt(site, 'alerts', id));
  if (own === undefined) return [];
  const href = others.length === 0 ? recordPath(site.key, 'theaters', own.id) : screenPath(site.key, 'theaters');
  return [{ id: 'alert', label: alert(), hint: alertHint(), icon: 'megaphone', href: withBase(href) }];
}

const FILM_ID = 'film ';

/** What is done with a film elsewhere than on its own screen. */
function filmActions(site: SiteAccess, { id, label: title }: Command, words: EditorMessages['palette']): readonly Command[] {
  const film = id.slice(FILM_ID.length);
  const show: Command = {
    id: 'add-show',
    label: words.addShow({ title }),
    icon: 'plus',
    keys: ['A'],
    href: withBase(askPath(site.key, 'program', 'show', title)),
  };
  const feature: Command = {
    id: 'feature',
    label: words.feature({ title }),
    hint: words.featureHint(),
    icon: 'star',
    href: withBase(askPath(site.key, 'featured', 'film', film)),
  };
  return [...(canSomewhere(site, 'editProgram') ? [show] : []), ...(can(site, 'editProgram') ? [feature] : [])];
}

const TEXT_ICONS = { page: 'file', film: SCREEN_ICONS.films, event: SCREEN_ICONS.events } as const;

/** The page, film or event whose text has the words. */
function textCommand(site: string, { kind, id, title, excerpt }: FoundText, films: readonly EditorFilm[]): Command {
  const known = kind === 'film' ? (films.find((film) => film.id === id)?.title ?? '') : '';
  const href = {
    page: () => recordPath(site, 'pages', encodedPath(id)),
    film: () => recordPath(site, 'films', id),
    event: () => recordPath(site, 'events', id),
  }[kind]();
  return {
    id: `text ${kind} ${id}`,
    label: title || known || id,
    hint: `“${excerpt}”`,
    icon: TEXT_ICONS[kind],
    href: withBase(href),
  };
}

/** The films of the site with those of the draft. */
const filmsOf = (films: readonly EditorFilm[], state: DraftState | undefined, now: Date): readonly ListedFilm[] =>
  state === undefined ? [] : listedFilms(films, { content: state.content, live: state.server.live }, now.toISOString());

/** The pages, films, events and theaters of the draft. */
function contentCommands(site: string, content: unknown, films: readonly ListedFilm[]): readonly Command[] {
  const pages = pagesOf(content).map(({ path, title }): Command => ({
    id: `page ${path}`,
    label: title,
    hint: path,
    icon: 'file',
    href: withBase(recordPath(site, 'pages', encodedPath(path))),
  }));
  const records = (['events', 'theaters'] as const).flatMap((kind) =>
    recordsOf(content, kind).map(({ id, name }): Command => ({
      id: `${kind} ${id}`,
      label: name,
      icon: SCREEN_ICONS[kind],
      href: withBase(recordPath(site, kind, id)),
    })),
  );
  const ofFilms = films.map(({ id, title }): Command => ({
    id: FILM_ID + id,
    label: title,
    icon: SCREEN_ICONS.films,
    href: withBase(recordPath(site, 'films', id)),
  }));
  return [...pages, ...ofFilms, ...records];
}

/** The saved blocks, each on the first page that has it; without one, the pages, to one of which it can be added. */
const savedCommands = (site: string, content: unknown, hint: string): readonly Command[] =>
  savedBlocksOf(content).map(({ id, name }) => {
    const [page] = pagesWith(content, id);
    return {
      id: `saved ${id}`,
      label: name,
      hint,
      icon: 'star',
      href: withBase(page === undefined ? screenPath(site, 'pages') : savedBlockPath(site, encodedPath(page.path), id)),
    };
  });
