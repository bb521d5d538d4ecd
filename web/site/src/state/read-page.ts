// Validates the data of a fetched page: it may be of another version than the scripts, an error page, or changed by a proxy. Invalid
// entries are left out.

import { isRecord } from '@marquee/api/json.ts';
import { isWebAddress } from '@marquee/rules/web-address.ts';
import type {
  AttributeGroup,
  AttributeName,
  Picture,
  SearchEntry,
  SearchKind,
  Show,
  ShowState,
  TheaterCard,
} from '@marquee/api/schema.gen.ts';

/** The data of the search. */
export interface SearchData {
  readonly entries: readonly SearchEntry[];
  /** The attributes of its shows, by key. */
  readonly attributes: Readonly<Record<string, AttributeName>>;
}

/** The data of a search page; undefined if it is not one. */
export function readSearch(data: unknown): SearchData | undefined {
  const page = pageOf(data, 'search');
  if (page === undefined || !isRecord(data) || !Array.isArray(page['entries'])) return undefined;
  const attributes = Object.entries(isRecord(data['attributes']) ? data['attributes'] : {});
  return {
    entries: page['entries'].filter(isEntry),
    attributes: Object.fromEntries(attributes.flatMap(([key, name]) => (isAttribute(name) ? [[key, name]] : []))),
  };
}

/** The theaters of a theaters page; undefined if it is not one. */
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

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';
/** An empty, root-relative or http(s) address, which cannot run a script. */
const isHref = (value: unknown): value is string =>
  isText(value) && (value === '' || /^\/(?![/\\])/.test(value) || isWebAddress(value));

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(isItem);
const isOptional = (value: unknown, isValue: (value: unknown) => boolean): boolean => value === undefined || isValue(value);

const KINDS: ReadonlySet<unknown> = new Set(
  Object.keys({ film: true, day: true, event: true, theater: true, page: true } satisfies Record<SearchKind, true>),
);
const STATES: ReadonlySet<unknown> = new Set(
  Object.keys({
    open: true,
    few: true,
    soldOut: true,
    started: true,
    boxOffice: true,
    cancelled: true,
  } satisfies Record<ShowState, true>),
);
const GROUPS: ReadonlySet<unknown> = new Set(
  Object.keys({
    version: true,
    format: true,
    access: true,
    audience: true,
    special: true,
  } satisfies Record<AttributeGroup, true>),
);

function isEntry(value: unknown): value is SearchEntry {
  return (
    isRecord(value) &&
    KINDS.has(value['kind']) &&
    isText(value['title']) &&
    isHref(value['href']) &&
    isOptional(value['words'], (words) => isListOf(words, isText)) &&
    isOptional(value['text'], isText) &&
    isOptional(value['isLegal'], isBoolean) &&
    isOptional(value['certificate'], isText) &&
    isOptional(value['runtime'], isNumber) &&
    isOptional(value['line'], isText) &&
    isOptional(value['picture'], isPicture) &&
    isOptional(value['shows'], (shows) => isListOf(shows, isShow)) &&
    isOptional(value['when'], isText)
  );
}

function isShow(value: unknown): value is Show {
  return (
    isRecord(value) &&
    isText(value['time']) &&
    isText(value['at']) &&
    ['id', 'half', 'zone', 'ends', 'screen', 'theater'].every((key) => isOptional(value[key], isText)) &&
    isOptional(value['tags'], (tags) => isListOf(tags, isText)) &&
    isOptional(value['state'], (state) => STATES.has(state)) &&
    isOptional(value['href'], isHref)
  );
}

function isTheater(value: unknown): value is TheaterCard {
  return (
    isRecord(value) &&
    ['id', 'name', 'address', 'closed'].every((key) => isText(value[key])) &&
    isHref(value['href']) &&
    isHref(value['selectHref']) &&
    isOptional(value['picture'], isPicture) &&
    isNumber(value['filmsToday']) &&
    isOptional(value['over'], isBoolean) &&
    isOptional(value['region'], isText) &&
    isBoolean(value['selected']) &&
    isOptional(value['geo'], (geo) => isListOf(geo, isNumber) && Array.isArray(geo) && geo.length === 2)
  );
}

const isPicture = (value: unknown): value is Picture =>
  isRecord(value) && isText(value['id']) && isNumber(value['w']) && isNumber(value['h']);

const isAttribute = (value: unknown): value is AttributeName =>
  isRecord(value) &&
  isText(value['short']) &&
  isText(value['label']) &&
  GROUPS.has(value['group']) &&
  isOptional(value['word'], isText) &&
  isOptional(value['subtitled'], isText);
