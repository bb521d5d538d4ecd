// Activating a membership by its item: four calls, each only when the one before went well (area activation).

import { field, isSuccess, text } from '../calls/answers.ts';
import { type Call, type Payload, type Where, addMembership, completePayment, membershipList, setToActivate } from '../calls/calls.ts';

/** Who is activated (ACT-01). */
export interface Person {
  readonly email: string;
  readonly phoneNumber: string;
  readonly firstname: string;
  readonly lastname: string;
}

/** The item that activates. */
export interface MembershipItem {
  readonly code: string;
  readonly memberLevelId: number;
}

const LOWEST_LEVEL = 1;

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/**
 * The first item of the first group (ACT-02), when it has a code and a level (ACT-08). The level is text; what is no number
 * is the lowest level, what is not there stops the chain (ACT-03, ACT-04).
 */
export const membershipItem = (answer: unknown): MembershipItem | undefined => itemOf(first(field(first(field(answer, 'listConcessionGrouping')), 'items')));

/** What of a listed item activates, when it has both. */
export function itemOf(item: unknown): MembershipItem | undefined {
  const code = text(field(item, 'code'));
  const level = text(field(item, 'memberLevelId'));
  if (code === '' || level === '') return undefined;
  return { code, memberLevelId: /^-?\d+$/.test(level) ? Number(level) : LOWEST_LEVEL };
}

/** The concession that activates: the client asks for one at no cost, the server knows the price (ACT-05). */
export const activatingConcession = ({ code, memberLevelId }: MembershipItem): Payload => ({
  code,
  memberLevelId,
  cost: 0,
  quantity: 1,
  isLoyaltyMembershipActivation: true,
});

/** The payload that completes an order of nothing (ACT-06, ACT-11). */
export const completePayload = (orderId: string, { email, firstname, lastname }: Person): Payload => ({
  QueryString: null,
  PostValues: null,
  PostValuesModel: null,
  OtherPayments: null,
  IsNewMember: true,
  AmountPaidPaymentProvider: 0,
  OrderId: orderId,
  Customer: { FirstName: firstname, LastName: lastname, Email: email },
});

/** What came of taking a membership. */
export type Taken =
  /** It is complete. A member who is not active yet received an email with a link that activates it. */
  | { readonly kind: 'activated'; readonly isActive: boolean }
  /** It costs something that is not paid yet. Without an address there is nowhere to pay online. */
  | { readonly kind: 'unpaid'; readonly orderId: string; readonly paymentUrl: string }
  /** A step failed, silently (ACT-07). */
  | { readonly kind: 'stopped' };

type Send = (call: Call) => Promise<unknown>;

const STOPPED: Taken = { kind: 'stopped' };

/** Runs the chain for the first item. It stops silently where a call fails or does not bring what the next one needs (ACT-07). */
export async function activate(person: Person, where: Where, clubId: string, send: Send): Promise<'activated' | 'mailed' | 'stopped'> {
  // A network failure is a failing step like any other.
  const item = await send(membershipList(where)).then(membershipItem, () => undefined);
  if (item === undefined) return 'stopped';
  const taken = await takeMembership(person, where, { item, clubId }, send);
  if (taken.kind !== 'activated') return 'stopped';
  return taken.isActive ? 'activated' : 'mailed';
}

/** Runs the chain from its second step, for an item that was chosen. */
export async function takeMembership(person: Person, where: Where, { item, clubId }: { readonly item: MembershipItem; readonly clubId: string }, send: Send): Promise<Taken> {
  const { email, phoneNumber } = person;
  try {
    const begun = await send(setToActivate(where, { email, memberLevelId: item.memberLevelId, memberItemId: item.code, clubId }));
    const userSessionId = text(field(begun, 'userSessionId'));
    if (userSessionId === '' || !isSuccess(begun)) return STOPPED;
    const concessions = [activatingConcession(item)];
    const order = await send(addMembership(where, { userSessionId, emailAddress: email, mobile: phoneNumber, concessions }));
    const orderId = text(field(order, 'orderId'));
    return orderId === '' ? STOPPED : await completeOrder(orderId, person, where, send);
  } catch {
    return STOPPED;
  }
}

/** Completes an order, at once or after its payment. Asked again, an order that is complete says so again. */
export async function completeOrder(orderId: string, person: Person, where: Where, send: Send): Promise<Taken> {
  const paid = await send(completePayment(where, completePayload(orderId, person))).catch(() => undefined);
  if (isSuccess(paid)) return { kind: 'activated', isActive: field(field(paid, 'memberDetails'), 'isActivated') !== false };
  return isUnpaid(paid) ? { kind: 'unpaid', orderId, paymentUrl: text(field(paid, 'paymentUrl')) } : STOPPED;
}

/** Whether an order waits for its payment (loyalty-gateway.md, section 4). */
const isUnpaid = (answer: unknown): boolean => field(answer, 'peachCode') === 85;
