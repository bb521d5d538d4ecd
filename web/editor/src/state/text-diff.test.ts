import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergedText, textDiff } from './text-diff.ts';

it('shows removed and added words', () => {
  expect(textDiff('a film every week', 'one film every week')).toEqual([
    { kind: 'removed', text: 'a ' },
    { kind: 'added', text: 'one ' },
    { kind: 'same', text: 'film every week' },
  ]);
  expect(textDiff('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  expect(textDiff('', 'new')).toEqual([{ kind: 'added', text: 'new' }]);
});

const words = fc.array(fc.constantFrom('film', 'week', 'a', 'one', 'the'), { maxLength: 12 }).map((list) => list.join(' '));

it('has all words of both texts', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const runs = textDiff(before, after);
      const without = (kind: string): string => runs.flatMap((run) => (run.kind === kind ? [] : [run.text])).join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
    { seed: 3 },
  );
});

it('merges changes of different words', () => {
  const base = 'Two hours, house staff and a table. Our catalog of 400 films.';
  const ours = 'Two hours, a host and a table. Our catalog of 400 films.';
  const theirs = 'Two hours, house staff and a table. Our catalog of 450 films, with captions.';
  expect(mergedText(base, ours, theirs)).toBe('Two hours, a host and a table. Our catalog of 450 films, with captions.');
  expect(mergedText(base, base, theirs)).toBe(theirs);
  expect(mergedText(base, ours, ours)).toBe(ours);
});

it('does not merge changes of the same words', () => {
  expect(mergedText('a film', 'one film', 'two film')).toBeUndefined();
});
