// The icons of links: what they lead to, for operators. Visitors see words only.

import type { IconName } from '../../parts/icons.ts';
import { SCREEN_ICONS } from '../../parts/screen-icons.ts';
import { hasClubBlock } from '../../state/content/club-page.ts';
import { type FIXED_PAGES, fixedPageOf, isMemberPage, linkKindOf, pathOfLink } from '../../state/content/links.ts';
import { type PageKind, pageAt } from '../../state/content/pages.ts';

const OF_FIXED: Readonly<Record<(typeof FIXED_PAGES)[number]['name'], IconName>> = {
  films: SCREEN_ICONS.films,
  comingSoon: SCREEN_ICONS.films,
  showtimes: SCREEN_ICONS.program,
  events: SCREEN_ICONS.events,
  theaters: SCREEN_ICONS.theaters,
  search: 'search',
};

const OF_PAGE: Readonly<Record<PageKind, IconName>> = {
  content: SCREEN_ICONS.pages,
  home: 'home',
  showtimes: SCREEN_ICONS.program,
  events: SCREEN_ICONS.events,
  theaters: SCREEN_ICONS.theaters,
};

export function linkIconOf(href: string, content: unknown): IconName {
  switch (linkKindOf(href)) {
    case 'event':
      return SCREEN_ICONS.events;
    case 'theater':
      return SCREEN_ICONS.theaters;
    case 'film':
      return SCREEN_ICONS.films;
    case 'ticketing':
      return 'card';
    case 'none':
      return SCREEN_ICONS.menus;
    case 'address':
      if (/^tel:/i.test(href)) return 'phone';
      return /^mailto:|^[^/:]+@/i.test(href) ? 'mail' : 'external';
    case 'page':
      return pageIconOf(pathOfLink(href), content);
  }
}

function pageIconOf(path: string, content: unknown): IconName {
  const fixed = fixedPageOf(path);
  if (fixed !== undefined) return OF_FIXED[fixed.name];
  const page = pageAt(content, path);
  if (page !== undefined) return hasClubBlock(content, page) ? SCREEN_ICONS.rewards : OF_PAGE[page.kind];
  if (path === '/') return 'home';
  return isMemberPage(path, content) ? SCREEN_ICONS.members : SCREEN_ICONS.pages;
}
