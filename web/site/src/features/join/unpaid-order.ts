// The order of a membership while its payment is made elsewhere: kept for this tab alone, until the visitor is back.

import { type MembershipItem, type Person, itemOf } from '@marquee/rules/loyalty/club/activation.ts';
import { field, text } from '@marquee/rules/loyalty/calls/answers.ts';

/** What is needed to complete an order, or to take what costs nothing instead. */
export interface UnpaidOrder {
  readonly orderId: string;
  /** The membership's name. */
  readonly name: string;
  readonly person: Person;
  readonly free: FreeChoice | undefined;
  /** Path of the page where it was ordered, in the visitor's language; the way back from the payment knows only the site's own. */
  readonly path: string;
}

/** The membership that costs nothing. */
export interface FreeChoice {
  readonly item: MembershipItem;
  readonly name: string;
  readonly clubId: string;
}

const KEY = 'marquee-join';

/** Reads what was kept; nothing of what is not whole. */
export function readOrder(kept: string | null): UnpaidOrder | undefined {
  if (kept === null) return undefined;
  let found: unknown;
  try {
    found = JSON.parse(kept);
  } catch {
    return undefined;
  }
  const orderId = text(field(found, 'orderId'));
  const person = field(found, 'person');
  if (orderId === '') return undefined;
  return {
    orderId,
    name: text(field(found, 'name')),
    person: {
      email: text(field(person, 'email')),
      phoneNumber: text(field(person, 'phoneNumber')),
      firstname: text(field(person, 'firstname')),
      lastname: text(field(person, 'lastname')),
    },
    free: freeIn(field(found, 'free')),
    path: text(field(found, 'path')),
  };
}

function freeIn(found: unknown): FreeChoice | undefined {
  const item = itemOf(field(found, 'item'));
  return item && { item, name: text(field(found, 'name')), clubId: text(field(found, 'clubId')) };
}

/** Storage may be forbidden; then the way back says less. */
function stored<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}

export const keepOrder = (order: Omit<UnpaidOrder, 'path'>): void => void stored((storage) => storage.setItem(KEY, JSON.stringify({ ...order, path: location.pathname })));
export const keptOrder = (): UnpaidOrder | undefined => readOrder(stored((storage) => storage.getItem(KEY)) ?? null);
/** The page of this site where the visitor ordered, when they are back on another one. */
export const orderedElsewhere = (order: UnpaidOrder | undefined, here: string): string | undefined =>
  order !== undefined && order.path !== here && /^\/(?![/\\])/.test(order.path) ? order.path : undefined;
export const forgetOrder = (): void => void stored((storage) => storage.removeItem(KEY));
