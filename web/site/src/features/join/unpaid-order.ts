// The order of a membership while the visitor pays on the payment provider's site. Stored in this tab's session storage.

import { type MembershipItem, type Person, itemOf } from '@marquee/rules/loyalty/club/activation.ts';
import { field, text } from '@marquee/api/json.ts';

/** The data to complete an order, or to take the free membership instead. */
export interface UnpaidOrder {
  readonly orderId: string;
  /** The membership's name. */
  readonly name: string;
  readonly person: Person;
  readonly free: FreeMembership | undefined;
  /** Path of the page where it was ordered, in the visitor's language. The payment returns to the page in the site's default language. */
  readonly path: string;
}

export interface FreeMembership {
  readonly item: MembershipItem;
  readonly name: string;
  readonly clubId: string;
}

const KEY = 'marquee-join';

/** Parses a stored order. Returns undefined if it is invalid or has no order id; other missing fields are empty. */
export function readOrder(stored: string | null): UnpaidOrder | undefined {
  if (stored === null) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return undefined;
  }
  const orderId = text(field(json, 'orderId'));
  const person = field(json, 'person');
  if (orderId === '') return undefined;
  return {
    orderId,
    name: text(field(json, 'name')),
    person: {
      email: text(field(person, 'email')),
      phoneNumber: text(field(person, 'phoneNumber')),
      firstname: text(field(person, 'firstname')),
      lastname: text(field(person, 'lastname')),
    },
    free: readFreeMembership(field(json, 'free')),
    path: text(field(json, 'path')),
  };
}

function readFreeMembership(json: unknown): FreeMembership | undefined {
  const stored = field(json, 'item');
  const item = itemOf({ code: text(field(stored, 'code')), memberLevelId: text(field(stored, 'memberLevelId')) });
  return item && { item, name: text(field(json, 'name')), clubId: text(field(json, 'clubId')) };
}

/** Runs an action on the session storage. Returns undefined if storage is blocked: then the return page has no order. */
function withStorage<Result>(action: (storage: Storage) => Result): Result | undefined {
  try {
    return action(sessionStorage);
  } catch {
    return undefined;
  }
}

export const storeOrder = (order: Omit<UnpaidOrder, 'path'>): void =>
  void withStorage((storage) => storage.setItem(KEY, JSON.stringify({ ...order, path: location.pathname })));
export const readStoredOrder = (): UnpaidOrder | undefined => readOrder(withStorage((storage) => storage.getItem(KEY)) ?? null);
export const clearOrder = (): void => void withStorage((storage) => storage.removeItem(KEY));

/** The path of the page where the visitor ordered, if it is not the current path. Only paths on this site are accepted. */
export const otherOrderPath = (order: UnpaidOrder | undefined, currentPath: string): string | undefined =>
  order !== undefined && order.path !== currentPath && /^\/(?![/\\])/.test(order.path) ? order.path : undefined;
