import { expect, it } from 'vitest';
import { LATER_CATALOGS } from '../../messages/all.ts';
import { formatsOf } from './formats.ts';
import { balanceText, pointsText, unitOf } from './points.ts';

const { en, fr } = LATER_CATALOGS;
const formats = formatsOf('en-US', 0);

it.each([
  ['POINTS', '', 27, '+27 points'],
  ['POINTS', 'Stars', -1, '-1 point'],
  ['', '', -1250, '-1,250 points'],
  ['POPCORN', 'Popcorn', 2, '+2 Popcorn'],
  ['POPCORN', '', 2, '+2 POPCORN'],
])('LOYC-18 of the balance %s with the name "%s", %i is "%s"', (balanceType, name, amount, text) => {
  expect(balanceText(en, { balanceType, name, amount }, formats.signed)).toBe(text);
});

it('points have the plural form of the language', () => {
  expect([pointsText(en, formats, 1), pointsText(en, formats, 12_840), pointsText(en, formats, 0)]).toEqual([
    '1 point',
    '12,840 points',
    '0 points',
  ]);
  expect([0, 1, 2].map((amount) => unitOf(fr, { balanceType: 'POINTS', name: '', amount }))).toEqual(['point', 'point', 'points']);
});
