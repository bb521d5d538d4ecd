// The address at which the editor opens a part of the content: the block, the row or the field.

import { list, text } from '@marquee/api/json.ts';
import { screenOf } from './changes.ts';
import { blockPath, menuRowPath } from './content/dead-links.ts';
import { languagesOf } from './content/languages.ts';
import { encodedPath, pagePointer } from './content/pages.ts';
import { pagesWith } from './content/saved-blocks.ts';
import { SAVED_POINTER } from './content/saved-records.ts';
import { PICTURES } from './films/pictures.ts';
import { fieldPath, recordPath, savedBlockPath, screenPath, showPath, tabPath } from './location.ts';
import { pictureSegment } from './media/filters.ts';
import { isWithin, namesOf, pointerOf, valueAt } from './pointer.ts';
import { clockOf, localTimeOf } from './program/clock.ts';

/** Where a part is edited. What has no address of its own is shown with the record or the screen that it is in. */
export function partPath(site: string, pointer: string, content: unknown): string {
  const [kind = '', id, ...rest] = namesOf(pointer);
  if (isWithin(pointer, SAVED_POINTER)) return savedPath(site, pointer, content);
  const screen = screenOf(pointer);
  if (screen === 'settings') return fieldPath(screenPath(site, screen), pointer);
  if (id === undefined || kind === 'site') return screenPath(site, screen);
  switch (kind) {
    case 'pages':
      return pagePath(site, id, rest, content);
    case 'menus':
      return menuPath(site, [id, ...rest], content);
    case 'films':
      return filmPath(site, pointer);
    case 'shows':
      return showAddress(site, id, content);
    case 'pictures':
      return recordPath(site, 'media', pictureSegment(id));
    case 'events':
    case 'theaters':
      return rest.length === 0 ? recordPath(site, kind, id) : fieldPath(recordPath(site, kind, id), pointer);
    default:
      return screenPath(site, screen);
  }
}

/** The editor of the first page that shows a saved block, with the block open. */
function savedPath(site: string, pointer: string, content: unknown): string {
  const [id] = namesOf(pointer.slice(SAVED_POINTER.length));
  const [page] = id === undefined ? [] : pagesWith(content, id);
  return id === undefined || page === undefined ? screenPath(site, 'pages') : savedBlockPath(site, encodedPath(page.path), id);
}

/** A page, with the block or the text that the names after the address lead to. */
function pagePath(site: string, path: string, names: readonly string[], content: unknown): string {
  const { main } = languagesOf(content);
  const [language, [part, index]] = names[0] === 'localizations' ? [names[1] ?? main, names.slice(2)] : [main, names];
  const page = recordPath(site, 'pages', encodedPath(path));
  if (part === 'title' || part === 'description') return fieldPath(page, pagePointer(path, ...names));
  if (part !== 'blocks' || index === undefined) return page;
  return blockPath(site, path, Number(index), language);
}

/** The row of a menu. Links below an entry are rows after it. */
function menuPath(site: string, [menu = '', ...names]: readonly string[], content: unknown): string {
  const isFooter = menu === 'footer';
  const [column = ''] = names;
  const inner = isFooter ? names.slice(2) : names;
  const items = list(valueAt(content, isFooter ? pointerOf('menus', menu, column, 'items') : pointerOf('menus', menu)));
  const [index, , below] = inner.map(Number);
  if (index === undefined) return screenPath(site, 'menus');
  const before = items.slice(0, index).reduce<number>((sum, entry) => sum + 1 + list(valueAt(entry, '/items')).length, 0);
  return menuRowPath(site, isFooter ? `footer/${column}` : menu, before + (below === undefined ? 0 : below + 1));
}

/** A film, on the tab that has the field. */
function filmPath(site: string, pointer: string): string {
  const [, id = '', , field] = namesOf(pointer);
  const film = recordPath(site, 'films', id);
  if (field === undefined) return film;
  if (PICTURES.some((name) => name === field) || field === 'trailer') return fieldPath(tabPath(film, 'pictures'), pointer);
  if (field === 'badges') return tabPath(film, 'badges');
  return field === 'cast' || field === 'directors' ? tabPath(film, 'people') : fieldPath(film, pointer);
}

/** A show that was typed in or changed, on its day. One that only its feed has a start for is shown with the program. */
function showAddress(site: string, show: string, content: unknown): string {
  const fields = valueAt(content, pointerOf('shows', show, 'fields'));
  const theater = text(valueAt(fields, '/theaterId'));
  const local = localTimeOf(clockOf(content, theater), text(valueAt(fields, '/startsAt')));
  return local === undefined ? screenPath(site, 'program') : showPath(site, { theater, day: local.day, show });
}
