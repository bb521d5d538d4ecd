import { describe, expect, it } from 'vitest';
import { type Built, type BuiltChunk, SCRIPT_LIMIT, oversized, missingStyles, sizesOf, withStableNames } from './sizes.ts';

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
  chunk('start', { dynamicImports: ['assets/hydrate.js', 'assets/search.js'] }),
  chunk('hydrate', { imports: ['assets/react.js'], dynamicImports: ['assets/List.js', 'assets/Film.js'] }),
  chunk('react'),
  chunk('search'),
  chunk('List', { imports: ['assets/react.js'] }),
  chunk('Film'),
  { type: 'asset', fileName: 'assets/style.css', source: 'a{color:red}' },
];

describe('the sizes of a page', () => {
  it('ux 12: count what the list page loads without user action, at once or later', () => {
    const [page] = sizesOf(output, ['hydrate.tsx', 'List.tsx']);
    expect(page?.scripts.map(([file]) => file)).toEqual(
      ['en', 'start', 'hydrate', 'react', 'List'].map((name) => `assets/${name}.js`),
    );
    expect(page?.styles.map(([file]) => file)).toEqual(['assets/style.css']);
  });

  it('do not depend on the hashes in the names of files', () => {
    const code = (hash: string): string => `await import("./load-member-${hash}.js")`;
    expect(withStableNames(code('CpM8FRFP'))).toBe(withStableNames(code('BqRb_-eK')));
    expect(withStableNames(code('CpM8FRFP'))).toMatch(/load-member-[\w-]{8}\.js/);
    expect(withStableNames('import("./a-CpM8FRFP.js")')).not.toContain(withStableNames(code('CpM8FRFP')).slice(-13));
  });

  it('fail if a module of the list page is missing', () => {
    expect(() => sizesOf(output, ['hydrate.tsx', 'Lists.tsx'])).toThrow('Lists.tsx');
  });

  it('ux 12: are reported above the limit', () => {
    const page = (bytes: number) => [{ locale: 'en', scripts: [['a.js', bytes] as const], styles: [] }];
    expect(oversized(page(SCRIPT_LIMIT))).toEqual([]);
    expect(oversized(page(SCRIPT_LIMIT + 1))).toEqual([`en: 72001 bytes of JavaScript, the limit is 72000`]);
  });
});

it('reports a stylesheet that only files of the server import', () => {
  const built = [...output, chunk('Band', { moduleIds: ['/web/Band.tsx', '/web/Band.module.css?used'] })];
  expect(missingStyles(['/web/Band.module.css'], built)).toEqual([]);
  expect(missingStyles(['/web/Band.module.css', '/web/End.module.css'], built)).toEqual([
    '/web/End.module.css is not in the browser build: import it in a file that is sent to the browser',
  ]);
});
