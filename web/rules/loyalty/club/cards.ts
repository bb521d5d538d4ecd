// A member's cards as answers say it (CALL-32 to CALL-35).

import { field, instantOf, list, text } from '../calls/answers.ts';

/** A card is good, or was reported lost, or has run out; services may know of more. */
export type CardState = 'active' | 'lost' | 'expired' | 'other';

export interface Card {
  readonly code: string;
  readonly state: CardState;
  readonly isPrimary: boolean;
  readonly issuedAt: string | undefined;
  readonly expiresAt: string | undefined;
}

/** The cards of an answer: those that can be used first, and the one that is used before the others. */
export function cardsOf(answer: unknown): readonly Card[] {
  const cards = list(field(answer, 'cards')).flatMap((entry) => cardOf(entry));
  const place = ({ state, isPrimary }: Card): number => (state === 'active' ? 0 : 2) + (isPrimary ? 0 : 1);
  return cards.toSorted((one, other) => place(one) - place(other));
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

/** The code of the card that came in place of a lost one; empty where the service does not say. */
export const replacementOf = (answer: unknown): string => text(field(answer, 'cardCode'));
