// What a fetched page says, checked before it is used: the page may be of another version than the scripts, an error page,
// or what a proxy made of it. An entry that is not as it should be is left out.

import type { AttributeName, Picture, SearchEntry, Show, TheaterCard } from '@marquee/api/schema.gen.ts';

/** What the search knows. */
export interface SearchData {
  readonly entries: readonly SearchEntry[];
  /** Names of the attributes that its shows have. */
  readonly attributes: Readonly<Record<string, AttributeName>>;
}

/** The data of a search page; nothing when it is none. */
export function readSearch(data: unknown): SearchData | undefined {
  const page = pageOf(data, 'search');
  if (page === undefined || !isRecord(data) || !Array.isArray(page['entries'])) return undefined;
  const attributes = Object.entries(isRecord(data['attributes']) ? data['attributes'] : {});
  return {
    entries: page['entries'].filter(isEntry),
    attributes: Object.fromEntries(attributes.flatMap(([key, name]) => (isAttribute(name) ? [[key, name]] : []))),
  };
}

/** The theaters of a theaters page; nothing when it is none. */
export function readTheaters(data: unknown): readonly TheaterCard[] | undefined {
  const page = pageOf(data, 'theaters');
  if (page === undefined || !Array.isArray(page['theaters'])) return undefined;
  return page['theaters'].filter(isTheater);
}

type Json = Readonly<Record<string, unknown>>;

function pageOf(data: unknown, kind: string): Json | undefined {
  const page = isRecord(data) ? data['page'] : undefined;
  return isRecord(page) && page['kind'] === kind ? page : undefined;
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';
/** An address of this site or of the web; never a script. */
const isHref = (value: unknown): value is string => isText(value) && /^(\/|https?:\/\/|$)/.test(value);

const absent = (value: unknown): boolean => value === undefined;
const listOf = (value: unknown, is: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);
const optional = (value: unknown, is: (one: unknown) => boolean): boolean => absent(value) || is(value);

const KINDS: ReadonlySet<unknown> = new Set(['film', 'day', 'event', 'theater', 'page'] satisfies SearchEntry['kind'][]);
const STATES: ReadonlySet<unknown> = new Set(['open', 'few', 'soldOut', 'started', 'boxOffice', 'cancelled'] satisfies Show['state'][]);
const GROUPS: ReadonlySet<unknown> = new Set(['version', 'format', 'access', 'audience', 'special'] satisfies AttributeName['group'][]);

function isEntry(value: unknown): value is SearchEntry {
  return (
    isRecord(value) &&
    KINDS.has(value['kind']) &&
    isText(value['title']) &&
    isHref(value['href']) &&
    optional(value['words'], (words) => listOf(words, isText)) &&
    optional(value['text'], isText) &&
    optional(value['isLegal'], (flag) => typeof flag === 'boolean') &&
    optional(value['certificate'], isText) &&
    optional(value['runtime'], isNumber) &&
    optional(value['line'], isText) &&
    optional(value['picture'], isPicture) &&
    optional(value['shows'], (shows) => listOf(shows, isShow)) &&
    optional(value['when'], isText)
  );
}

function isShow(value: unknown): value is Show {
  return (
    isRecord(value) &&
    isText(value['time']) &&
    isText(value['at']) &&
    ['id', 'half', 'zone', 'ends', 'screen', 'theater'].every((key) => optional(value[key], isText)) &&
    optional(value['tags'], (tags) => listOf(tags, isText)) &&
    optional(value['state'], (state) => STATES.has(state)) &&
    optional(value['href'], isHref)
  );
}

function isTheater(value: unknown): value is TheaterCard {
  return (
    isRecord(value) &&
    ['id', 'name', 'address', 'closed'].every((key) => isText(value[key])) &&
    isHref(value['href']) &&
    isHref(value['selectHref']) &&
    optional(value['picture'], isPicture) &&
    isNumber(value['filmsToday']) &&
    optional(value['over'], isBoolean) &&
    typeof value['selected'] === 'boolean' &&
    optional(value['geo'], (geo) => listOf(geo, isNumber) && Array.isArray(geo) && geo.length === 2)
  );
}

const isPicture = (value: unknown): value is Picture => isRecord(value) && isText(value['id']) && isNumber(value['w']) && isNumber(value['h']);

const isAttribute = (value: unknown): value is AttributeName =>
  isRecord(value) && isText(value['short']) && isText(value['label']) && GROUPS.has(value['group']) && optional(value['word'], isText) && optional(value['subtitled'], isText);
