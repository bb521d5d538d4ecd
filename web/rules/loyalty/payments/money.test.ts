import { expect, it } from 'vitest';
import { checkGiftCardBalance } from '@marquee/api/loyalty/cards.gen.ts';
import { isCurrency, moneyOf as moneyOfResponse } from './money.ts';

const { read } = checkGiftCardBalance({ version: 1, circuitId: 'C1', cinemaId: 'T1' }, { cardNumber: '6001' });
const moneyOf = (balance: unknown) => moneyOfResponse(read({ balance }).balance);

it('CALL-19, CALL-36 money has an amount, and may have a currency', () => {
  expect([{ amount: 2700, currency: 'USD', more: 1 }, { amount: 150, currency: 'POINTS' }, { amount: 0 }].map(moneyOf)).toEqual([
    { amount: 2700, currency: 'USD' },
    { amount: 150, currency: 'POINTS' },
    { amount: 0, currency: '' },
  ]);
  expect([undefined, {}, 42, { amount: '42', currency: 'USD' }].map(moneyOf)).toEqual([undefined, undefined, undefined, undefined]);
});

it('points are not a currency', () => {
  expect(['USD', 'POINTS', 'usd', ''].map(isCurrency)).toEqual([true, false, false, false]);
});
