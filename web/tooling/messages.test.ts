import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { LOCALES, PART_NAMES, PLURAL_RULES, argumentsOf, compileCatalog, flatten, readCatalog, typesModule, typesOf } from './messages.ts';
import { MESSAGES, ROOT } from './paths.ts';

const textsOf = (name: string) => new Map(flatten(readCatalog(MESSAGES, name)));
const catalogs = PART_NAMES.flatMap((part) =>
  LOCALES.map((locale) => ({ name: `${locale}${part}`, locale, texts: textsOf(`${locale}${part}`), english: textsOf(`en${part}`) })),
);
const printed = (text: string): string[] => [...argumentsOf(text)].filter(([, argument]) => argument.printed).map(([name]) => name).toSorted();

describe.each(catalogs)('messages of $name', ({ name, locale, texts, english }) => {
  it('LOCALE-01 has every key of the English catalog and no other', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it('LOCALE-01 prints the same placeholders as the English text', () => {
    for (const [key, text] of texts) expect({ key, printed: printed(text) }).toEqual({ key, printed: printed(english.get(key) ?? '') });
  });

  it('LOCALE-01 uses no argument that the English text lacks', () => {
    for (const [key, text] of texts) {
      const expected = argumentsOf(english.get(key) ?? '');
      for (const argument of argumentsOf(text).keys()) expect(expected.has(argument), `${key} {${argument}}`).toBe(true);
    }
  });

  it('compiles to functions without Intl', () => {
    expect(compileCatalog(locale, readCatalog(MESSAGES, name))).not.toMatch(/Intl|formatters|\bnumber\(/);
  });

  it('has no exclamation mark in a text', () => {
    for (const [key, text] of texts) expect(text, key).not.toContain('!');
  });
});

/** A breaking space where French has a no-break space: before a sign or after an opening quotation mark. */
const BREAKABLE = / (?=[:;?!»%$€])|« /;

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
    ...PART_NAMES.flatMap((part) => [...textsOf(`fr${part}`)].map(([key, text]) => [`fr${part} ${key}`, text] as const)),
    ...files.flatMap((name) => frenchTexts(JSON.parse(readFileSync(join(demo, name), 'utf8')), name)),
  ];

  it('have no-break spaces before : ; ? !, units and inside quotation marks', () => {
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter(([, text]) => BREAKABLE.test(text))).toEqual([]);
  });

  it.each(['Un doute ?', 'Sel : argent', '5 $', '« Oui\u00a0»', '«\u00a0Oui »'])('%j has a space where a line could break', (text) => {
    expect(text).toMatch(BREAKABLE);
  });
});

describe('the message compiler', () => {
  it.each(LOCALES)('has the plural rule of %s', (locale) => {
    const rule: unknown = runInNewContext(PLURAL_RULES[locale] ?? '');
    if (typeof rule !== 'function') throw new Error('not a function');
    const cldr = new Intl.PluralRules(locale);
    for (const n of [0, 0.5, 1, 1.5, ...Array.from({ length: 2000 }, (_, i) => i + 2)]) expect(rule(n), String(n)).toBe(cldr.select(n));
  });

  it('refuses plural categories without a rule', () => {
    expect(() => argumentsOf('{n, plural, one {a} many {b} other {c}}')).toThrow('many');
  });

  it.each(['{n, plural, one {# film} other {# films}}', '{n, number}', '{d, date, short}'])('refuses %s, which needs Intl', (text) => {
    expect(() => argumentsOf(text)).toThrow();
  });

  it('types plural arguments as numbers and printed ones as text', () => {
    const types = typesOf('Messages', { a: '{n, plural, one {{n} film} other {{n} films}} of {title}' });
    expect(types).toContain('readonly a: (values: { readonly n: number; readonly title: string | number }) => string;');
  });

  it('messages.gen.ts is up to date: run `npm run codegen`', () => {
    expect(readFileSync(join(MESSAGES, 'messages.gen.ts'), 'utf8')).toBe(typesModule(MESSAGES));
  });
});
