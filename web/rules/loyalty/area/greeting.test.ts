import { expect, it } from 'vitest';
import { cardGroups, fullName, inFours, partOfDay } from './greeting.ts';

it.each([
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
] as const)('ENT-02 at %d o’clock members are greeted in the %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part);
});

it.each([
  [{ firstName: 'June', lastName: 'Okafor', username: 'june' }, 'June Okafor'],
  [{ firstName: 'June', lastName: null }, 'June'],
  [{ firstName: ' ', username: 'june' }, 'june'],
  [{}, ''],
])('ENT-02 the name of %j is %j', (member, name) => {
  expect(fullName(member)).toBe(name);
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
