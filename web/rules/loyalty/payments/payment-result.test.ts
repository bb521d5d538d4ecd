import { describe, expect, it } from 'vitest';
import { paymentResultOf, paymentResultQuery } from './payment-result.ts';

describe('the result of a payment in an address', () => {
  it.each([
    // The addresses that the server gives to the payment provider.
    ['?payment=done', 'done'],
    ['?payment=cancelled', 'cancelled'],
    ['?a=1&payment=done&b=2', 'done'],
    ['?payment=Done', undefined],
    ['?payment=canceled', undefined],
    ['?payment=', undefined],
    ['?payments=done', undefined],
    ['', undefined],
  ])('%j says %s', (search, expected) => {
    expect(paymentResultOf(search)).toBe(expected);
  });

  it('is written as the server writes it', () => {
    expect(paymentResultQuery('cancelled')).toBe('?payment=cancelled');
    expect(paymentResultOf(paymentResultQuery('done'))).toBe('done');
  });
});
