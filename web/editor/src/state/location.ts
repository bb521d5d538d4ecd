// Where the operator is: addresses of screens, without the base path.

import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

export const SCREENS = [
  'overview',
  'program',
  'films',
  'featured',
  'events',
  'pages',
  'menus',
  'design',
  'media',
  'history',
  'members',
  'rewards',
  'theaters',
  'feeds',
  'settings',
  'team',
] as const;
export type Screen = (typeof SCREENS)[number];

/** Base path of the editor. */
export const BASE = '/editor';

/** The address of the sign-in. */
export const SIGN_IN_PATH = '/sign-in/';

/** The address where a forgotten password is replaced. */
export const RESET_PATH = '/reset/';

/** The address of the set-up of a new site. */
export const SET_UP_PATH = '/set-up/';

/** The address of the end of the set-up of a site. */
export const createdPath = (site: string): string => `/${site}/created/`;

/** The address of a screen of a site. */
export const screenPath = (site: string, screen: Screen = 'overview'): string =>
  `/${site}/${screen === 'overview' ? '' : `${screen}/`}`;

/** The part of an address that opens the dialog for spreadsheets. */
export const SPREADSHEET_SEARCH = '?spreadsheet';

/** The program of a site, with the dialog for spreadsheets or without. */
export const programPath = (site: string, withSpreadsheet: boolean): string =>
  `${screenPath(site, 'program')}${withSpreadsheet ? SPREADSHEET_SEARCH : ''}`;

/** The part of an address that shows the program of today. */
export const DAY_SEARCH = '?day';

/** The program of a site, with the day of today. */
export const todayPath = (site: string): string => screenPath(site, 'program') + DAY_SEARCH;

/** The parts of addresses that ask a screen for something: a show of a film, a film on the home page, a page with a title. */
export const ASKS = { show: 'add', film: 'film', page: 'title' } as const;

/** The address of a screen that is asked for something. */
export const askPath = (site: string, screen: Screen, ask: keyof typeof ASKS, value: string): string =>
  `${screenPath(site, screen)}?${ASKS[ask]}=${encodeURIComponent(value)}`;

/** What an address names, without what it asks for once. */
export function namedBy(search: string): string {
  const parts = new URLSearchParams(search);
  for (const ask of Object.values(ASKS)) parts.delete(ask);
  return parts.toString();
}

/** Does once what the address asks for. The address is then that of the screen. */
export function useAsked(ask: keyof typeof ASKS, onAsk: (value: string) => void): void {
  const router = useRouter();
  const value = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get(ASKS[ask]) });
  const answer = useEffectEvent((asked: string) => {
    onAsk(asked);
    void router.navigate({ href: withBase(router.state.location.pathname), replace: true });
  });
  useEffect(() => {
    if (value !== null) answer(value);
  }, [value]);
}

/** The address of the import of a schedule. */
export const importPath = (site: string): string => `${screenPath(site, 'program')}import/`;

/** The address of a record within a screen. */
export const recordPath = (site: string, screen: Screen, id: string): string =>
  `${screenPath(site, screen)}${encodeURIComponent(id)}/`;

/** The tabs of a film's screen. */
export const FILM_TABS = ['texts', 'pictures', 'badges', 'people', 'feed'] as const;
export type FilmTab = (typeof FILM_TABS)[number];

/** The tabs of the team's screen. */
export const TEAM_TABS = ['people', 'roles', 'sign-in', 'keys', 'audit'] as const;
export type TeamTab = (typeof TEAM_TABS)[number];

/** The address of a screen or record with a tab of it. */
export const tabPath = (path: string, tab: FilmTab | TeamTab): string => `${path}?tab=${tab}`;

/** The tab that an address names; undefined if it names none of them. */
export function tabIn<Tab extends string>(search: string, tabs: readonly Tab[]): Tab | undefined {
  const name = new URLSearchParams(search).get('tab');
  return tabs.find((tab) => tab === name);
}

/** The address of a screen or record with a field of it, by the pointer of its part of the content. */
export const fieldPath = (path: string, pointer: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}field=${encodeURIComponent(pointer)}`;

/** The pointer of the field that an address names; empty for none. */
export const fieldIn = (search: string): string => new URLSearchParams(search).get('field') ?? '';

/** The program with a show: its theater, its cinema day and itself. */
export interface ShowPlace {
  readonly theater: string;
  /** `2026-11-20` */
  readonly day: string;
  /** Empty for the day as a whole. */
  readonly show: string;
}

/** The address of a show in the program. */
export const showPath = (site: string, { theater, day, show }: ShowPlace): string =>
  // One value: the router would read a number from an id of digits.
  `${screenPath(site, 'program')}?show=${[day, theater, show].map(encodeURIComponent).join('~')}`;

/** The show that an address names. */
export function showPlaceIn(search: string): ShowPlace | undefined {
  const [day = '', theater = '', ...show] = (new URLSearchParams(search).get('show') ?? '').split('~');
  return show.length === 0 ? undefined : { day, theater, show: show.join('~') };
}

/** The address of a feed, where it is changed; without an id, that where one is connected. */
export const feedPath = (site: string, feed?: string): string =>
  feed === undefined ? `${screenPath(site, 'feeds')}connect/` : recordPath(site, 'feeds', feed);

/** The address of the runs of a feed. */
export const runsPath = (site: string, feed: string): string => `${feedPath(site, feed)}runs/`;

/** The address of a run of a feed. */
export const runPath = (site: string, feed: string, run: string): string => `${feedPath(site, feed)}${encodeURIComponent(run)}/`;

/** The name of the part of an address that opens a saved block of the page. */
export const SAVED_BLOCK = 'saved';

/** The editor of a page, with the saved block open. `page` is the segment of the page. */
export const savedBlockPath = (site: string, page: string, id: string): string =>
  `${recordPath(site, 'pages', page)}?${SAVED_BLOCK}=${encodeURIComponent(id)}`;

/** Addresses within the editor get its base path; others are unchanged. */
export const withBase = (href: string): string => (href.startsWith('/') ? BASE + href : href);

/** Whether an address is that of another site. It needs a new document, whose policy permits to frame that site. */
export const isOtherSite = (href: string): boolean => href.split('/')[1] !== location.pathname.split('/')[2];

/** The page with the screens that are no tabs of phones. */
export const MORE = 'more';

/** The address of the page with the screens that are no tabs of phones. */
export const morePath = (site: string): string => `/${site}/${MORE}/`;

/** The open screen, and whether a record of it is open: the segments after the site's key. */
export function useScreen(): { readonly screen: Screen | typeof MORE; readonly isRecordOpen: boolean } {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, name, record] = path.split('/').filter((segment) => segment !== '');
  const screen = name === MORE ? MORE : SCREENS.find((candidate) => candidate === name);
  return { screen: screen ?? 'overview', isRecordOpen: record !== undefined };
}
