// The order of the navigation: its groups, the tabs of phones, and the page with the other screens.

import type { Screen } from './location.ts';

/** The groups of the navigation, of sections that exist. The overview is before them. */
export const GROUPS = [
  { name: 'program', screens: ['program', 'films', 'featured', 'events'] },
  { name: 'site', screens: ['pages', 'menus', 'design', 'media', 'history'] },
  { name: 'people', screens: ['members', 'rewards'] },
  { name: 'setup', screens: ['theaters', 'feeds', 'settings', 'team'] },
] as const satisfies readonly { readonly name: string; readonly screens: readonly Screen[] }[];

/** The screens that may be tabs of phones, the most needed first. */
const TABS: readonly Screen[] = ['overview', 'program', 'films', 'members', 'pages', 'design'];
const TAB_COUNT = 4;

/** The tabs of phones, of the screens that a role can use. */
export const tabsOf = (screens: readonly Screen[]): readonly Screen[] =>
  TABS.filter((screen) => screens.includes(screen)).slice(0, TAB_COUNT);

/** The screens that are no tabs of phones: those of the program and the site, then those of people and set-up. Empty lists are left out. */
export function moreOf(screens: readonly Screen[]): readonly (readonly Screen[])[] {
  const tabs = tabsOf(screens);
  const isElsewhere = (screen: Screen): boolean => screens.includes(screen) && !tabs.includes(screen);
  const [program, site, people, setup] = GROUPS;
  return [
    [...program.screens, ...site.screens].filter(isElsewhere),
    [...people.screens, ...setup.screens].filter(isElsewhere),
  ].filter((list) => list.length > 0);
}
