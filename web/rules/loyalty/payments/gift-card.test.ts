import { expect, it } from 'vitest';
import { checkGiftCardBalance } from '@marquee/api/loyalty/cards.gen.ts';
import { lastCharacters, giftBalanceOf as shownBalance } from './gift-card.ts';

const giftBalanceOf = (response: unknown) =>
  shownBalance(checkGiftCardBalance({ version: 3, circuitId: 'C1', cinemaId: 'T1' }, { cardNumber: '6001' }).read(response));

const BALANCE = { amount: 4250, currency: 'USD' };

it('CALL-36 a gift card has a balance, and may expire', () => {
  expect(giftBalanceOf({ peachCode: 0, balance: BALANCE, expiresAt: '2027-06-30T12:00:00Z' })).toStrictEqual({
    money: BALANCE,
    until: '2027-06-30T12:00:00Z',
  });
  expect(giftBalanceOf({ balance: BALANCE, expiresAt: '0001-01-01T00:00:00Z' })).toStrictEqual({ money: BALANCE });
  expect(giftBalanceOf({ balance: BALANCE, expiresAt: 'soon' })).toStrictEqual({ money: BALANCE });
  expect(giftBalanceOf({ balance: BALANCE })).toStrictEqual({ money: BALANCE });
});

it.each([undefined, {}, { balance: 42 }, { balance: { amount: '42' } }])('there is no balance in %j', (response) => {
  expect(giftBalanceOf(response)).toBeUndefined();
});

it.each([
  ['6006 4912 0031 8841', '8841'],
  ['MERI-DIAN-GIFT-2550', '2550'],
  ['GIFT 25-5a', '255a'],
  ['12', '12'],
  ['', ''],
])('the end of %j is %j', (number, end) => {
  expect(lastCharacters(number)).toBe(end);
});
