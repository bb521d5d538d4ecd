import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { WEB } from './paths.ts';
import type { Built, BuiltChunk } from './sizes.ts';
import { offlineFiles, workerConfig } from './worker.ts';

const chunk = (name: string, more: Partial<BuiltChunk> = {}): BuiltChunk => ({
  type: 'chunk',
  name,
  fileName: `assets/${name}.js`,
  isEntry: false,
  imports: [],
  dynamicImports: [],
  moduleIds: [`/web/${name}.tsx`],
  code: name,
  ...more,
});
const output: Built[] = [
  chunk('en', { isEntry: true, imports: ['assets/start.js'] }),
  chunk('fr', { isEntry: true, imports: ['assets/start.js'] }),
  chunk('start', { dynamicImports: ['assets/app.js'] }),
  chunk('app', { dynamicImports: ['assets/Film.js', 'assets/Video.js'] }),
  chunk('Film'),
  chunk('Video', { imports: ['assets/player.js'] }),
  chunk('player'),
  { type: 'asset', fileName: 'assets/style.css', source: '' },
  { type: 'asset', fileName: 'assets/app.js.map', source: '' },
];

describe('the files of a build that the worker stores', () => {
  it('SW-04 are the stylesheet and all scripts, except those that need a connection', () => {
    expect(offlineFiles(output, ['Video.tsx'])).toEqual(
      ['app.js', 'en.js', 'fr.js', 'Film.js', 'start.js', 'style.css'].map((file) => `assets/${file}`).toSorted(),
    );
  });

  it('cannot be listed if a module is missing', () => {
    expect(() => offlineFiles(output, ['Videos.tsx'])).toThrow('Videos.tsx');
  });
});

it('SW-04 the note on a cached page is styled by the stylesheet', () => {
  expect(readFileSync(join(WEB, 'worker/src/cached-note.ts'), 'utf8')).toContain('class="cachedNotice"');
  expect(readFileSync(join(WEB, 'ui/base.css'), 'utf8')).toContain('.cachedNotice {');
});

describe('the worker’s script', () => {
  const dist = mkdtempSync(join(tmpdir(), 'marquee-worker-'));
  const built = async (...files: string[]): Promise<string> => {
    await build(workerConfig('production', files, dist));
    return readFileSync(join(dist, 'sw.js'), 'utf8');
  };

  it('ROUTE-14 is one classic script that lists its files and names its caches after them', async () => {
    const [first, second] = [await built('assets/a-1.js', 'assets/b-1.css'), await built('assets/a-2.js', 'assets/b-1.css')];
    rmSync(dist, { recursive: true, force: true });
    expect(first.includes('/assets/a-1.js') && first.includes('/assets/b-1.css')).toBe(true);
    expect(/\bimport\b|\bexport\b|process\.env|\beval\(/.test(first)).toBe(false);
    const names = [first, second].map((script) => /pages-[0-9a-f]{8}/.exec(script)?.[0]);
    expect(names[0]).toBeDefined();
    expect(names[0]).not.toBe(names[1]);
  }, 60_000);
});
