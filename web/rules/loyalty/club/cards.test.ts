import { describe, expect, it } from 'vitest';
import { getCards, reportLostCard } from '@marquee/api/loyalty/cards.gen.ts';
import { cardToAdd, cardsOf as shownCards, replacementOf as shownReplacement } from './cards.ts';

const CONTEXT = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;
const cardsOf = (response: unknown) => shownCards(getCards(CONTEXT).read(response));
const replacementOf = (response: unknown) => shownReplacement(reportLostCard(CONTEXT).read(response));

describe('CALL-32 cards', () => {
  it('are parsed, active ones first', () => {
    const card = (cardCode: string, status: string, isPrimary = false) => ({
      cardCode,
      status,
      isPrimary,
      cardType: 'DEMATERIALIZED',
      issuedAt: '2023-03-02T00:00:00Z',
      expiresAt: '0001-01-01T00:00:00Z',
    });
    const cards = cardsOf({
      peachCode: 0,
      cards: [card('L1', 'LOST'), card('A2', 'ACTIVE'), card('A1', 'ACTIVE', true), card('E1', 'EXPIRED'), card('B1', 'BLOCKED')],
    });
    expect(cards.map(({ code, state }) => [code, state])).toEqual([
      ['A1', 'active'],
      ['A2', 'active'],
      ['L1', 'lost'],
      ['E1', 'expired'],
      ['B1', 'other'],
    ]);
    expect(cards[0]).toEqual({
      code: 'A1',
      state: 'active',
      isPrimary: true,
      issuedAt: '2023-03-02T00:00:00Z',
      expiresAt: undefined,
    });
    expect(cardsOf({ cards: [{ ...card('A1', 'ACTIVE'), expiresAt: '2027-03-02T00:00:00Z' }] })[0]?.expiresAt).toBe(
      '2027-03-02T00:00:00Z',
    );
  });

  it('may have only a code', () => {
    expect(cardsOf({ cards: [{ cardCode: 4471 }, {}, null] })).toEqual([
      { code: '4471', state: 'active', isPrimary: false, issuedAt: undefined, expiresAt: undefined },
    ]);
    expect([null, {}, { cards: 'A1' }].map(cardsOf)).toEqual([[], [], []]);
  });
});

it('CALL-35 the response has the card that replaces a lost one', () => {
  expect([{ cardCode: 'A9' }, {}, null].map(replacementOf)).toEqual(['A9', '', '']);
});

it('VALID-04 a code is sent in upper case', () => {
  expect(cardToAdd(CONTEXT, 'ab12', undefined).payload).toEqual({ cardCode: 'AB12' });
});
