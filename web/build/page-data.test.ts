import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TYPES = readFileSync(join(ROOT, 'api/schema.gen.ts'), 'utf8');

/** The types of page data that settings determine. */
const PARTS = ['SiteFrame', 'TheaterName', 'Context', 'Intl', 'Country', 'MemberArea', 'MemberCaptcha', 'ThirdParties', 'Vendors', 'Marketing', 'Ads', 'ThemeColors', 'ThemeFonts', 'LoadedFont'];

/** Fields that no script reads, with the reason. */
const UNREAD: Readonly<Record<string, string>> = {
  'Country.code': 'the page context of the specification has it, for tags of the operator',
};

/** The sources that run in a browser or render a page, without tests. */
const SOURCES = ['rules', 'site/src', 'worker']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|\/samples\//.test(file))
  .map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
  .join('\n');

/** The fields of a generated type. */
function fieldsOf(name: string): string[] {
  const start = TYPES.indexOf(`export type ${name} = {`);
  const body = TYPES.slice(start, TYPES.indexOf('};', start)).replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...body.slice(body.indexOf('{') + 1).matchAll(/([A-Za-z]\w*)\??:/g)].flatMap(([, field]) => (field === undefined ? [] : [field]));
}

const FIELDS = PARTS.flatMap((part) => fieldsOf(part).map((field) => `${part}.${field}`));

it('finds the types', () => {
  for (const part of PARTS) expect(fieldsOf(part).length, part).toBeGreaterThan(0);
});

it.each(FIELDS.filter((field) => UNREAD[field] === undefined))('%s is read by the site', (path) => {
  const field = path.split('.')[1] ?? '';
  expect(new RegExp(String.raw`(?:\.|\?\.|\{[^}]*\b|['"])${field}\b`).test(SOURCES)).toBe(true);
});

it.each(Object.keys(UNREAD))('%s is still a field', (path) => {
  expect(FIELDS).toContain(path);
});
