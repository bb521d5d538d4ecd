// The icons of screens, in the navigation and the palette.

import type { Screen } from '../state/location.ts';
import type { IconName } from './icons.ts';

export const SCREEN_ICONS: Readonly<Record<Screen, IconName>> = {
  overview: 'home',
  program: 'calendar',
  films: 'film',
  featured: 'star',
  events: 'ticket',
  pages: 'file',
  menus: 'tree',
  design: 'palette',
  media: 'picture',
  history: 'history',
  members: 'people',
  rewards: 'gift',
  theaters: 'pin',
  feeds: 'feed',
  settings: 'settings',
  team: 'shield',
};
