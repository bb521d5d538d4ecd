// A member's cards (CALL-32 to CALL-35).

import { sentCardCode } from '../account/card-code.ts';
import type { CallContext, FromService } from '@marquee/api/call.ts';
import { addCard } from '@marquee/api/loyalty/cards.gen.ts';
import type { CardsResponse, LostCardResponse, LoyaltyCard } from '@marquee/api/loyalty/types.gen.ts';
import { instantOf } from '../calls/responses.ts';

/** The state of a card; `other` is any further state of a service. */
export type CardState = 'active' | 'lost' | 'expired' | 'other';

export interface Card {
  readonly code: string;
  readonly state: CardState;
  readonly isPrimary: boolean;
  readonly issuedAt: string | undefined;
  readonly expiresAt: string | undefined;
}

/** The cards of a response: active ones first, and among them the primary one. */
export function cardsOf({ cards: entries }: FromService<CardsResponse>): readonly Card[] {
  const cards = (entries ?? []).flatMap((entry) => cardOf(entry));
  const rank = ({ state, isPrimary }: Card): number => (state === 'active' ? 0 : 2) + (isPrimary ? 0 : 1);
  return cards.toSorted((a, b) => rank(a) - rank(b));
}

function cardOf({ cardCode, status, isPrimary, issuedAt, expiresAt }: FromService<LoyaltyCard>): Card[] {
  const code = cardCode ?? '';
  if (code === '') return [];
  return [
    {
      code,
      state: stateOf(status ?? ''),
      isPrimary: isPrimary === true,
      issuedAt: instantOf(issuedAt),
      expiresAt: instantOf(expiresAt),
    },
  ];
}

function stateOf(status: string): CardState {
  switch (status) {
    case 'ACTIVE':
    case '':
      return 'active';
    case 'LOST':
      return 'lost';
    case 'EXPIRED':
      return 'expired';
    default:
      return 'other';
  }
}

/** The code of the card that replaces a lost one; empty if the service does not return it. */
export const replacementOf = ({ cardCode }: FromService<LostCardResponse>): string => cardCode ?? '';

/** The call that adds a card (CALL-33). */
export const cardToAdd = (context: CallContext, cardCode: string, pin: string | undefined) =>
  addCard(context, { cardCode: sentCardCode(cardCode), pin });
