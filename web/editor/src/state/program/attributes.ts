// Attributes of shows that operators choose from: the built-in ones, and the site's own.

import type { AttributeGroup } from '@marquee/api/schema.gen.ts';
import { field, isRecord, list, text } from '@marquee/api/json.ts';
import { BUILTIN_ATTRIBUTES, FEED_PREFIXES, MAX_TAG_LENGTH } from '@marquee/rules/attributes.gen.ts';
import { DUBBED, ORIGINAL_VERSION, SUBTITLES } from '@marquee/rules/shared.gen.ts';
import { valueAt } from '../pointer.ts';

export interface ShowAttribute {
  readonly key: string;
  /** `OV`; empty without one. */
  readonly tag: string;
  readonly name: string;
  readonly group: AttributeGroup;
  /** Whether forms show it at once; the others are behind More. */
  readonly isOffered: boolean;
}

/** Names and tags of the built-in attributes, by key. */
export type AttributeNames = Readonly<Record<string, { readonly label: string; readonly short: string } | undefined>>;

/** The built-in attributes that forms show at once. */
export const OFFERED = {
  original: ORIGINAL_VERSION,
  subtitles: SUBTITLES,
  captions: 'Showtime.Accessibility.OpenCaption',
  audioDescription: 'Showtime.Accessibility.AudioDescription',
  relaxed: 'Showtime.Accessibility.Relaxed',
  threeD: 'Format.Projection.3d',
  dubbed: DUBBED,
  fourK: 'Format.Projection.4K',
  atmos: 'Auditorium.Experience.DolbyAtmos',
  questions: 'Showtime.Event.QandAEvent',
} as const;

const OFFERED_KEYS: readonly string[] = Object.values(OFFERED);

/** What attributes are about, in the order of their lists. */
export const GROUPS: readonly AttributeGroup[] = ['version', 'format', 'access', 'audience', 'special'];

/** Texts of an attribute in a language. */
interface Texts {
  readonly label: string;
  readonly short: string;
}

/** An attribute of the site: one of its own, or a built-in one with other words. */
export interface OwnAttribute extends Texts {
  readonly key: string;
  readonly group: AttributeGroup;
  readonly localizations: Readonly<Record<string, Texts>>;
}

const ATTRIBUTES = '/attributes';

const textsOf = (record: unknown): Texts => ({ label: text(field(record, 'label')), short: text(field(record, 'short')) });

/** The attributes of a site. */
export function ownAttributes(content: unknown): readonly OwnAttribute[] {
  return list(valueAt(content, ATTRIBUTES)).flatMap((record) => {
    const key = text(field(record, 'key'));
    if (key === '') return [];
    const group = GROUPS.find((name) => name === field(record, 'group')) ?? 'special';
    const localizations = field(record, 'localizations');
    const byLanguage = Object.entries(isRecord(localizations) ? localizations : {}).map(([language, texts]) => [
      language,
      textsOf(texts),
    ]);
    return [{ key, group, ...textsOf(record), localizations: Object.fromEntries(byLanguage) }];
  });
}

/** Where an attribute comes from: every site has it, a feed names it, or the site has added it. */
export type Origin = 'builtIn' | 'feed' | 'own';

export function originOf(key: string): Origin {
  if (BUILTIN_ATTRIBUTES.some((attribute) => attribute.key === key)) return 'builtIn';
  return FEED_PREFIXES.some((prefix) => key.startsWith(prefix)) ? 'feed' : 'own';
}

/** The attributes to choose from, those that forms show at once first. The site's words replace the built-in ones. */
export function attributesOf(content: unknown, names: AttributeNames): readonly ShowAttribute[] {
  const own = ownAttributes(content);
  const builtIn = BUILTIN_ATTRIBUTES.map(({ key, group }) => {
    const ofSite = own.find((attribute) => attribute.key === key);
    return {
      key,
      group,
      name: ofSite?.label || names[key]?.label || lastWord(key),
      tag: ofSite?.short || names[key]?.short || '',
      isOffered: ofSite !== undefined || OFFERED_KEYS.includes(key),
    };
  });
  const rank = (key: string): number => (OFFERED_KEYS.includes(key) ? OFFERED_KEYS.indexOf(key) : OFFERED_KEYS.length);
  const added = own
    .filter(({ key }) => originOf(key) !== 'builtIn')
    .map(({ key, group, label, short }) => {
      const isOffered = originOf(key) === 'own';
      return { key, group, name: label || lastWord(key), tag: short, isOffered };
    });
  const all = [...builtIn.toSorted((a, b) => rank(a.key) - rank(b.key)), ...added];
  return [...all.filter(({ isOffered }) => isOffered), ...all.filter(({ isOffered }) => !isOffered)];
}

/** `Throwback` of `Showtime.Event.Throwback`. */
const lastWord = (key: string): string => key.split('.').at(-1) ?? key;

/** The tags of attributes; those without one are left out. */
export const tagsOf = (attributes: readonly ShowAttribute[], keys: readonly string[]): readonly string[] =>
  keys.map((key) => attributes.find((attribute) => attribute.key === key)?.tag ?? '').filter((tag) => tag !== '');

/** The name of an attribute; the end of its key if it is not known. */
export const nameOfAttribute = (attributes: readonly ShowAttribute[], key: string): string =>
  attributes.find((attribute) => attribute.key === key)?.name ?? lastWord(key);

/** What is typed about an attribute, with its texts in the other languages of the site. */
export type AttributeValues = Omit<OwnAttribute, 'key'>;

export type AttributeFault = 'nameRequired' | 'nameTaken' | 'tagTooLong';

/** What is wrong with the name (`label`), the tag (`short`), or the tag in a language (`short.fr`). */
export type AttributeFaults = Readonly<Record<string, AttributeFault | undefined>>;

/** `edited` is the attribute as it is; undefined for a new one. A built-in one without a name has its own. */
export function faultsOf(
  { label, short, localizations }: AttributeValues,
  edited: ShowAttribute | undefined,
  all: readonly ShowAttribute[],
): AttributeFaults {
  const name = fold(label.trim());
  const isRequired = edited === undefined || originOf(edited.key) !== 'builtIn';
  const isTaken = name !== '' && name !== fold(edited?.name ?? '') && all.some((other) => fold(other.name) === name);
  const tags = {
    short,
    ...Object.fromEntries(Object.entries(localizations).map(([language, texts]) => [`short.${language}`, texts.short])),
  };
  const tooLong = Object.entries(tags).filter(([, tag]) => [...tag.trim()].length > MAX_TAG_LENGTH);
  return {
    ...(name === '' && isRequired ? { label: 'nameRequired' } : isTaken ? { label: 'nameTaken' } : {}),
    ...Object.fromEntries(tooLong.map(([tagName]) => [tagName, 'tagTooLong' as const])),
  };
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The longest end of a new key, in characters. */
const MAX_KEY_NAME = 40;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A key for a new attribute: `Site.Special.BeerAndPretzels`. `random`: for names without letters of the alphabet. */
export function newKey({ label, group }: AttributeValues, all: readonly ShowAttribute[], random: string): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const name = words.map(capitalized).join('').slice(0, MAX_KEY_NAME) || `Own${random}`;
  const base = `Site.${capitalized(group)}.${name}`;
  const isFree = (key: string): boolean => all.every((attribute) => attribute.key.toLowerCase() !== key.toLowerCase());
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}${number}`;
    if (isFree(key)) return key;
  }
}

const filled = ({ label, short }: Texts): Partial<Texts> => ({
  ...(label.trim() === '' ? {} : { label: label.trim() }),
  ...(short.trim() === '' ? {} : { short: short.trim() }),
});

/** The fields of an attribute that the editor shows. */
const SHOWN = new Set(['key', 'group', 'label', 'short', 'localizations']);

/**
 * The change that adds or replaces an attribute of the site. What the editor does not show is kept. A built-in attribute of which nothing
 * differs is no attribute of the site.
 */
export function savedAttribute(content: unknown, key: string, values: AttributeValues) {
  const records = list(valueAt(content, ATTRIBUTES));
  const index = records.findIndex((record) => field(record, 'key') === key);
  const old = records[index];
  const rest = Object.entries(isRecord(old) ? old : {}).filter(([name]) => !SHOWN.has(name));
  const entries = Object.entries(values.localizations)
    .map(([language, texts]) => [language, filled(texts)] as const)
    .filter(([, texts]) => Object.keys(texts).length > 0);
  const [label, short] = [values.label.trim(), values.short.trim()];
  if (originOf(key) === 'builtIn' && rest.length + entries.length === 0 && label + short === '')
    return removedAttribute(content, key);
  const record = {
    ...Object.fromEntries(rest),
    key,
    group: values.group,
    label,
    short,
    ...(entries.length === 0 ? {} : { localizations: Object.fromEntries(entries) }),
  };
  return { pointer: ATTRIBUTES, to: index < 0 ? [...records, record] : records.with(index, record) };
}

/** The change that removes an attribute of the site; a built-in one has its own words again. */
export const removedAttribute = (content: unknown, key: string) => ({
  pointer: ATTRIBUTES,
  to: list(valueAt(content, ATTRIBUTES)).filter((record) => field(record, 'key') !== key),
});
