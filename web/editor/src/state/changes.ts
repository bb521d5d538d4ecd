// Changes of the draft in words: where, what, from and to.

import { isRecord, list, text } from '@marquee/api/json.ts';
import { HIDDEN_POINTER, ORDER_POINTER } from './content/film-order.ts';
import { LOGO } from './design/logo.ts';
import { PALETTE, POINTERS } from './design/theme.ts';
import type { Screen } from './location.ts';
import { type EditorMessages, useMessages } from './messages.ts';
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

const isFeatured = (pointer: string): boolean => pointer === ORDER_POINTER || pointer === HIDDEN_POINTER;

/** The screen on which a part is edited. */
export function screenOf(pointer: string): Screen {
  const [kind = ''] = namesOf(pointer);
  if (isFeatured(pointer)) return 'featured';
  if (kind === 'pages' || kind === 'menus' || kind === 'events' || kind === 'theaters') return kind;
  if (kind === 'films') return kind;
  if (kind === 'shows' || kind === 'programRules') return 'program';
  if (kind === 'eventOrder') return 'events';
  if (kind === 'theaterOrder') return 'theaters';
  return sectionOf(pointer) === 'design' ? 'design' : 'settings';
}

/** Where a change is. `content` has names of theaters, events and pages, `texts` those of settings. */
export function changeWords(pointer: string, content: unknown, messages: EditorMessages, texts: SettingTexts): ChangeWords {
  const names = namesOf(pointer);
  const [kind = '', id = '', ...rest] = names;
  const { nav } = messages;
  if (kind === 'site') {
    const section = sectionOf(pointer);
    if (isWithin(pointer, LOGO)) return { place: nav.design(), part: messages.media.logo() };
    const part = settingTitle(texts, pointer);
    if (isFeatured(pointer)) return { place: nav.featured(), part: partName(names.at(-1) ?? '', messages) };
    if (section === 'design') return { place: nav.design(), part: designPart(pointer, messages) ?? part };
    return { place: `${nav.settings()}, ${messages.settings.sections[section]()}`, part };
  }
  return contentWords(kind, id, rest, content, messages);
}

/** Parts of records that have words elsewhere, by name. */
function partName(name: string, { blocks, menus, pages, events, theaters, featured }: EditorMessages): string {
  const names: Readonly<Record<string, (() => string) | undefined>> = {
    blocks: blocks.title,
    description: pages.description,
    header: menus.header,
    footer: menus.footer,
    legal: menus.legal,
    title: events.title,
    type: events.kind,
    summary: events.summary,
    dates: events.dates,
    weekly: events.repeats,
    picture: events.picture,
    pictureAlt: events.alt,
    movieIds: events.films,
    theaterIds: events.theaters,
    visibleFrom: events.visibleFrom,
    visibleTo: events.visibleTo,
    name: theaters.name,
    phone: theaters.phone,
    email: theaters.email,
    street: theaters.street,
    city: theaters.city,
    region: theaters.region,
    postalCode: theaters.postalCode,
    country: theaters.country,
    timeZone: theaters.timeZone,
    hours: theaters.hours,
    closedWeekdays: theaters.closedWeekdays,
    closures: theaters.closures,
    screens: theaters.screens,
    geo: theaters.directions,
    movieOrderIndex: featured.order,
    globalExcludedMovieIds: featured.hidden,
  };
  return names[name]?.() ?? titleOf(name);
}

/** What a change of the program is about: a show by its start, a film by its title. */
function programPart(
  kind: string,
  id: string,
  rest: readonly string[],
  content: unknown,
  { changes, nav }: EditorMessages,
): string {
  if (id === '') return nav.program();
  if (kind === 'programRules') return changes.rules();
  const fields = valueAt(content, pointerOf(kind, id, 'fields'));
  if (kind === 'films') return [text(valueAt(fields, '/title')) || id, ...rest.slice(1).map(titleOf)].join(', ');
  const startsAt = Date.parse(text(valueAt(fields, '/startsAt')));
  if (Number.isNaN(startsAt)) return changes.showUntimed({ id });
  const zone = text(valueAt(content, pointerOf('theaters', text(valueAt(fields, '/theaterId')), 'timeZone')));
  const options = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  const format = new Intl.DateTimeFormat(language, { ...options, ...(zone === '' ? {} : { timeZone: zone }) });
  return changes.show({ moment: format.format(startsAt) });
}

/** The words of a change of content: a page by its title, an event or theater by its name. */
function contentWords(kind: string, id: string, rest: readonly string[], content: unknown, messages: EditorMessages): ChangeWords {
  const { changes } = messages;
  const orders: Readonly<Record<string, string>> = { eventOrder: changes.events(), theaterOrder: changes.theaters() };
  const order = orders[kind];
  if (kind === 'shows' || kind === 'films' || kind === 'programRules')
    return {
      place: kind === 'films' ? messages.nav.films() : messages.nav.program(),
      part: programPart(kind, id, rest, content, messages),
    };
  if (order !== undefined) return { place: order, part: changes.order() };
  if (kind === 'menus') return { place: changes.menus(), part: id === '' ? changes.menus() : partName(id, messages) };
  const place = {
    theaters: changes.theaters,
    events: changes.events,
    pages: changes.pages,
    attributes: changes.attributes,
  };
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
  return { place: own, part: partName(rest.at(-1) ?? '', messages) };
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
  return {
    /** Whether the words of settings are loading; until then they are the names of their keys. */
    isLoading,
    wordsOf: (pointer: string, content: unknown): ChangeWords => changeWords(pointer, content, messages, texts),
    valueWordsOf: (pointer: string, value: unknown): string => settingValueWords(pointer, value, messages, texts),
  };
}

/** What a change does to a show or film. */
function programSummary(
  from: unknown,
  to: unknown,
  { changes, program }: EditorMessages,
): { readonly from: string; readonly to: string } {
  const isOf = (value: unknown, name: string): boolean => valueAt(value, `/${name}`) === true;
  const wordsOf = (value: unknown): string => {
    const fields = valueAt(value, '/fields');
    return value === undefined ? changes.none() : changes.fields({ count: isRecord(fields) ? Object.keys(fields).length : 0 });
  };
  if (isOf(to, 'hidden') && !isOf(from, 'hidden')) return { from: wordsOf(from), to: program.origins.hidden() };
  if (from === undefined && isOf(to, 'added')) return { from: changes.none(), to: changes.added() };
  if (to === undefined && isOf(from, 'added')) return { from: wordsOf(from), to: changes.removed() };
  return { from: wordsOf(from), to: wordsOf(to) };
}

/** What a change does, in words, where its values say less: records, links, blocks, films. Undefined elsewhere. */
export function changeSummary(
  pointer: string,
  from: unknown,
  to: unknown,
  messages: EditorMessages,
): { readonly from: string; readonly to: string } | undefined {
  const { changes } = messages;
  const names = namesOf(pointer);
  const [kind = ''] = names;
  const isContent = ['pages', 'events', 'theaters'].includes(kind);
  if (isContent && names.length === 2 && from === undefined) return { from: changes.none(), to: changes.added() };
  if (isContent && names.length === 2 && to === undefined) return { from: nameOfItem(from, messages), to: changes.removed() };
  const isProgram = (kind === 'shows' || kind === 'films') && names.length === 2;
  if (isProgram) return programSummary(from, to, messages);
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
  return { from: counted({ count: list(from).length }), to: listChange(list(from), list(to), messages) };
}

/** The name of a link, a column, a block or a record. */
function nameOfItem(item: unknown, { blocks, changes }: EditorMessages): string {
  if (!isRecord(item)) return text(item);
  const named = [item['label'], item['title'], item['name']].map(text).find((name) => name !== '');
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
function listChange(from: readonly unknown[], to: readonly unknown[], messages: EditorMessages): string {
  const { changes } = messages;
  const namesIn = (items: readonly unknown[]): readonly string[] => items.map((item) => nameOfItem(item, messages));
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
