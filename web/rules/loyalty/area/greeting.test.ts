import { expect, it } from 'vitest';
import { fullName, partOfDay } from './greeting.ts';

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
