// The messages of `locales/`: ICU texts in JSON, compiled at build time into functions that need no Intl at run time.
// `virtual:messages/<locale>` has the texts that every page loads at once (pages.json), `virtual:messages/<locale>.later` those
// that are loaded on demand (later.json). `virtual:messages` has all of them, `virtual:entry/<locale>` starts a page, and
// `virtual:texts/<part>/<key>` has one text of every locale. `virtual:editor-messages` loads the texts of the site editor (editor.json),
// with the names of attributes (names.json), which no page of a site has, and `virtual:editor-settings` those of the settings (settings.json), uncompiled. `messages.gen.ts` has the
// types.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import { parse, type Token } from '@messageformat/parser';
import * as cardinals from 'make-plural/cardinals';
import type { Plugin } from 'vite';

/** Texts by name, in groups. */
export interface Catalog {
  readonly [key: string]: string | Catalog;
}

/** How a text uses an argument: it prints it, selects a plural form by it, or selects a case by it. */
export interface Argument {
  readonly printed: boolean;
  readonly kind: 'text' | 'plural' | 'select';
}

/** The locale that has every key, and whose texts say which arguments a message has. */
export const SOURCE = 'en';

/** The locales of a folder, the source first. */
export function localesOf(dir: string): readonly string[] {
  const names = readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  return [SOURCE, ...names.filter((name) => name !== SOURCE).toSorted()];
}

/** The catalogs of a locale that the front end has: the name of the file, and the name of the type. The server reads all files. */
export const PARTS = { pages: 'Messages', later: 'LaterMessages' } as const;
export type Part = keyof typeof PARTS;
const MODULES = 'virtual:messages';
const EDITOR = 'virtual:editor-messages';
const SETTINGS = 'virtual:editor-settings';
const ENTRIES = 'virtual:entry/';
const TEXTS = 'virtual:texts/';

/** Reads the catalog `part` of a locale. Throws if it has anything but texts and groups of texts. */
export function readCatalog(dir: string, locale: string, part: string): Catalog {
  const json: unknown = JSON.parse(readFileSync(join(dir, locale, `${part}.json`), 'utf8'));
  if (!isCatalog(json)) throw new Error(`${locale}/${part}.json must contain only texts and groups of texts`);
  return json;
}

function isCatalog(value: unknown): value is Catalog {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => typeof entry === 'string' || isCatalog(entry))
  );
}

/** All texts with their dotted names. */
export function flatten(catalog: Catalog, prefix = ''): [string, string][] {
  return Object.entries(catalog).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' ? [[prefix + key, entry]] : flatten(entry, `${prefix}${key}.`),
  );
}

/**
 * The arguments of a text. Throws on `#` and formatters such as `{n, number}`, which need Intl at run time: pass numbers and dates
 * as formatted texts.
 */
export function argumentsOf(text: string): Map<string, Argument> {
  const byName = new Map<string, Argument>();
  const add = (name: string, kind: Argument['kind'], printed: boolean): void => {
    const previous = byName.get(name);
    byName.set(name, { printed: printed || previous?.printed === true, kind: kind === 'text' ? (previous?.kind ?? kind) : kind });
  };
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content') continue;
      if (token.type === 'octothorpe') throw new Error(`"${text}": write the argument's name instead of #`);
      if (token.type === 'function') throw new Error(`"${text}": {${token.arg}, ${token.key}} needs Intl; pass a formatted text`);
      if (token.type === 'argument') add(token.arg, 'text', true);
      else {
        if (token.type === 'selectordinal') throw new Error(`"${text}": ordinals have no rules here`);
        add(token.arg, token.type === 'select' ? 'select' : 'plural', false);
        for (const branch of token.cases) walk(branch.tokens);
      }
    }
  };
  walk(parse(text));
  return byName;
}

/** The plural categories that a text uses. */
export function categoriesOf(text: string): string[] {
  const categories: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type !== 'plural' && token.type !== 'select') continue;
      for (const branch of token.cases) {
        if (token.type === 'plural' && !branch.key.startsWith('=')) categories.push(branch.key);
        walk(branch.tokens);
      }
    }
  };
  walk(parse(text));
  return categories;
}

/** The plural categories of a locale (CLDR). */
export const categoriesOfLocale = (locale: string): readonly string[] =>
  new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

/**
 * The plural rule of a locale (CLDR) as source text. It leaves out the categories that are not `used`, such as whole millions in
 * French: for them a text has its `other` form.
 */
export function pluralRule(locale: string, used: ReadonlySet<string>): string {
  const rule: unknown = Reflect.get(cardinals, locale);
  if (typeof rule !== 'function') throw new Error(`no plural rule for ${locale}`);
  const [, head = '', result = ''] = /^\(n\) => (?:\{([^]*?)return )?([^]*?);?\s*\}?$/.exec(String(rule)) ?? [];
  const branches = result.split(':').map((branch) => branch.trim());
  const usedBranches = branches.filter((branch) => {
    const [, category] = /\? '(\w+)'$/.exec(branch) ?? [];
    return category === undefined || used.has(category);
  });
  const chosen = usedBranches.join(' : ');
  // Without the variables that only the left-out categories need.
  const needsHead = [...head.matchAll(/(\w+) = /g)].some(([, name = '']) => new RegExp(`\\b${name}\\b`).test(chosen));
  return needsHead ? `(n) => {${head}return ${chosen};}` : `(n) => ${chosen}`;
}

/** Whether the days of the week are lower case inside a sentence (CLDR). */
export function hasLowerCaseDays(locale: string): boolean {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(0);
  return day === day.toLocaleLowerCase(locale);
}

/** The catalog as an ES module that exports `messages`. That of the pages also knows how to load the later one. */
export function compileCatalog(locale: string, part: Part | 'editor', catalog: Catalog): string {
  const texts = flatten(catalog).map(([, text]) => text);
  for (const text of texts) argumentsOf(text);
  const rule = pluralRule(locale, new Set(texts.flatMap(categoriesOf)));
  const compiled = compileModule(new MessageFormat(locale, { strict: true }), catalog)
    .replace(/^import \{ \w+ \} from "@messageformat\/runtime\/lib\/cardinals";$/m, `const ${locale} = ${rule};`)
    .replace(/^export default /m, 'export const messages = ');
  if (part !== 'pages') return compiled;
  return compiled.replace(
    /\}$/,
    `,\n  lowerCaseDays: ${hasLowerCaseDays(locale)},\n  later: () => import('${MODULES}/${locale}.later')\n}`,
  );
}

/** The source of `messages.gen.ts`: the types of the catalogs, derived from the English ones in `dir`. */
export function typesModule(dir: string): string {
  const types = PART_NAMES.map((part) => typesOf(PARTS[part], readCatalog(dir, SOURCE, part)));
  return `// Generated by \`npm run codegen\` from locales/en/pages.json and later.json. Do not edit.\n\n${types.join('\n')}`;
}

/** The source of the editor's `messages.gen.ts`. */
export function editorTypesModule(dir: string): string {
  return `// Generated by \`npm run codegen\` from locales/en/editor.json. Do not edit.\n\n${typesOf('EditorMessages', readCatalog(dir, SOURCE, 'editor'))}`;
}

export const PART_NAMES = ['pages', 'later'] as const satisfies Part[];

/** The type of a catalog. */
export function typesOf(type: string, catalog: Catalog): string {
  const lines = [`export interface ${type} {`];
  const walk = (group: Catalog, indent: string): void => {
    for (const [key, entry] of Object.entries(group)) {
      if (typeof entry === 'string') {
        lines.push(`${indent}/** ${entry.replaceAll('*/', '* /')} */`, `${indent}readonly ${property(key)}: ${signature(entry)};`);
      } else {
        lines.push(`${indent}readonly ${key}: {`);
        walk(entry, `${indent}  `);
        lines.push(`${indent}};`);
      }
    }
  };
  walk(catalog, '  ');
  return [...lines, '}', ''].join('\n');
}

/** A key as the name of a property. */
const property = (key: string): string => (/^([a-z]\w*|\d+)$/i.test(key) ? key : `'${key}'`);

function signature(text: string): string {
  const args = [...argumentsOf(text)].map(([name, { kind }]) => `readonly ${name}: ${TYPES[kind]}`);
  return args.length === 0 ? '() => string' : `(values: { ${args.join('; ')} }) => string`;
}

const TYPES = { text: 'string | number', plural: 'number', select: 'string' } as const satisfies Record<Argument['kind'], string>;

/** The id of the module that starts a page in a locale. */
export const entryOf = (locale: string): string => `\0${ENTRIES}${locale}`;

/** All catalogs, for the server. */
function allCatalogs(dir: string): string {
  const locales = localesOf(dir);
  const imports = locales.flatMap((locale) =>
    PART_NAMES.map((part) => `import { messages as ${part}_${locale} } from '${idOf(locale, part)}';`),
  );
  const table = (part: Part): string => `{ ${locales.map((locale) => `${locale}: ${part}_${locale}`).join(', ')} }`;
  return `${imports.join('\n')}\nexport const LOCALES = ${JSON.stringify(locales)};\nexport const CATALOGS = ${table('pages')};\nexport const LATER_CATALOGS = ${table('later')};\n`;
}

/** The locales of the editor, each with a function that loads a module with its texts. */
function editorCatalogs(dir: string, modules: typeof EDITOR | typeof SETTINGS): string {
  const loaders = localesOf(dir).map((locale) => `${locale}: () => import('${modules}/${locale}')`);
  return `export const CATALOGS = { ${loaders.join(', ')} };\n`;
}

const idOf = (locale: string, part: Part): string => `${MODULES}/${locale}${part === 'pages' ? '' : `.${part}`}`;

/** One text of every locale, uncompiled: `virtual:texts/later/offline.cachedPage`. */
function textsOf(dir: string, name: string): string {
  const [part = '', key = ''] = name.split('/');
  const texts = localesOf(dir).map((locale): [string, string | undefined] => [
    locale,
    new Map(flatten(readCatalog(dir, locale, part))).get(key),
  ]);
  return `export const texts = ${JSON.stringify(Object.fromEntries(texts))};\n`;
}

/** Serves the virtual modules from the catalogs of `dir`; an entry calls `start` of `entry-start.ts` in `site`. */
export function messages(dir: string, site: string = ''): Plugin {
  return {
    name: 'marquee-messages',
    resolveId: (id) => ([MODULES, ENTRIES, TEXTS, EDITOR, SETTINGS].some((name) => id.startsWith(name)) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${MODULES}`) return { code: allCatalogs(dir), moduleSideEffects: false };
      if (id.startsWith(`\0${TEXTS}`)) return { code: textsOf(dir, id.slice(TEXTS.length + 1)), moduleSideEffects: false };
      if (id.startsWith(`\0${ENTRIES}`)) {
        const locale = id.slice(ENTRIES.length + 1);
        return `import { messages } from '${idOf(locale, 'pages')}';\nimport { start } from ${JSON.stringify(join(site, 'entry-start.ts'))};\nstart(messages);\n`;
      }
      if (id === `\0${EDITOR}`) return { code: editorCatalogs(dir, EDITOR), moduleSideEffects: false };
      if (id === `\0${SETTINGS}`) return { code: editorCatalogs(dir, SETTINGS), moduleSideEffects: false };
      if (id.startsWith(`\0${SETTINGS}/`)) {
        const locale = id.slice(SETTINGS.length + 2);
        this.addWatchFile(join(dir, locale, 'settings.json'));
        return {
          code: `export const texts = ${JSON.stringify(readCatalog(dir, locale, 'settings'))};\n`,
          moduleSideEffects: false,
        };
      }
      if (id.startsWith(`\0${EDITOR}/`)) {
        const locale = id.slice(EDITOR.length + 2);
        for (const name of ['editor.json', 'names.json']) this.addWatchFile(join(dir, locale, name));
        const { attributes } = readCatalog(dir, locale, 'names');
        const compiled = compileCatalog(locale, 'editor', readCatalog(dir, locale, 'editor'));
        return { code: `${compiled}\nexport const attributes = ${JSON.stringify(attributes)};\n`, moduleSideEffects: false };
      }
      if (!id.startsWith(`\0${MODULES}/`)) return null;
      const [locale = '', suffix] = id.slice(MODULES.length + 2).split('.');
      const part = suffix === 'later' ? 'later' : 'pages';
      this.addWatchFile(join(dir, locale, `${part}.json`));
      return { code: compileCatalog(locale, part, readCatalog(dir, locale, part)), moduleSideEffects: false };
    },
  };
}
