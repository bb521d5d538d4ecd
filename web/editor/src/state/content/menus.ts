// The menus of a site in its draft: header, columns of the footer, legal line, profiles on other sites. Lists are shown as rows: links
// below an entry of the header are rows after it (PAGE-14).

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, valueAt } from '../pointer.ts';
import { type Place, neighborPlace } from './sequence.ts';

/** Number of entries of the header that pages show. */
export const MAX_HEADER_LINKS = 6;

/** A link without those below it. */
export type MenuLink = Readonly<Record<string, unknown>>;

export interface MenuRow {
  readonly link: MenuLink;
  /** Whether it is below the last row before it that is not. */
  readonly isBelow: boolean;
}

export interface MenuList {
  /** `header`, `legal`, `social`, or `footer/` and the number of a column. */
  readonly id: string;
  /** The title of a column. */
  readonly title: string;
  /** The record of a column; undefined for other lists. */
  readonly column?: Readonly<Record<string, unknown>>;
  readonly items: readonly MenuRow[];
}

function rowsOf(items: unknown): readonly MenuRow[] {
  const rowsBelow = (below: unknown): readonly MenuRow[] =>
    list(below)
      .filter(isRecord)
      .map((link) => ({ link, isBelow: true }));
  const row = (entry: MenuLink): MenuRow => ({ link: withMenuField(entry, 'items', undefined), isBelow: false });
  return list(items)
    .filter(isRecord)
    .flatMap((entry) => [row(entry)].concat(rowsBelow(entry['items'])));
}

/** The links of rows, each with those below it. */
function linksOf(rows: readonly MenuRow[]): readonly MenuLink[] {
  const groups: { readonly link: MenuLink; readonly items: MenuLink[] }[] = [];
  for (const { link, isBelow } of rows) {
    const last = groups.at(-1);
    if (isBelow && last !== undefined) last.items.push(link);
    else groups.push({ link, items: [] });
  }
  return groups.map(({ link, items }) => (items.length === 0 ? link : withMenuField(link, 'items', items)));
}

/** All lists: the header, the columns, the legal line, the profiles. */
export function menuListsOf(content: unknown): readonly MenuList[] {
  const columns = list(valueAt(content, '/menus/footer')).filter(isRecord);
  const single = (id: string): MenuList => ({ id, title: '', items: rowsOf(valueAt(content, `/menus/${id}`)) });
  return [
    single('header'),
    ...columns.map((column, index) => ({
      id: `footer/${index}`,
      title: text(column['title']),
      column,
      items: rowsOf(column['items']),
    })),
    single('legal'),
    single('social'),
  ];
}

export const rowsIn = (content: unknown, id: string): readonly MenuRow[] =>
  menuListsOf(content).find((menu) => menu.id === id)?.items ?? [];

/** The pointer of the part of the content that has a list. */
export const menuPointer = (id: string): string => `/menus/${id.split('/')[0] ?? ''}`;

const withItems = (menu: MenuList, items: readonly MenuRow[]): MenuList => ({ ...menu, items });

/** The changes that make the menus those of these lists. */
function menuChanges(content: unknown, lists: readonly MenuList[]): readonly PartChange[] {
  const links = (id: string): readonly MenuLink[] => linksOf(lists.find((menu) => menu.id === id)?.items ?? []);
  const footer = lists.flatMap(({ column, title, items }) =>
    column === undefined ? [] : [{ ...column, title, items: linksOf(items) }],
  );
  const changes: readonly PartChange[] = [
    { pointer: '/menus/header', to: links('header') },
    { pointer: '/menus/footer', to: footer },
    { pointer: '/menus/legal', to: links('legal') },
    { pointer: '/menus/social', to: links('social') },
  ];
  return changes.filter(({ pointer, to }) => !isSame(valueAt(content, pointer) ?? [], to));
}

const withRows = (content: unknown, id: string, change: (rows: readonly MenuRow[]) => readonly MenuRow[]): readonly PartChange[] =>
  menuChanges(
    content,
    menuListsOf(content).map((menu) => (menu.id === id ? withItems(menu, settled(id, change(menu.items))) : menu)),
  );

/** Only the header has links below others, and its first row has nothing above it. */
const settled = (id: string, rows: readonly MenuRow[]): readonly MenuRow[] =>
  rows.map((row, index) => (row.isBelow && (id !== 'header' || index === 0) ? { ...row, isBelow: false } : row));

/** Number of rows that move with a row: itself, and those below it. */
export function rowSpan(rows: readonly MenuRow[], index: number): number {
  if (rows[index]?.isBelow !== false) return 1;
  const next = rows.findIndex(({ isBelow }, other) => other > index && !isBelow);
  return (next < 0 ? rows.length : next) - index;
}

/** The row that a row is below, or would be if it were indented; undefined if it cannot be. */
export function rowAbove({ list: id, index }: Place, rows: readonly MenuRow[]): MenuRow | undefined {
  return id === 'header' ? rows.slice(0, index).findLast(({ isBelow }) => !isBelow) : undefined;
}

/**
 * Moves a row with those below it. `to.index` counts without them. `indent` 1 puts it below the entry before it, -1 on the level of
 * the header; 0 keeps its level, except among links below an entry.
 */
export function movedLink(content: unknown, from: Place, to: Place, indent: -1 | 0 | 1 = 0): readonly PartChange[] {
  const rows = rowsIn(content, from.list);
  const span = rowSpan(rows, from.index);
  const moving = rows.slice(from.index, from.index + span);
  const [first] = moving;
  if (first === undefined) return [];
  const lists = menuListsOf(content).map((menu) => {
    const without = menu.id === from.list ? menu.items.toSpliced(from.index, span) : menu.items;
    if (menu.id !== to.list) return withItems(menu, settled(menu.id, without));
    const isAmong = without[to.index]?.isBelow === true;
    const isBelow = indent === 0 ? first.isBelow || isAmong : indent === 1;
    return withItems(menu, settled(menu.id, without.toSpliced(to.index, 0, ...moving.with(0, { link: first.link, isBelow }))));
  });
  return menuChanges(content, lists);
}

/** Where a link goes one step up (-1) or down (1), counted without the rows that move with it. */
export function linkStep(content: unknown, place: Place, step: -1 | 1): Place | undefined {
  const rows = rowsIn(content, place.list);
  const span = rowSpan(rows, place.index);
  const lists = menuListsOf(content).map((menu) =>
    menu.id === place.list ? withItems(menu, menu.items.toSpliced(place.index + 1, span - 1)) : menu,
  );
  const next = neighborPlace(lists, place, step);
  const isEntry = rows[place.index]?.isBelow === false;
  if (next?.list !== place.list || !isEntry) return next;
  // An entry of the header passes the next one with all links below it.
  const others = rows.toSpliced(place.index, span);
  if (step === 1) return { list: place.list, index: place.index + rowSpan(others, place.index) };
  return { list: place.list, index: others.slice(0, place.index).findLastIndex(({ isBelow }) => !isBelow) };
}

/** Puts a link below the entry before it, or on the level of the header, after the links beside it. */
export function indentedLink(
  content: unknown,
  place: Place,
  isBelow: boolean,
): { readonly changes: readonly PartChange[]; readonly place: Place } | undefined {
  const rows = rowsIn(content, place.list);
  const row = rows[place.index];
  if (row === undefined || row.isBelow === isBelow || rowAbove(place, rows) === undefined) return undefined;
  const end = rows.findIndex((other, index) => index > place.index && !other.isBelow);
  const index = isBelow ? place.index : (end < 0 ? rows.length : end) - 1;
  const changes = withRows(content, place.list, (all) => all.toSpliced(place.index, 1).toSpliced(index, 0, { ...row, isBelow }));
  return { changes, place: { list: place.list, index } };
}

export const changedLink = (content: unknown, { list: id, index }: Place, link: MenuLink): readonly PartChange[] =>
  withRows(content, id, (rows) => rows.map((row, other) => (other === index ? { ...row, link } : row)));

export const insertedRows = (content: unknown, { list: id, index }: Place, added: readonly MenuRow[]): readonly PartChange[] =>
  withRows(content, id, (rows) => rows.toSpliced(index, 0, ...added));

export const insertedLink = (content: unknown, place: Place, link: MenuLink): readonly PartChange[] =>
  insertedRows(content, place, [{ link, isBelow: false }]);

/** Removes a link with those below it. */
export const removedLink = (content: unknown, { list: id, index }: Place): readonly PartChange[] =>
  withRows(content, id, (rows) => rows.toSpliced(index, rowSpan(rows, index)));

/** A field of a link or of a column; undefined leaves it out. */
export const withMenuField = (record: MenuLink, name: string, value: unknown): MenuLink =>
  value === undefined ? Object.fromEntries(Object.entries(record).filter(([key]) => key !== name)) : { ...record, [name]: value };

/** The record with a text in another language; an empty one is left out. */
export function withTranslation(record: MenuLink, language: string, value: string): MenuLink {
  const texts = isRecord(record['localizations']) ? record['localizations'] : {};
  const next = withMenuField(texts, language, value === '' ? undefined : value);
  return withMenuField(record, 'localizations', Object.keys(next).length === 0 ? undefined : next);
}

export const translationOf = (record: MenuLink, language: string): string => {
  const texts = record['localizations'];
  return isRecord(texts) ? text(texts[language]) : '';
};

/** The text that starts the legal line, with its translations; empty for the default. */
export function legalLineOf(content: unknown): MenuLink {
  const line = valueAt(content, '/menus/legalLine');
  return isRecord(line) ? line : {};
}

/** Changes the legal line; one without texts is left out. */
export const changedLegalLine = (line: MenuLink): readonly PartChange[] => [
  { pointer: '/menus/legalLine', to: text(line['text']) === '' && line['localizations'] === undefined ? undefined : line },
];

/** Sites whose names are proposed as labels, by the end of their hosts. */
const PROFILES: readonly (readonly [host: string, name: string])[] = [
  ['instagram.com', 'Instagram'],
  ['facebook.com', 'Facebook'],
  ['letterboxd.com', 'Letterboxd'],
  ['tiktok.com', 'TikTok'],
  ['youtube.com', 'YouTube'],
  ['bsky.app', 'Bluesky'],
  ['threads.net', 'Threads'],
  ['linkedin.com', 'LinkedIn'],
  ['x.com', 'X'],
];

/** The name of the site that an address belongs to, if it is a well-known one. */
export function profileName(href: string): string | undefined {
  const host = /^https?:\/\/(?:www\.)?([^/?#:]+)/i.exec(href.trim())?.[1]?.toLowerCase() ?? '';
  return PROFILES.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1];
}

/** Changes the columns of the footer. */
export function changedColumns(
  content: unknown,
  change: (columns: readonly Readonly<Record<string, unknown>>[]) => readonly Readonly<Record<string, unknown>>[],
): readonly PartChange[] {
  return [{ pointer: '/menus/footer', to: change(list(valueAt(content, '/menus/footer')).filter(isRecord)) }];
}
