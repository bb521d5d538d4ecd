// The menus of a site in its draft: header, columns of the footer, legal line.

import { isRecord, list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { isSame, valueAt } from '../pointer.ts';
import { type Place, movedBetween, neighborPlace } from './sequence.ts';

/** Number of links of the header that pages show. */
export const MAX_HEADER_LINKS = 6;

export type MenuLink = Readonly<Record<string, unknown>>;

export interface MenuList {
  /** `header`, `legal`, or `footer/` and the number of a column. */
  readonly id: string;
  /** The title of a column. */
  readonly title: string;
  /** The record of a column; undefined for header and legal line. */
  readonly column?: Readonly<Record<string, unknown>>;
  readonly items: readonly MenuLink[];
}

const itemsAt = (content: unknown, pointer: string): readonly MenuLink[] => list(valueAt(content, pointer)).filter(isRecord);

/** All lists: the header, the columns, the legal line. */
export function menuListsOf(content: unknown): readonly MenuList[] {
  const columns = list(valueAt(content, '/menus/footer')).filter(isRecord);
  return [
    { id: 'header', title: '', items: itemsAt(content, '/menus/header') },
    ...columns.map((column, index) => ({
      id: `footer/${index}`,
      title: text(column['title']),
      column,
      items: list(column['items']).filter(isRecord),
    })),
    { id: 'legal', title: '', items: itemsAt(content, '/menus/legal') },
  ];
}

/** The changes that make the menus those of these lists. */
function menuChanges(content: unknown, lists: readonly MenuList[]): readonly PartChange[] {
  const items = (id: string): readonly MenuLink[] => lists.find((menu) => menu.id === id)?.items ?? [];
  const footer = lists.flatMap(({ column, title, items: links }) =>
    column === undefined ? [] : [{ ...column, title, items: links }],
  );
  const changes: readonly PartChange[] = [
    { pointer: '/menus/header', to: items('header') },
    { pointer: '/menus/footer', to: footer },
    { pointer: '/menus/legal', to: items('legal') },
  ];
  return changes.filter(({ pointer, to }) => !isSame(valueAt(content, pointer) ?? [], to));
}

const withLinks = (menu: MenuList, items: readonly MenuLink[]): MenuList => ({ ...menu, items });

const withItems = (lists: readonly MenuList[], id: string, change: (items: readonly MenuLink[]) => readonly MenuLink[]) =>
  lists.map((menu) => (menu.id === id ? { ...menu, items: change(menu.items) } : menu));

export function movedLink(content: unknown, from: Place, to: Place): readonly PartChange[] {
  const lists = menuListsOf(content);
  const next = movedBetween(lists, from, to);
  return menuChanges(
    content,
    lists.map((menu) => withLinks(menu, next.find(({ id }) => id === menu.id)?.items ?? menu.items)),
  );
}

/** Where a link goes one step up (-1) or down (1). */
export const linkStep = (content: unknown, place: Place, step: -1 | 1): Place | undefined =>
  neighborPlace(menuListsOf(content), place, step);

export const changedLink = (content: unknown, { list: id, index }: Place, link: MenuLink): readonly PartChange[] =>
  menuChanges(
    content,
    withItems(menuListsOf(content), id, (items) => items.with(index, link)),
  );

export const insertedLink = (content: unknown, { list: id, index }: Place, link: MenuLink): readonly PartChange[] =>
  menuChanges(
    content,
    withItems(menuListsOf(content), id, (items) => items.toSpliced(index, 0, link)),
  );

export const removedLink = (content: unknown, { list: id, index }: Place): readonly PartChange[] =>
  menuChanges(
    content,
    withItems(menuListsOf(content), id, (items) => items.toSpliced(index, 1)),
  );

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

/** Changes the columns of the footer. */
export function changedColumns(
  content: unknown,
  change: (columns: readonly Readonly<Record<string, unknown>>[]) => readonly Readonly<Record<string, unknown>>[],
): readonly PartChange[] {
  return [{ pointer: '/menus/footer', to: change(list(valueAt(content, '/menus/footer')).filter(isRecord)) }];
}
