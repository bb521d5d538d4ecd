import { describe, expect, it } from 'vitest';
import { type Built, type BuiltChunk, SCRIPT_LIMIT, excess, lostStyles, sizesOf } from './sizes.ts';

const chunk = (name: string, more: Partial<BuiltChunk> = {}): BuiltChunk => ({
  type: 'chunk', name, fileName: `assets/${name}.js`, isEntry: false, imports: [], dynamicImports: [], moduleIds: [`/web/${name}.tsx`], code: name, ...more,
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
  it('ux 12: count what the list page loads by itself, also a moment later, and not what waits for the visitor', () => {
    const [page] = sizesOf(output, ['hydrate.tsx', 'List.tsx']);
    expect(page?.scripts.map(([file]) => file)).toEqual(['en', 'start', 'hydrate', 'react', 'List'].map((name) => `assets/${name}.js`));
    expect(page?.styles.map(([file]) => file)).toEqual(['assets/style.css']);
  });

  it('fail when a module of the list page is not found, rather than count too little', () => {
    expect(() => sizesOf(output, ['hydrate.tsx', 'Lists.tsx'])).toThrow('Lists.tsx');
  });

  it('ux 12: are too large above the limit', () => {
    const page = (bytes: number) => [{ locale: 'en', scripts: [['a.js', bytes] as const], styles: [] }];
    expect(excess(page(SCRIPT_LIMIT))).toEqual([]);
    expect(excess(page(SCRIPT_LIMIT + 1))).toEqual([`en: 72001 bytes of JavaScript, 72000 are allowed`]);
  });
});

it('a stylesheet that only the server’s files import is missed', () => {
  const built = [...output, chunk('Band', { moduleIds: ['/web/Band.tsx', '/web/Band.module.css?used'] })];
  expect(lostStyles(['/web/Band.module.css'], built)).toEqual([]);
  expect(lostStyles(['/web/Band.module.css', '/web/End.module.css'], built)).toEqual(['/web/End.module.css is in no file of the browser: one that is must import it']);
});
