import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILED_IMPORT } from './imports.ts';
import { isolate } from './isolate.ts';
import type { Manifest } from './manifest.ts';
import { localesOf } from './messages.ts';
import { LOCALES, WEB } from './paths.ts';
import { type Flavor, browserConfig, scopedName, serverConfig } from './vite.ts';

const dist = mkdtempSync(join(tmpdir(), 'marquee-build-'));
const places = { site: join(WEB, 'tooling/fixtures'), dist };
const read = (file: string): string => readFileSync(join(dist, file), 'utf8');
const before = process.env.NODE_ENV;

beforeAll(async () => {
  for (const flavor of ['production', 'development'] satisfies Flavor[]) {
    process.env.NODE_ENV = flavor;
    await build(serverConfig(flavor, places));
    await build(browserConfig(flavor, places));
  }
  process.env.NODE_ENV = before;
}, 60_000);

afterAll(() => rmSync(dist, { recursive: true, force: true }));

describe('the server bundle', () => {
  it.each([
    ['ssr.js', 'none'],
    ['ssr.dev.js', 'stopped'],
  ] as const)('%s renders without Intl, DOM and timers, and logs nothing', (file, clock) => {
    const { render, console: lines } = isolate(join(dist, file), clock);
    expect(JSON.parse(render('Hi'))).toEqual({ body: expect.stringMatching(/^<button type="button" class="[\w-]+">Hi Fermer/) });
    expect(lines).toEqual([]);
  });

  it('is one file with a source map', () => {
    expect(JSON.parse(read('ssr.js.map'))).toMatchObject({ version: 3 });
    expect(read('ssr.js')).not.toMatch(/\bimport\(|require\(/);
  });
});

describe('the browser build', () => {
  const manifest = (dir = ''): Manifest => JSON.parse(read(join(dir, 'manifest.json')));

  it.each(['', 'dev'])('lists one entry per locale, its chunks and one stylesheet (%j)', (dir) => {
    const { en, fr } = manifest(dir).entries;
    expect(en?.js).toMatch(/^assets\/en-[\w-]+\.js$/);
    expect(fr?.js).toMatch(/^assets\/fr-[\w-]+\.js$/);
    expect(en?.imports).toEqual(fr?.imports);
    expect(en?.css).toEqual([expect.stringMatching(/^assets\/[\w-]+\.css$/)]);
    for (const file of [en?.js, ...(en?.imports ?? []), ...(en?.css ?? [])]) expect(read(join(dir, file ?? ''))).not.toBe('');
  });

  it.each([
    ['', 'production', 'ssr.js', 'none'],
    ['dev', 'development', 'ssr.dev.js', 'stopped'],
  ] as const)('gives the stylesheet the class names of the server bundle (%j)', (dir, flavor, bundle, clock) => {
    const name = scopedName(flavor, 'hello', join(places.site, 'Hello.module.css'));
    expect(read(join(dir, manifest(dir).entries.en?.css[0] ?? ''))).toContain(`.${name}`);
    expect(isolate(join(dist, bundle), clock).render('')).toContain(name);
  });

  it('ships React for production, without the texts of another locale', () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
    for (const file of scripts) expect(read(join('assets', file))).not.toMatch(/jsxDEV|\beval\(|new Function\(/);
    const { en } = manifest().entries;
    expect(read(en?.js ?? '')).not.toContain('Fermer');
  });

  it('compiles dynamic imports without Vite’s preloading, and reports one that fails', () => {
    const scripts = readdirSync(join(dist, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => read(join('assets', file)))
      .join('');
    const count = (text: string) => scripts.split(text).length - 1;
    // The shared start loads the page, the entry of a locale the messages that are loaded on demand.
    expect(count('import(')).toBe(1 + localesOf(LOCALES).length);
    expect(count('relList')).toBe(0);
    expect(count(FAILED_IMPORT)).toBe(1);
    expect(count('__REACT_DEVTOOLS_GLOBAL_HOOK__')).toBe(0);
  });
});
