// Stores, for rewards that a member ordered in this tab, their codes (their points are spent, and no call lists codes: CALL-26) and
// the ids of orders whose result is unknown. They are stored for this member and this tab only, until the sign-out (security 1.12).

import { field, text } from '@marquee/api/json.ts';

/** Values by the reward's item. */
type ByItem = ReadonlyMap<string, string>;
/** The codes of rewards, by the reward's item. */
export type RewardCodes = ByItem;

const CODES = 'reward-codes';
const ORDERS = 'reward-orders';
type Key = typeof CODES | typeof ORDERS;

/** Values by item that are stored for the member with this id; empty for another member. */
function stored(key: Key, memberId: string): ByItem {
  try {
    const record: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const values = field(record, 'values');
    if (memberId === '' || field(record, 'memberId') !== memberId || !Array.isArray(values)) return new Map();
    const pairs = values.map((pair: unknown): [string, string] =>
      Array.isArray(pair) ? [text(pair[0]), text(pair[1])] : ['', ''],
    );
    return new Map(pairs.filter(([item, value]) => item !== '' && value !== ''));
  } catch {
    return new Map();
  }
}

function store(key: Key, memberId: string, values: ByItem): void {
  try {
    if (memberId === '' || values.size === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ memberId, values: [...values] }));
  } catch {
    // Storage is forbidden: only this page has the values.
  }
}

/** The values with that of one item set; an empty value removes it. */
export function withValue(values: ByItem, item: string, value: string): ByItem {
  const others = [...values].filter(([other]) => other !== item);
  return new Map(value === '' ? others : [...others, [item, value]]);
}

/** The stored codes of the member with this id; empty for another member. */
export const storedCodes = (memberId: string): RewardCodes => stored(CODES, memberId);

/** Stores the code of an item for a member, in place of the codes of another member. An empty code removes it. */
export function storeCode(memberId: string, item: string, code: string): void {
  store(CODES, memberId, withValue(storedCodes(memberId), item, code));
}

/** The id of an order of this item whose result is unknown. Without one it is empty. */
export const openOrder = (memberId: string, item: string): string => stored(ORDERS, memberId).get(item) ?? '';

/** Stores the id of an order that is sent; an empty id removes it. */
export function storeOpenOrder(memberId: string, item: string, id: string): void {
  store(ORDERS, memberId, withValue(stored(ORDERS, memberId), item, id));
}

/** Removes everything that is stored of rewards. */
export function forgetRewards(): void {
  for (const key of [CODES, ORDERS] as const) store(key, '', new Map());
}
