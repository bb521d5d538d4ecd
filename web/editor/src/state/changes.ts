// Changes of the draft in words: where, what, from and to.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { FEATURED_POINTER, featuresOf } from './featured/plan.ts';
import { BY_SHOWS_POINTER, HIDDEN_POINTER, ORDER_POINTER } from './content/film-order.ts';
import { pagesWith } from './content/saved-blocks.ts';
import { SAVED_POINTER, savedAt, savedBlocksOf, savedIdOf } from './content/saved-records.ts';
import { LOGO } from './design/logo.ts';
import { type ProgramNames, editFields, filmName, showName, useProgramNames } from './films/names.ts';
import { PLACES_POINTER } from './films/places.ts';
import { leftOutWords } from './films/places-words.ts';
import { PALETTE, POINTERS } from './design/theme.ts';
import type { Screen } from './location.ts';
import { type EditorMessages, useMessages } from './messages.ts';
import { partName } from './part-names.ts';
import { isSame, isWithin, namesOf, pointerOf, valueAt } from './pointer.ts';
import { titleOf } from './settings/schema.ts';
import { sectionOf } from './settings/sections.ts';
import { type SettingTexts, settingText, settingTitle, useSettingTexts } from './settings/texts.ts';

export interface ChangeWords {
  /** The section: Design, Settings, a page. */
  readonly place: string;
  /** The part. */
  readonly part: string;
}

/** Names of parts that have words of their own, by pointer. */
function designPart(pointer: string, { design }: EditorMessages): string | undefined {
  const names = namesOf(pointer);
  const last = names.at(-1) ?? '';
  const color = PALETTE.find((name) => name === names[5]);
  if (pointer.includes('/colors/palette/') && color !== undefined) return design.palette[color]();
  if (pointer.includes('/colors/settings/') && color !== undefined) return design.shadeOf({ color: design.palette[color]() });
  if (pointer.includes('/colors/combination')) return design.swap();
  if (pointer.includes('/roundness'))
    return last === 'buttons' ? design.buttons() : last === 'content' ? design.content() : design.corners();
  if (pointer.includes('/fonts'))
    return last === 'body' ? design.bodyFont() : last === 'heading' ? design.headingFont() : design.fonts();
  if (pointer.includes('/fontWeights')) return design.weights();
  if (pointer.includes('/fontStyles')) return design.styles();
  const layout = {
    headerLayout: design.header,
    footerLayout: design.footer,
    logoSize: design.logoSize,
    hasSearch: design.hasSearch,
    footerMobileLinks: design.footerMobileLinks,
  };
  return Object.entries(layout).find(([name]) => name === last)?.[1]();
}

const isFeatured = (pointer: string): boolean =>
  pointer === ORDER_POINTER || pointer === HIDDEN_POINTER || pointer === BY_SHOWS_POINTER || isWithin(pointer, FEATURED_POINTER);

/** The screen on which a part is edited. */
export function screenOf(pointer: string): Screen {
  const [kind = ''] = namesOf(pointer);
  if (isFeatured(pointer)) return 'featured';
  if (isWithin(pointer, PLACES_POINTER)) return 'films';
  if (isWithin(pointer, SAVED_POINTER)) return 'pages';
  if (kind === 'pages' || kind === 'menus' || kind === 'events' || kind === 'theaters') return kind;
  if (kind === 'films') return kind;
  if (kind === 'pictures') return 'media';
  if (kind === 'shows' || kind === 'programRules') return 'program';
  if (kind === 'eventOrder') return 'events';
  if (kind === 'theaterOrder') return 'theaters';
  return sectionOf(pointer) === 'design' ? 'design' : 'settings';
}

/** Where a change is. `content` has names of theaters, events and pages, `texts` those of settings, `programNames` those of films and shows. */
export function changeWords(
  pointer: string,
  content: unknown,
  messages: EditorMessages,
  texts: SettingTexts,
  programNames: ProgramNames,
): ChangeWords {
  const names = namesOf(pointer);
  const [kind = '', id = '', ...rest] = names;
  const { nav } = messages;
  if (kind === 'site') {
    const section = sectionOf(pointer);
    if (isWithin(pointer, LOGO)) return { place: nav.design(), part: messages.media.logo() };
    const part = settingTitle(texts, pointer);
    if (isWithin(pointer, SAVED_POINTER)) return savedWords(pointer, content, messages);
    if (isFeatured(pointer)) return { place: nav.featured(), part: featuredPart(pointer, content, messages, programNames) };
    if (isWithin(pointer, PLACES_POINTER)) return placesWords(pointer, content, messages, programNames);
    if (section === 'design') return { place: nav.design(), part: designPart(pointer, messages) ?? part };
    return { place: `${nav.settings()}, ${messages.settings.sections[section]()}`, part };
  }
  if (kind === 'pictures') return { place: nav.media(), part: picturePart(rest, messages) };
  if (kind === 'films') return filmWords(pointer, content, messages, programNames);
  if (kind === 'shows') return showWords(pointer, content, messages, programNames);
  return contentWords(kind, id, rest, content, messages);
}

/** Where films appear, or one of them. */
function placesWords(pointer: string, content: unknown, { films, nav }: EditorMessages, names: ProgramNames): ChangeWords {
  const [id] = namesOf(pointer.slice(PLACES_POINTER.length));
  return { place: id === undefined ? nav.films() : filmName(content, id, names), part: films.where() };
}

/** The saved blocks, one of them by its name, or a field of one with its pages. */
function savedWords(pointer: string, content: unknown, messages: EditorMessages): ChangeWords {
  const { changes, savedBlocks, blocks } = messages;
  const [named, first = '', ...rest] = namesOf(pointer.slice(SAVED_POINTER.length));
  const [only, ...others] = savedBlocksOf(content);
  // The first saved blocks of a site are one change.
  const id = named ?? (others.length === 0 ? only?.id : undefined);
  if (id === undefined)
    return { place: messages.nav.pages(), part: [only, ...others].map((saved) => saved?.name).join(', ') || savedBlocks.title() };
  const place = changes.savedBlock({ name: savedAt(content, id)?.name ?? id });
  const [language, name] = first === 'localizations' ? rest : [undefined, first === 'block' ? rest[0] : first];
  const own = first === 'name' ? savedBlocks.name() : undefined;
  const field = Object.entries(blocks.fields).find(([key]) => key === name)?.[1]();
  const plain = own ?? field ?? (name === undefined || name === '' ? savedBlocks.single() : titleOf(name));
  const part = language === undefined ? plain : changes.inLanguage({ part: plain, language: language.toUpperCase() });
  const titles = pagesWith(content, id).map(({ title, path }) => title || path);
  const pages = titles.length > 3 ? savedBlocks.pages({ count: titles.length }) : titles.join(', ');
  return { place, part: pages === '' || first === 'name' ? part : changes.onPages({ part, pages }) };
}

const featureCount = (features: unknown): number => (isRecord(features) ? Object.keys(features).length : 0);

/** A list of films, the featured films, one of them, or one of its days. */
function featuredPart(pointer: string, content: unknown, messages: EditorMessages, { filmTitle }: ProgramNames): string {
  const { featured } = messages;
  const names = namesOf(pointer);
  if (!isWithin(pointer, FEATURED_POINTER)) return partName(names.at(-1) ?? '', messages);
  const [id, field] = names.slice(namesOf(FEATURED_POINTER).length);
  const titles = featuresOf(content)
    .filter((feature) => id === undefined || feature.id === id)
    .map(({ film }) => filmTitle(film) ?? film);
  const title = titles.length === 0 ? featured.plan() : [...new Set(titles)].join(', ');
  const fields = { movieId: featured.film, from: featured.from, to: featured.to, theaterId: featured.theater };
  const name = Object.entries(fields).find(([key]) => key === field)?.[1]();
  return name === undefined ? title : `${title}, ${name}`;
}

/** What of a picture changed. */
function picturePart([field = '', language = '']: readonly string[], { media, changes }: EditorMessages): string {
  const names: Readonly<Record<string, (() => string) | undefined>> = {
    alt: media.altText,
    decorative: media.decorative,
    focus: media.focus,
    credit: media.credit,
    rightsUntil: media.rightsUntil,
  };
  const part = names[field]?.() ?? media.picture();
  return language === '' ? part : changes.inLanguage({ part, language: language.toUpperCase() });
}

/** Names of the fields of a film that have words, by key. */
const filmFieldName = (name: string, { films }: EditorMessages): string =>
  Object.entries(films.names).find(([key]) => key === name)?.[1]() ?? titleOf(name);

/** The words of a change of a film: its title, and the fields. */
function filmWords(pointer: string, content: unknown, messages: EditorMessages, names: ProgramNames): ChangeWords {
  const { changes, nav } = messages;
  const [, id = '', , first = '', language = '', inner = ''] = namesOf(pointer);
  if (id === '') return { place: nav.films(), part: nav.films() };
  const place = filmName(content, id, names);
  if (first === '') {
    const isAdded = valueAt(content, pointerOf('films', id, 'added')) === true;
    const keys = isAdded ? [] : Object.keys(editFields(content, 'films', id));
    return { place, part: keys.length === 0 ? changes.film() : keys.map((key) => filmFieldName(key, messages)).join(', ') };
  }
  if (first !== 'localizations' || language === '') return { place, part: filmFieldName(first, messages) };
  const part = inner === '' ? changes.film() : filmFieldName(inner, messages);
  return { place, part: changes.inLanguage({ part, language: language.toUpperCase() }) };
}

/** The words of a change of a show: its film and its start, and the fields. */
function showWords(pointer: string, content: unknown, { changes, nav }: EditorMessages, names: ProgramNames): ChangeWords {
  const [, id = '', ...rest] = namesOf(pointer);
  if (id === '') return { place: nav.program(), part: nav.program() };
  const { film, moment } = showName(content, id, names);
  const show =
    film === ''
      ? moment === ''
        ? changes.showUntimed({ id })
        : changes.show({ moment })
      : moment === ''
        ? changes.showOfFilm({ film })
        : changes.showOf({ film, moment });
  return { place: nav.program(), part: [show, ...rest.slice(1).map(titleOf)].join(', ') };
}

/** The words of a change of content: a page by its title, an event or theater by its name. */
function contentWords(kind: string, id: string, rest: readonly string[], content: unknown, messages: EditorMessages): ChangeWords {
  const { changes } = messages;
  const orders: Readonly<Record<string, string>> = { eventOrder: changes.events(), theaterOrder: changes.theaters() };
  const order = orders[kind];
  if (kind === 'programRules') return { place: messages.nav.program(), part: changes.rules() };
  if (order !== undefined) return { place: order, part: changes.order() };
  if (kind === 'menus') return { place: changes.menus(), part: id === '' ? changes.menus() : partName(id, messages) };
  const place = { theaters: changes.theaters, events: changes.events, pages: changes.pages, attributes: changes.attributes };
  const named = Object.entries(place).find(([name]) => name === kind)?.[1]() ?? titleOf(kind);
  if (id === '') return { place: named, part: named };
  const record = valueAt(content, pointerOf(kind, id));
  const name = isRecord(record)
    ? [record['name'], record['title']].find((value) => typeof value === 'string' && value !== '')
    : undefined;
  const own = typeof name === 'string' ? name : id;
  const single = { theaters: changes.theater, events: changes.event, pages: changes.page };
  const whole = Object.entries(single).find(([other]) => other === kind)?.[1]() ?? named;
  if (rest.length === 0) return { place: own, part: whole };
  const [first = '', language = '', ...inner] = rest;
  if (first === 'localizations' && language !== '') {
    const part = inner.length === 0 ? whole : partName(inner[0] ?? '', messages);
    return { place: own, part: changes.inLanguage({ part, language: language.toUpperCase() }) };
  }
  // Amount and currency are one part.
  const part = first === 'priceFrom' ? first : (rest.at(-1) ?? '');
  return { place: own, part: partName(part, messages) };
}

/** Whether a value is a color. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** A value in words. */
function valueWords(value: unknown, { changes }: EditorMessages): string {
  if (value === undefined || value === null || value === '') return changes.none();
  if (typeof value === 'boolean') return value ? changes.on() : changes.off();
  if (isColor(value)) return value.toUpperCase();
  if (typeof value === 'string') return changes.quoted({ value });
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string' && item.length < 24) && value.length > 0 && value.length < 5
      ? value.join(', ')
      : changes.items({ count: value.length });
  return changes.fields({ count: Object.keys(value).length });
}

/** The value of a setting in words: those of its choices, else those of any value. */
export function settingValueWords(pointer: string, value: unknown, messages: EditorMessages, texts: SettingTexts): string {
  if (pointer === POINTERS.headerLayout || pointer === POINTERS.footerLayout)
    return Object.entries(messages.design.layouts).find(([name]) => name === value)?.[1]() ?? valueWords(value, messages);
  const words = settingText(texts, pointer)?.values;
  if (words === undefined) return valueWords(value, messages);
  if (Array.isArray(value))
    return valueWords(
      value.map((item) => words[String(item)] ?? item),
      messages,
    );
  return words[String(value)] ?? valueWords(value, messages);
}

/** The words of changes, with those of settings unless they are not needed. */
export function useChangeWords(isNeeded = true) {
  const messages = useMessages();
  const { texts, isLoading } = useSettingTexts(isNeeded);
  const names = useProgramNames();
  return {
    /** Whether the words of settings are loading; until then they are the names of their keys. */
    isLoading,
    wordsOf: (pointer: string, content: unknown): ChangeWords => changeWords(pointer, content, messages, texts, names),
    valueWordsOf: (pointer: string, value: unknown): string => settingValueWords(pointer, value, messages, texts),
  };
}

/** Whether a part is inside a film or show that was typed in. */
export function isOfTypedIn(pointer: string, content: unknown): boolean {
  const [kind = '', id = '', part] = namesOf(pointer);
  return part !== undefined && (kind === 'films' || kind === 'shows') && valueAt(content, pointerOf(kind, id, 'added')) === true;
}

/**
 * What a change does, in words, where its values say less: records, links, blocks, films. Undefined elsewhere. `isTypedIn`: the part
 * is of a film or show that no feed has. `content` has the names of saved blocks.
 */
export function changeSummary(
  pointer: string,
  from: unknown,
  to: unknown,
  messages: EditorMessages,
  isTypedIn = false,
  content?: unknown,
): { readonly from: string; readonly to: string } | undefined {
  const { changes } = messages;
  const names = namesOf(pointer);
  const [kind = ''] = names;
  if (kind === 'pictures' && names[2] === 'focus') return { from: pointWords(from, messages), to: pointWords(to, messages) };
  const isProgram = !isTypedIn && (kind === 'films' || kind === 'shows');
  const program = isProgram ? programSummary(names, from, to, messages) : undefined;
  if (program !== undefined) return program;
  const isContent = ['pages', 'events', 'theaters'].includes(kind);
  if (pointer === FEATURED_POINTER)
    return { from: changes.films({ count: featureCount(from) }), to: changes.films({ count: featureCount(to) }) };
  if (isWithin(pointer, PLACES_POINTER) && names.length === namesOf(PLACES_POINTER).length + 1)
    return { from: leftOutWords(from, content, messages), to: leftOutWords(to, content, messages) };
  const isFeature = isWithin(pointer, FEATURED_POINTER) && names.length === namesOf(FEATURED_POINTER).length + 1;
  if (isFeature && from === undefined) return { from: changes.none(), to: changes.added() };
  if (isFeature && to === undefined) return { from: messages.nav.featured(), to: changes.removed() };
  const depth = names.length - namesOf(SAVED_POINTER).length;
  const isSaved = isWithin(pointer, SAVED_POINTER) && depth <= 1;
  if (isSaved && from === undefined) return { from: changes.none(), to: changes.added() };
  if (isSaved && to === undefined)
    return { from: depth === 1 ? nameOfItem(from, messages) : messages.savedBlocks.title(), to: changes.removed() };
  if (isContent && names.length === 2 && from === undefined) return { from: changes.none(), to: changes.added() };
  if (isContent && names.length === 2 && to === undefined) return { from: nameOfItem(from, messages), to: changes.removed() };
  const count = {
    header: changes.links,
    legal: changes.links,
    footer: changes.columns,
    blocks: changes.blocks,
    movieIds: changes.films,
    movieOrderIndex: changes.films,
    globalExcludedMovieIds: changes.films,
  };
  const last = kind.endsWith('Order') ? '' : names.at(-1);
  const counted = Object.entries(count).find(([name]) => name === last)?.[1];
  if (kind.endsWith('Order')) return { from: changes.items({ count: list(from).length }), to: changes.newOrder() };
  if (counted === undefined || (!isContent && kind !== 'menus' && !isFeatured(pointer))) return undefined;
  return { from: counted({ count: list(from).length }), to: listChange(list(from), list(to), messages, content) };
}

/** A focal point in words. */
function pointWords(value: unknown, { media }: EditorMessages): string {
  const [x, y] = list(value);
  return typeof x === 'number' && typeof y === 'number' ? media.point({ x, y }) : media.center();
}

/** What happened to a film or show as a whole, or to a field that followed its feed or follows it again. */
function programSummary(
  names: readonly string[],
  from: unknown,
  to: unknown,
  messages: EditorMessages,
): { readonly from: string; readonly to: string } | undefined {
  const { changes } = messages;
  const [, , part, field] = names;
  if (part === undefined) {
    const words = (record: unknown): string => {
      if (!isRecord(record)) return changes.asFeed();
      if (record['hidden'] === true) return changes.hidden();
      const values = Object.values(isRecord(record['fields']) ? record['fields'] : {});
      if (record['added'] === true) return text(valueAt(record, '/fields/title')) || changes.fields({ count: values.length });
      return values.length === 1 ? valueWords(values[0], messages) : changes.fields({ count: values.length });
    };
    const isAdded = [from, to].some((record) => valueAt(record, '/added') === true);
    if (isAdded && from === undefined) return { from: changes.none(), to: changes.added() };
    if (isAdded && to === undefined) return { from: words(from), to: changes.removed() };
    return { from: words(from), to: words(to) };
  }
  if (part === 'hidden')
    return from === true ? { from: changes.hidden(), to: changes.asFeed() } : { from: changes.asFeed(), to: changes.hidden() };
  if (field === undefined || names.length > 4) return undefined;
  if (from === undefined) return { from: changes.asFeed(), to: valueWords(to, messages) };
  return to === undefined ? { from: valueWords(from, messages), to: changes.asFeed() } : undefined;
}

/** The name of a link, a column, a block or a record. */
function nameOfItem(item: unknown, { blocks, changes }: EditorMessages, content?: unknown): string {
  if (!isRecord(item)) return text(item);
  const reference = savedIdOf(item);
  if (reference !== undefined) return changes.savedBlock({ name: savedAt(content, reference)?.name ?? reference });
  const named = [item['name'], item['label'], item['title']].map(text).find((name) => name !== '');
  const type = Object.entries(blocks.types)
    .find(([name]) => name === item['type'])?.[1]
    .name();
  return named ?? type ?? changes.none();
}

/** The items that others do not have, each as often as it occurs more. */
function without(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = [...others];
  return items.filter((item) => {
    const index = left.findIndex((other) => isSame(other, item));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** What happened to the items of a list. */
function listChange(from: readonly unknown[], to: readonly unknown[], messages: EditorMessages, content: unknown): string {
  const { changes } = messages;
  const namesIn = (items: readonly unknown[]): readonly string[] => items.map((item) => nameOfItem(item, messages, content));
  const [goneItems, freshItems] = [without(from, to), without(to, from)];
  const [gone, fresh] = [namesIn(goneItems), namesIn(freshItems)];
  // Others at the same places: they were changed, maybe also renamed.
  const isEdit =
    from.length === to.length &&
    to.every((item, index) => isSame(item, from[index]) || (freshItems.includes(item) && goneItems.includes(from[index])));
  const edited = isEdit ? fresh : fresh.filter((name) => gone.includes(name));
  const added = isEdit ? [] : fresh.filter((name) => !edited.includes(name));
  const removed = isEdit ? [] : gone.filter((name) => !edited.includes(name));
  const short = (names: readonly string[]): string =>
    names.length > 3 ? changes.items({ count: names.length }) : names.join(', ');
  const parts = [
    ...(added.length === 0 ? [] : [changes.addedItems({ names: short(added) })]),
    ...(removed.length === 0 ? [] : [changes.removedItems({ names: short(removed) })]),
    ...(edited.length === 0 ? [] : [changes.changedItems({ names: short(edited) })]),
  ];
  return parts.length === 0
    ? from.length === to.length
      ? changes.newOrder()
      : changes.items({ count: to.length })
    : parts.join('; ');
}
