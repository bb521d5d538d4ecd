import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGS } from 'virtual:editor-settings';
import { matches } from '../search.ts';
import { type Field, type GroupShape, type Shape, groupAt, leavesOf } from './schema.ts';
import { type SettingTexts, searchText, settingText, settingTitle } from './texts.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const SCHEMA: unknown = JSON.parse(readFileSync(join(ROOT, 'docs/reference/site.schema.json'), 'utf8'));
const LOCALES = readdirSync(join(ROOT, 'locales'));
const ROOTS = ['settings', 'config'] as const;
const LEAVES = ROOTS.flatMap((name) => leavesOf(groupAt(SCHEMA, name), `/site/${name}`)).map(({ pointer }) => pointer);

const textsOf = async (locale: string): Promise<SettingTexts> => {
  const { texts } = (await CATALOGS[locale]?.()) ?? { texts: {} };
  return texts;
};

/** The shape of the values of a list or a map; other shapes as they are. */
const innerOf = (shape: Shape): Shape =>
  shape.kind === 'list' ? innerOf(shape.item) : shape.kind === 'map' ? innerOf(shape.value) : shape;

/** All fields of the schema by path: settings, groups, and the fields of items and entries. */
function fieldsOf({ fields }: GroupShape, path: string): [string, Field][] {
  return fields.flatMap((field): [string, Field][] => {
    const own = `${path}/${field.name}`;
    const inner = innerOf(field.shape);
    return [[own, field], ...(inner.kind === 'group' ? fieldsOf(inner, own) : [])];
  });
}

const FIELDS = new Map(ROOTS.flatMap((name) => fieldsOf(groupAt(SCHEMA, name), name)));

/** Font families are names, the same in every language. */
const HAS_NAMES = /(?:\/fonts\/(?:body|heading)|\/googleFonts\/font)$/;

it('finds the fields of items and entries', () => {
  expect(FIELDS.size).toBeGreaterThan(180);
  for (const path of ['settings/trackers/token', 'config/options/accessTexts/guestSignupTabText'])
    expect([...FIELDS.keys()]).toContain(path);
});

describe.each(LOCALES)('the words of settings in %s', (locale) => {
  it('are there for every field of the schema, and for nothing else', async () => {
    const texts = await textsOf(locale);
    // `hosts` is not on the screen, but versions can differ in it.
    expect(Object.keys(texts).toSorted()).toEqual(['hosts', ...FIELDS.keys()].toSorted());
  });

  it('have a title, and for every setting a help in sentences', async () => {
    const texts = await textsOf(locale);
    for (const [path, text] of Object.entries(texts)) {
      expect(text?.title, path).toMatch(/^[\p{Lu}“„«]/u);
      expect(text?.title, path).not.toMatch(/\.$/);
      if (text?.help !== undefined) expect(text.help, path).toMatch(/^[\p{Lu}\d].*\.$/u);
    }
    for (const pointer of LEAVES) expect(settingText(texts, pointer)?.help, pointer).toBeTypeOf('string');
  });

  it('have words for every value of a choice, and for no other', async () => {
    const texts = await textsOf(locale);
    for (const [path, { shape }] of FIELDS) {
      const inner = innerOf(shape);
      const values = inner.kind === 'choice' && !HAS_NAMES.test(path) ? inner.options.map(String) : [];
      expect({ path, values: Object.keys(texts[path]?.values ?? {}).toSorted() }).toEqual({ path, values: values.toSorted() });
    }
  });

  it('have a different title for each setting', async () => {
    const texts = await textsOf(locale);
    const titles = LEAVES.map((pointer) => settingTitle(texts, pointer));
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('find every setting by its title and by its key', async () => {
    const texts = await textsOf(locale);
    for (const pointer of LEAVES) {
      const text = searchText(texts, pointer);
      expect(matches(text, settingTitle(texts, pointer)), pointer).toBe(true);
      expect(matches(text, pointer.split('/').at(-1) ?? ''), pointer).toBe(true);
    }
  });
});

describe('the title of a setting', () => {
  it.each([
    ['/site/config/options/lateBookingMinutes', 'Minutes after the start in which a show can be booked'],
    ['/site/settings/trackers/0/token', 'Tag managers and analytics, ID at the service'],
    ['/site/config/options/accessTexts/fr/guestSignupTabButton', 'Sign-in texts in other languages, fr, Button to join'],
    ['/site/settings/loyalty', 'Loyalty program'],
    ['/site/hosts', 'Host names'],
    ['/site/settings/newOption', 'New option'],
  ])('at %s is “%s”', async (pointer, title) => {
    expect(settingTitle(await textsOf('en'), pointer)).toBe(title);
  });

  it('is the name of its key until the texts are loaded', () => {
    expect(settingTitle({}, '/site/config/options/lateBookingMinutes')).toBe('Late booking minutes');
    expect(settingTitle({}, '/site/settings/trackers/0')).toBe('Trackers');
  });
});

it('a setting is found by a word of its language, and by the words of its choices', async () => {
  const french = await textsOf('fr');
  expect(matches(searchText(french, '/site/config/options/lateBookingMinutes'), 'réservation séance')).toBe(true);
  expect(matches(searchText(french, '/site/config/options/embeddedConsent/regulation'), 'rgpd')).toBe(true);
  expect(matches(searchText(french, '/site/settings/name'), 'rgpd')).toBe(false);
});
