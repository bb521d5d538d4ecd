import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge, withBoth } from './merge.ts';

const text = (words: string, rest: object = {}) => ({ type: 'text', paragraphs: [words], ...rest });
const [A, B, C] = [text('a'), text('b'), text('c')];
const NEW = { type: 'hero', title: 'New' };

describe('the changes of two people are merged', () => {
  it.each([
    ['in different blocks', [A, B, C], [text('a2'), B, C], [A, B, text('c2')], [text('a2'), B, text('c2')]],
    ['in blocks one after the other', [A, B], [text('a2'), B], [A, text('b2')], [text('a2'), text('b2')]],
    [
      'in different fields of a block',
      [text('a', { title: 'T' })],
      [text('a2', { title: 'T' })],
      [text('a', { title: 'T', width: 'wide' })],
      [text('a2', { title: 'T', width: 'wide' })],
    ],
    ['that both remove a block', [A, B, C], [B, text('c2')], [B, C], [B, text('c2')]],
    [
      'in different fields of an entry with a key',
      [{ key: 'a', label: 'A', short: '' }],
      [{ key: 'a', label: 'A2', short: '' }],
      [{ key: 'a', label: 'A', short: 'X' }],
      [{ key: 'a', label: 'A2', short: 'X' }],
    ],
    ['in a block, and beside it', [A], [text('a2')], [A, NEW], [text('a2'), NEW]],
    ['in a block, and before it', [A, B], [text('a2'), B], [NEW, A, B], [NEW, text('a2'), B]],
    ['that add blocks at the end', [A], [A, B], [A, NEW], [A, NEW, B]],
    ['that add the same', [A], [A, NEW], [A, NEW], [A, NEW]],
    ['that remove and change different blocks', [A, B, C], [B, C], [A, B, text('c2')], [B, text('c2')]],
    ['that move and change a block', [A, B], [B, A], [text('a2'), B], [B, text('a2')]],
    ['that move and change different blocks', [A, B, C, NEW], [text('a2'), B, C, NEW], [A, C, B, NEW], [text('a2'), C, B, NEW]],
    [
      'in different paragraphs',
      [text('a', { paragraphs: ['x', 'y'] })],
      [text('a', { paragraphs: ['x2', 'y'] })],
      [text('a', { paragraphs: ['x', 'y', 'z'] })],
      [text('a', { paragraphs: ['x2', 'y', 'z'] })],
    ],
    ['in lists of words', ['en', 'fr', 'es'], ['en', 'fr', 'es', 'de'], ['fr', 'es'], ['fr', 'es', 'de']],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)?.value).toEqual(expected);
  });
});

describe('the changes of two people are not merged', () => {
  it.each([
    ['in the same text', [A, B], [text('a2'), B], [text('a3'), B]],
    ['of a block that one of them removed', [A, B], [text('a2'), B], [B]],
    ['of a block that one of them moved and changed', [A, B], [B, text('a2')], [text('a', { width: 'wide' }), B]],
    ['in numbers that belong together', [50, 50], [60, 50], [50, 70]],
    ['in a text', 'a', 'b', 'c'],
    [
      'of a block that one of them replaced by another',
      [A, text('q', { title: 'Q' }), C],
      [A, text('new'), C],
      [A, text('q', { title: 'Q', width: 'wide', paragraphs: ['q', 'y'] }), C],
    ],
    [
      'of a closure that one of them replaced by another',
      [{ from: '2026-12-24', to: '2026-12-26', reason: 'Holidays' }],
      [{ from: '2027-02-01', to: '2027-02-01', reason: 'Repairs' }],
      [{ from: '2026-12-24', to: '2026-12-26', reason: 'Holidays', translations: { fr: 'Vacances' } }],
    ],
    ['that add different entries with the same key', [], [{ key: 'a', label: 'X' }], [{ key: 'a', label: 'Y' }]],
    [
      'of the two ends of a period',
      { from: '24', to: '26', reason: '' },
      { from: '26', to: '26', reason: '' },
      { from: '24', to: '25', reason: '' },
    ],
    ['that move a block, add one and change it', [A, B, C], [C, A, B, NEW], [A, B, text('c2')]],
    ['of another kind', [A], [{ type: 'hero', title: 'A' }], [text('a', { width: 'wide' })]],
  ])('%s', (_, base, ours, theirs) => {
    expect(merge(base, ours, theirs)).toBeUndefined();
  });
});

it('both changes of the same item are kept as two items, unless they have an id', () => {
  expect(withBoth([A, B], [text('a2'), B], [text('a3'), B])?.value).toEqual([text('a3'), text('a2'), B]);
  expect(withBoth([A, B, C], [text('a2'), B, C], [B, text('c2')])?.value).toEqual([text('a2'), B, text('c2')]);
  expect(withBoth([A, B], [text('a2'), B], [text('a3'), text('b3')])?.value).toEqual([text('a3'), text('b3'), text('a2')]);
  expect(withBoth([A, B], [text('a2'), B], [text('a3')])?.value).toEqual([text('a3'), text('a2')]);
  const screen = (name: string) => [{ id: '1', name }];
  expect(withBoth(screen('One'), screen('Studio'), screen('Big'))).toBeUndefined();
  expect(withBoth('a', 'b', 'c')).toBeUndefined();
});

describe('a merge', () => {
  const block = fc.record(
    { type: fc.constantFrom('text', 'hero'), title: fc.string({ maxLength: 3 }), width: fc.constantFrom('wide', 'full') },
    { requiredKeys: ['type', 'title'] },
  );
  const blocks = fc.array(block, { maxLength: 5 });

  it('has the change of one if the other changed nothing', () => {
    fc.assert(
      fc.property(blocks, blocks, (base, ours) => {
        expect(merge(base, ours, base)?.value).toEqual(ours);
        expect(merge(base, base, ours)?.value).toEqual(ours);
        expect(merge(base, ours, ours)?.value).toEqual(ours);
      }),
    );
  });

  it('loses nothing that somebody typed, and invents nothing', () => {
    fc.assert(
      fc.property(blocks, blocks, blocks, (base, ours, theirs) => {
        const merged = merge(base, ours, theirs)?.value;
        if (merged === undefined) return;
        const titles = (list: unknown): readonly string[] => JSON.stringify(list).match(/"title":"(?:[^"\\]|\\.)*"/g) ?? [];
        const known = new Set([...titles(ours), ...titles(theirs)]);
        expect(titles(merged).filter((title) => !known.has(title))).toEqual([]);
        const before = new Set(titles(base));
        const typed = [...known].filter((title) => !before.has(title));
        expect(typed.filter((title) => !titles(merged).includes(title))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
