import { describe, expect, it } from 'vitest';
import { cardGroups, inFours, sentCardCode, typedCardCode } from './card-code.ts';

describe('VALID-04 a card code', () => {
  it('is shown in upper case, with the spaces that a person types', () => {
    expect(typedCardCode('mclub 7777 ')).toBe('MCLUB 7777 ');
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
    expect(sentCardCode(typedCardCode(typed))).toBe(sent);
  });
});

it.each([
  ['4471082953', '4471 0829 53'],
  ['MCLUB1001', 'MCLUB 1001'],
  ['MRD4471082953', 'MRD 4471 0829 53'],
  ['MRD 4471 0829 53', 'MRD 4471 0829 53'],
  ['44-71', '44-71'],
  [' 4471082953 ', '4471 0829 53'],
  ['AB12CD345', 'AB12 CD34 5'],
  ['YTQSNXBZERQJRNEP', 'YTQS NXBZ ERQJ RNEP'],
  ['GS3RTNM7JV', 'GS3R TNM7 JV'],
  ['12345678', '1234 5678'],
  ['ABC', 'ABC'],
  ['', ''],
])('LOYC-18 the card number %j is formatted as %j', (number, groups) => {
  expect(cardGroups(number)).toBe(groups);
});

it('CALL-26 a redemption code is formatted in groups of four', () => {
  expect([inFours('ABCDE2345Z'), inFours('')]).toEqual(['ABCD E234 5Z', '']);
});
