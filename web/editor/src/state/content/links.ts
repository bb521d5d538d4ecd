// Links: what they lead to, and whether it exists.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { PATH_SEGMENTS } from '@marquee/rules/path-segments.gen.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt, withValue } from '../pointer.ts';
import { anchorsOf } from './blocks.ts';

export const LINK_KINDS = ['page', 'event', 'theater', 'film', 'ticketing', 'address', 'none'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Pages that every site has, with the names of their messages. */
export const FIXED_PAGES = [
  { path: '/movies/', name: 'films' },
  { path: '/movies/coming-soon/', name: 'comingSoon' },
  { path: '/showtimes/', name: 'showtimes' },
  { path: '/events/', name: 'events' },
  { path: '/theaters/', name: 'theaters' },
  { path: '/search/', name: 'search' },
] as const;

export const fixedPageOf = (path: string): (typeof FIXED_PAGES)[number] | undefined =>
  FIXED_PAGES.find((page) => page.path === path);

/** Segments of the ticketing site that a link can name. */
export const TICKETING_SEGMENTS = Object.entries(PATH_SEGMENTS)
  .filter(([name]) => !['permalink', 'movies', 'cmsPreview'].includes(name))
  .map(([, segment]) => segment);

/** First segments below which every site has files or endpoints. */
const RESERVED: ReadonlySet<string> = new Set(['api', 'assets', 'fonts', 'healthz', 'icons', 'media', 'permalink', 'readyz']);

/** Fragments of parts that every page has. */
const PAGE_ANCHORS: ReadonlySet<string> = new Set(['main', 'footer', 'menu', 'choices', 'privacy-choices']);

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** Slug of the pages for members. */
const loginSlug = (content: unknown): string => text(valueAt(content, '/site/settings/loginPage/slug'));

/** Whether an address is one of the pages for members. */
export const isMemberPage = (path: string, content: unknown): boolean => {
  const slug = loginSlug(content);
  return slug !== '' && segmentsOf(path)[0] === slug;
};

/** Whether the site itself serves an address, so that no page can have it. */
export function isBuiltIn(path: string, content: unknown): boolean {
  const segments = segmentsOf(path);
  const [first = '', ...rest] = segments;
  const isList = rest.length === 0 && ['search', 'movies'].includes(first);
  const isRecordPage = rest.length === 1 && ['movies', 'theaters', 'events'].includes(first);
  const languages = list(valueAt(content, '/site/config/options/additionalLocales')).map((locale) => text(locale).split('-')[0]);
  return (
    isList ||
    isRecordPage ||
    RESERVED.has(first) ||
    first === loginSlug(content) ||
    languages.includes(first) ||
    first === PATH_SEGMENTS.cmsPreview ||
    TICKETING_SEGMENTS.some((segment) => segment === segments.join('/'))
  );
}

/** A link without query and fragment. */
export const pathOfLink = (href: string): string => href.replace(/[?#].*$/s, '');

/** The path of a link, with a slash at the end; undefined if it does not lead to this site. */
function pathOf(href: string): string | undefined {
  if (!href.startsWith('/') || /^\/[/\\]/.test(href)) return undefined;
  const path = pathOfLink(href);
  return path.endsWith('/') ? path : `${path}/`;
}

const hasSlug = (content: unknown, kind: 'events' | 'theaters', slug: string): boolean => {
  const records = valueAt(content, pointerOf(kind));
  return isRecord(records) && Object.values(records).some((record) => isRecord(record) && record['slug'] === slug);
};

/** What a link leads to. */
export function linkKindOf(href: string): LinkKind {
  if (href.trim() === '') return 'none';
  if (href.startsWith('ticketing:')) return 'ticketing';
  const path = pathOf(href);
  if (path === undefined || href.includes('?')) return 'address';
  const [first, second, ...rest] = segmentsOf(path);
  if (second !== undefined && rest.length === 0) {
    if (first === 'events') return 'event';
    if (first === 'theaters') return 'theater';
    if (first === 'movies' && second !== 'coming-soon') return 'film';
  }
  return 'page';
}

export type LinkFault = 'missing' | 'anchor' | 'form';

/** The anchors of the blocks of a content page, in any language; empty for other addresses (PAGE-15). */
export function anchorsAt(href: string, content: unknown): readonly string[] {
  const page = valueAt(content, pointerOf('pages', pathOf(href) ?? ''));
  if (!isRecord(page) || !['content', undefined].includes(kindOf(page))) return [];
  const localized = isRecord(page['localizations']) ? Object.values(page['localizations']) : [];
  const lists = [page, ...localized].map((texts) => list(valueAt(texts, '/blocks')));
  return [...new Set(lists.flatMap(anchorsOf))];
}

const kindOf = (page: Readonly<Record<string, unknown>>): string | undefined =>
  page['kind'] === undefined ? undefined : text(page['kind']);

/** Whether the fragment of a link to a content page is not an anchor there. */
function lacksAnchor(href: string, content: unknown): boolean {
  const [, fragment = ''] = href.split('#');
  const page = valueAt(content, pointerOf('pages', pathOf(href) ?? ''));
  const isContent = isRecord(page) && ['content', undefined].includes(kindOf(page));
  return isContent && fragment !== '' && !PAGE_ANCHORS.has(fragment) && !anchorsAt(href, content).includes(fragment);
}

/**
 * What is wrong with a link: `missing` if the page, event or theater does not exist, `anchor` if the page has no block with the
 * fragment, `form` if it is not an address at all.
 */
export function linkFault(href: string, content: unknown): LinkFault | undefined {
  const trimmed = href.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  if (trimmed.startsWith('ticketing:'))
    return TICKETING_SEGMENTS.some((segment) => segment === trimmed.slice('ticketing:'.length)) ? undefined : 'form';
  const path = pathOf(trimmed);
  if (path === undefined)
    return /^(?:https?:\/\/[^\s/]|mailto:.|tel:.)/i.test(trimmed) || /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(trimmed)
      ? undefined
      : 'form';
  if (!isFound(path, content)) return 'missing';
  return lacksAnchor(trimmed, content) ? 'anchor' : undefined;
}

/** Whether a page had this address before, which forwards to it. */
function isForwarded(path: string, content: unknown): boolean {
  const pages = valueAt(content, '/pages');
  return isRecord(pages) && Object.values(pages).some((page) => list(valueAt(page, '/formerPaths')).includes(path));
}

/** Whether a path of the site is that of a page, as far as the draft knows. */
export function isFound(path: string, content: unknown): boolean {
  if (path === '/' || valueAt(content, pointerOf('pages', path)) !== undefined) return true;
  if (fixedPageOf(path) !== undefined || isForwarded(path, content)) return true;
  const [first, second = '', ...rest] = segmentsOf(path);
  if (rest.length === 0 && second !== '' && (first === 'events' || first === 'theaters')) return hasSlug(content, first, second);
  // Which films and member pages exist is not part of the draft.
  return isBuiltIn(path, content) || first === text(valueAt(content, '/site/config/pathPrefix'));
}

/** A link to an address or to a part of it, after the address has changed; other links stay. */
export const relinkedHref = (href: string, from: string, to: string): string =>
  href === from || href.startsWith(`${from}#`) || href.startsWith(`${from}?`) ? to + href.slice(from.length) : href;

/** Where the site keeps where old addresses lead (ROUTE-22). */
export const REDIRECTS_POINTER = '/site/config/options/redirects';

/** Old addresses by where they lead, without those of pages (ROUTE-22). */
export function typedRedirects(content: unknown): readonly (readonly [from: string, to: string])[] {
  const typed = valueAt(content, REDIRECTS_POINTER);
  return isRecord(typed) ? Object.entries(typed).map(([from, to]) => [from, text(to)] as const) : [];
}

/** The changes of old addresses that lead to an address which is another one now. */
export const relinkedRedirects = (content: unknown, from: string, to: string): readonly PartChange[] =>
  typedRedirects(content)
    .filter(([, target]) => target === from)
    .map(([old]) => ({ pointer: REDIRECTS_POINTER + pointerOf(old), to }));

/** The changes of menus that link to an address which is another one now. */
export function relinkedMenus(content: unknown, from: string, to: string): readonly PartChange[] {
  const relinked = (item: unknown): unknown => {
    if (!isRecord(item) || !has([item])) return item;
    const below = Array.isArray(item['items']) ? { items: item['items'].map(relinked) } : {};
    return { ...item, ...below, href: relinkedHref(text(item['href']), from, to) };
  };
  const leads = (href: string): boolean => relinkedHref(href, from, to) !== href;
  const has = (items: unknown): boolean =>
    list(items).some((item) => isRecord(item) && (leads(text(item['href'])) || has(item['items'])));
  const flat = ['/menus/header', '/menus/legal', '/menus/social'].flatMap((pointer): PartChange[] => {
    const items = valueAt(content, pointer);
    return has(items) ? [{ pointer, to: list(items).map(relinked) }] : [];
  });
  const columns = list(valueAt(content, '/menus/footer'));
  if (!columns.some((column) => isRecord(column) && has(column['items']))) return flat;
  const footer = columns.map((column) => withValue(column, '/items', list(valueAt(column, '/items')).map(relinked)));
  return [...flat, { pointer: '/menus/footer', to: footer }];
}
