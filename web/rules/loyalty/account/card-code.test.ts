import { describe, expect, it } from 'vitest';
import { sentCardCode, shownCardCode } from './card-code.ts';

describe('VALID-04 a card code', () => {
  it('is shown in upper case, with the spaces that a person types', () => {
    expect(shownCardCode('mclub 7777 ')).toBe('MCLUB 7777 ');
  });

  it.each([
    ['ab12', 'AB12'],
    ['MCLUB7777', 'MCLUB7777'],
    [' mclub 7777\u00a0\t', 'MCLUB7777'],
    // Also in a Turkish browser: the code on the card has no dotted I.
    ['visit-1', 'VISIT-1'],
    ['  ', ''],
  ])('%j is sent as %j', (typed, sent) => {
    expect(sentCardCode(typed)).toBe(sent);
    expect(sentCardCode(shownCardCode(typed))).toBe(sent);
  });
});
