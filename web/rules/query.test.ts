import { describe, expect, it } from 'vitest';
import { queryPairs } from './query.ts';

describe('queryPairs', () => {
  it('keeps the order and repeated names', () => {
    expect(queryPairs('?a=1&b=%20&a=2')).toEqual([
      ['a', '1'],
      ['b', ' '],
      ['a', '2'],
    ]);
  });
});
