import { describe, expect, it } from 'vitest';
import { queryStringWith } from './query-string.ts';

describe('ux 3: the query is in the address', () => {
  it.each([
    ['', 'sal', '?q=sal'],
    ['?q=s', 'sal', '?q=sal'],
    ['?q=s&utm_source=x&q=t', ' Kestrel & co ', '?utm_source=x&q=Kestrel%20%26%20co'],
    ['?q=s', '  ', ''],
    ['?utm_source=x', '', '?utm_source=x'],
    ['', 'a\ud83cb', '?q=ab'],
    ['', 'Œuvre?#', '?q=%C5%92uvre%3F%23'],
  ])('%j with %j: %j', (current, query, expected) => {
    expect(queryStringWith(current, query)).toBe(expected);
  });
});
