import { describe, expect, it } from 'vitest';
import { getMember } from '@marquee/api/loyalty/session.gen.ts';
import * as choices from './enum-settings.ts';
import { cardKind, codeFormat } from './enum-settings.ts';

const memberOf = (memberDetails: object) =>
  getMember({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read({ memberDetails }).memberDetails ?? {};
const pointsOf = (member: object) => choices.pointsOf(memberOf(member));
const shownBalances = (member: object, types: readonly string[]) => choices.shownBalances(memberOf(member), types);

describe('LOYC-18 a setting', () => {
  it.each([
    ['scannableCodeFormat', codeFormat, 'QR_CODE', ['QR_CODE', 'CODE_128']],
    ['cardType', cardKind, 'DEMATERIALIZED', ['DEMATERIALIZED', 'PHYSICAL']],
  ] as const)('%s has known values, and an unknown one acts like the default with a warning', (name, acts, byDefault, values) => {
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    expect([...values.map((value) => acts(value, warn)), acts('', warn)]).toEqual([...values, byDefault]);
    expect(warnings).toEqual([]);
    expect(acts('AZTEC', warn)).toBe(byDefault);
    expect(warnings).toEqual([`${name} "AZTEC" is not known, it acts like "${byDefault}"`]);
  });

  it('balanceTypes may have any text, and shows the balances that a member has', () => {
    const points = { balanceType: 'POINTS', name: 'Points', amount: 12 };
    const popcorn = { balanceType: 'POPCORN', name: 'Popcorn', amount: 1 };
    const member = { balances: [popcorn, points, { balanceType: 'POINTS' }, null] };
    expect(shownBalances(member, ['POINTS', 'HUGS', 'POPCORN'])).toEqual([points, popcorn]);
    expect([shownBalances(member, []), shownBalances({}, ['POINTS'])]).toEqual([[], []]);
    expect([pointsOf(member), pointsOf({ balances: [popcorn] }), pointsOf({})]).toEqual([12, 0, 0]);
  });
});
