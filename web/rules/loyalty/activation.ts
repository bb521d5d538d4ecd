// Activating a membership by its item: four calls, each only when the one before went well (area activation).

import { field, isSuccess, text } from './answers.ts';
import { type Call, type Payload, type Where, addMembership, completePayment, membershipList, setToActivate } from './calls.ts';

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
export function membershipItem(answer: unknown): MembershipItem | undefined {
  const item = first(field(first(field(answer, 'listConcessionGrouping')), 'items'));
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

/** Runs the chain. It stops silently where a call fails or does not bring what the next one needs (ACT-07). */
export async function activate(person: Person, where: Where, clubId: string, send: (call: Call) => Promise<unknown>): Promise<'activated' | 'stopped'> {
  const { email, phoneNumber } = person;
  try {
    const item = membershipItem(await send(membershipList(where)));
    if (item === undefined) return 'stopped';
    const begun = await send(setToActivate(where, { email, memberLevelId: item.memberLevelId, memberItemId: item.code, clubId }));
    const userSessionId = text(field(begun, 'userSessionId'));
    if (userSessionId === '' || !isSuccess(begun)) return 'stopped';
    const concessions = [activatingConcession(item)];
    const order = await send(addMembership(where, { userSessionId, emailAddress: email, mobile: phoneNumber, concessions }));
    const orderId = text(field(order, 'orderId'));
    if (orderId === '') return 'stopped';
    const paid = await send(completePayment(where, completePayload(orderId, person)));
    return isSuccess(paid) ? 'activated' : 'stopped';
  } catch {
    // A network failure is a failing step like any other.
    return 'stopped';
  }
}
