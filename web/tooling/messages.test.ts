import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  PART_NAMES,
  SOURCE,
  argumentsOf,
  categoriesOf,
  categoriesOfLocale,
  compileCatalog,
  flatten,
  hasLowerCaseDays,
  localesOf,
  pluralRule,
  readCatalog,
  typesModule,
  typesOf,
} from './messages.ts';
import { LOCALES as FOLDER, MESSAGES, ROOT } from './paths.ts';

const LOCALES = localesOf(FOLDER);
/** The catalogs of a locale, also those that only the server reads. */
const filesOf = (locale: string): string[] =>
  readdirSync(join(FOLDER, locale))
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();
const textsOf = (locale: string, part: string) => new Map(flatten(readCatalog(FOLDER, locale, part)));
const catalogs = LOCALES.flatMap((locale) =>
  filesOf(SOURCE).map((part) => ({
    name: `${locale}/${part}`,
    part,
    locale,
    texts: textsOf(locale, part),
    english: textsOf(SOURCE, part),
  })),
);
const printed = (text: string): string[] =>
  [...argumentsOf(text)]
    .filter(([, argument]) => argument.printed)
    .map(([name]) => name)
    .toSorted();

/** Arguments that a translation may leave out: `file key argument`. */
const OPTIONAL: ReadonlySet<string> = new Set(['mail goToSite site']);

it.each(LOCALES)('LOCALE-01 %s has the files of English and no others', (locale) => {
  expect(filesOf(locale)).toEqual(filesOf(SOURCE));
});

describe.each(catalogs)('messages of $name', ({ part, locale, texts, english }) => {
  it('LOCALE-01 has every key of the English catalog and no other', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('LOCALE-01 prints the same placeholders as the English text', () => {
    for (const [key, text] of texts) {
      const needed = (names: string[]): string[] => names.filter((name) => !OPTIONAL.has(`${part} ${key} ${name}`));
      expect({ key, printed: needed(printed(text)) }).toEqual({ key, printed: needed(printed(english.get(key) ?? '')) });
    }
  });

  it('LOCALE-01 uses no argument that the English text lacks', () => {
    for (const [key, text] of texts) {
      const expected = argumentsOf(english.get(key) ?? '');
      for (const argument of argumentsOf(text).keys()) expect(expected.has(argument), `${key} {${argument}}`).toBe(true);
    }
  });

  it('LOCALE-01 uses only plural categories of its language', () => {
    const categories = categoriesOfLocale(locale);
    for (const [key, text] of texts)
      expect({ key, unknown: categoriesOf(text).filter((category) => !categories.includes(category)) }).toEqual({
        key,
        unknown: [],
      });
  });

  it('LOCALE-01 has a text for every key that English has one for', () => {
    for (const [key, text] of texts) if (english.get(key) !== '' && part !== 'names') expect(text, key).not.toBe('');
  });

  it('has no exclamation mark in a text', () => {
    for (const [key, text] of texts) expect(text, key).not.toContain('!');
  });
});

describe.each(LOCALES.flatMap((locale) => PART_NAMES.map((part) => ({ locale, part }))))('$part of $locale', ({ locale, part }) => {
  it('compiles to functions without Intl', () => {
    expect(compileCatalog(locale, part, readCatalog(FOLDER, locale, part))).not.toMatch(/Intl|formatters|\bnumber\(/);
  });
});

/** A breaking space where French has a no-break space: before a sign or after an opening quotation mark. */
const BREAKABLE = / (?=[:;?!»%$€])|« /;

/** A time of the day as `10 h 30`. A duration has minutes (`1 h 58 min`). */
const HOURS = /\d\s?h(?!\s\d+ min)\b/;

/** The French texts of a demo file, each with its path. */
function frenchTexts(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return /\.fr(\.|$)/.test(path) ? [[path, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => frenchTexts(entry, `${path}.${key}`));
}

describe('French texts', () => {
  const demo = join(ROOT, 'fixtures/demo');
  const files = readdirSync(demo, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const texts = [
    ...filesOf('fr').flatMap((part) => [...textsOf('fr', part)].map(([key, text]) => [`fr/${part} ${key}`, text] as const)),
    ...files.flatMap((name) => frenchTexts(JSON.parse(readFileSync(join(demo, name), 'utf8')), name)),
  ];

  it('have no-break spaces before : ; ? !, units and inside quotation marks', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([, text]) => BREAKABLE.test(text))).toEqual([]);
  });

  it('write a time of the day with a colon, as the showtimes do', () => {
    expect(texts.filter(([, text]) => HOURS.test(text))).toEqual([]);
    expect(['de 8\u00a0h à 1\u00a0h', 'à 10 h 30', '18h'].every((text) => HOURS.test(text))).toBe(true);
    expect(['à 10:30', '{hours} h {minutes} min', 'en 24 heures', '1 h 58 min'].some((text) => HOURS.test(text))).toBe(false);
  });

  it.each(['Un doute ?', 'Sel : argent', '5 $', '« Oui\u00a0»', '«\u00a0Oui »'])(
    '%j has a space where a line could break',
    (text) => {
      expect(text).toMatch(BREAKABLE);
    },
  );
});

describe('the message compiler', () => {
  const ruleOf = (locale: string, used: readonly string[]): ((n: number) => string) => {
    const rule: unknown = runInNewContext(pluralRule(locale, new Set(used)));
    if (typeof rule !== 'function') throw new Error('not a function');
    return (n) => String(rule(n));
  };
  const NUMBERS = [0, 0.5, 1, 1.5, ...Array.from({ length: 2000 }, (_, i) => i + 2), 1e6, 2e6];

  it.each([...LOCALES, 'ar', 'cs', 'ja', 'pl', 'pt', 'ru'])('has the plural rule of %s', (locale) => {
    const cldr = new Intl.PluralRules(locale);
    const rule = ruleOf(locale, categoriesOfLocale(locale));
    for (const n of NUMBERS) expect(rule(n), String(n)).toBe(cldr.select(n));
  });

  it.each([...LOCALES, 'pl', 'pt'])('leaves out the categories of %s that no text uses', (locale) => {
    const cldr = new Intl.PluralRules(locale);
    const rule = ruleOf(locale, ['one']);
    for (const n of NUMBERS) expect(rule(n), String(n)).toBe(cldr.select(n) === 'one' ? 'one' : 'other');
    expect(pluralRule(locale, new Set(['one']))).not.toMatch(/many|few/);
  });

  it.each([
    ['en', false],
    ['de', false],
    ['fr', true],
    ['es', true],
  ])('in %s days in a sentence are lower case: %j', (locale, lower) => {
    expect(hasLowerCaseDays(locale)).toBe(lower);
  });

  it('lists English first', () => {
    expect(LOCALES[0]).toBe(SOURCE);
  });

  it.each(['{n, plural, one {# film} other {# films}}', '{n, number}', '{d, date, short}'])(
    'refuses %s, which needs Intl',
    (text) => {
      expect(() => argumentsOf(text)).toThrow();
    },
  );

  it('types plural arguments as numbers and printed ones as text', () => {
    const types = typesOf('Messages', { a: '{n, plural, one {{n} film} other {{n} films}} of {title}' });
    expect(types).toContain('readonly a: (values: { readonly n: number; readonly title: string | number }) => string;');
  });

  it('messages.gen.ts is up to date: run `npm run codegen`', () => {
    expect(readFileSync(join(MESSAGES, 'messages.gen.ts'), 'utf8')).toBe(typesModule(FOLDER));
  });
});
