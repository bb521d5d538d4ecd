import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fieldReads } from './field-reads.ts';

const ROOT = join(import.meta.dirname, '..');

/** The types of page data that the settings determine. */
const TYPES = [
  'SiteFrame',
  'TheaterName',
  'Context',
  'Intl',
  'Country',
  'MemberArea',
  'MemberCaptcha',
  'ThirdParties',
  'Vendors',
  'Marketing',
  'Ads',
  'ThemeColors',
  'ThemeFonts',
  'LoadedFont',
];

/** Whether a file runs in a browser or renders a page, and is not a test. */
const isScript = (path: string): boolean =>
  ['rules', 'site/src'].some((folder) => path.startsWith(join(ROOT, folder, '/'))) && !/\.test\.|\.d\.ts$/.test(path);

const site = fieldReads(join(ROOT, 'site/tsconfig.json'), join(ROOT, 'api/schema.gen.ts'), isScript);
afterAll(site.close);

const FIELDS = TYPES.flatMap((type) => [...site.fieldsOf(type)].map(([field, isRead]) => [`${type}.${field}`, isRead] as const));

it('finds the fields of each type', () => {
  for (const type of TYPES) expect(site.fieldsOf(type).size, type).toBeGreaterThan(0);
});

it.each(FIELDS)('%s is read by the site', (_, isRead) => {
  expect(isRead).toBe(true);
});

describe('a field counts as read', () => {
  it('if it is read from an object that has or may have the type, under any name', () => {
    const file = join(ROOT, 'tooling/fixtures/field-reads.ts');
    const sample = fieldReads(join(ROOT, 'tooling/tsconfig.json'), file, (path) => path === file);
    const unread = [...sample.fieldsOf('Sample')].flatMap(([field, isRead]) => (isRead ? [] : [field]));
    sample.close();
    expect(unread).toEqual(['unread', 'type']);
  });
});
