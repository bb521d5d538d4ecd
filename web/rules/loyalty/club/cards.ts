// Parses a member's cards (CALL-32 to CALL-35).

import { field, instantOf, list, text } from '../calls/answers.ts';

/** The state of a card; `other` is any further state of a service. */
export type CardState = 'active' | 'lost' | 'expired' | 'other';

export interface Card {
  readonly code: string;
  readonly state: CardState;
  readonly isPrimary: boolean;
  readonly issuedAt: string | undefined;
  readonly expiresAt: string | undefined;
}

/** The cards of an answer: active ones first, and among them the primary one. */
export function cardsOf(answer: unknown): readonly Card[] {
  const cards = list(field(answer, 'cards')).flatMap((entry) => cardOf(entry));
  const rank = ({ state, isPrimary }: Card): number => (state === 'active' ? 0 : 2) + (isPrimary ? 0 : 1);
  return cards.toSorted((one, other) => rank(one) - rank(other));
}

function cardOf(entry: unknown): Card[] {
  const code = text(field(entry, 'cardCode'));
  if (code === '') return [];
  return [
    {
      code,
      state: stateOf(text(field(entry, 'status'))),
      isPrimary: field(entry, 'isPrimary') === true,
      issuedAt: instantOf(field(entry, 'issuedAt')),
      expiresAt: instantOf(field(entry, 'expiresAt')),
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
export const replacementOf = (answer: unknown): string => text(field(answer, 'cardCode'));
