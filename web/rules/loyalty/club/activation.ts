// Activates a membership by its item: four calls in sequence, each only if the previous one succeeded (area activation).

import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { CallContext, FromService, Result } from '@marquee/api/call.ts';
import {
  type AddMembershipPayload,
  type CompletePaymentPayload,
  addMembership,
  completePayment,
  getMembershipList,
  setMemberToActivateOnComplete,
} from '@marquee/api/loyalty/membership.gen.ts';
import type { MembershipOffer, MembershipsResponse } from '@marquee/api/loyalty/types.gen.ts';
import { isSuccess } from '../calls/responses.ts';
import type { Send } from '../calls/transport.ts';

/** The person whose membership is activated (ACT-01). */
export interface Person {
  readonly email: string;
  readonly phoneNumber: string;
  readonly firstname: string;
  readonly lastname: string;
}

/** The item that activates a membership. */
export interface MembershipItem {
  readonly code: string;
  readonly memberLevelId: number;
}

const LOWEST_LEVEL = 1;

/**
 * The first item of the first group (ACT-02), if it has a code and a level (ACT-08). The level is text: one that is not an integer is the
 * lowest level, a missing one stops the chain (ACT-03, ACT-04).
 */
export const membershipItem = ({ listConcessionGrouping: groups }: FromService<MembershipsResponse>): MembershipItem | undefined =>
  itemOf(groups?.[0]?.items?.[0]);

/** The code and the level of a listed item; undefined if one is missing. */
export function itemOf(item: FromService<Pick<MembershipOffer, 'code' | 'memberLevelId'>> | undefined): MembershipItem | undefined {
  const [code, level] = [item?.code ?? '', item?.memberLevelId ?? ''];
  if (code === '' || level === '') return undefined;
  return { code, memberLevelId: /^-?\d+$/.test(level) ? Number(level) : LOWEST_LEVEL };
}

/** The concession that activates: the request has quantity one and cost zero, the server knows the price (ACT-05). */
export const activatingConcession = ({ code, memberLevelId }: MembershipItem): AddMembershipPayload['concessions'][number] => ({
  code,
  memberLevelId,
  cost: 0,
  quantity: 1,
  isLoyaltyMembershipActivation: true,
});

/** The payload that completes an order without a payment (ACT-06, ACT-11). */
export const completePayload = (orderId: string, { email, firstname, lastname }: Person): CompletePaymentPayload => ({
  QueryString: null,
  PostValues: null,
  PostValuesModel: null,
  OtherPayments: null,
  IsNewMember: true,
  AmountPaidPaymentProvider: 0,
  OrderId: orderId,
  Customer: { FirstName: firstname, LastName: lastname, Email: email },
});

/** The result of ordering a membership. */
export type MembershipResult =
  /** The order is complete. A member who is not active yet received an email with an activation link. */
  | { readonly kind: 'activated'; readonly isActive: boolean }
  /** The order is not paid yet. Without an address it cannot be paid online. */
  | { readonly kind: 'unpaid'; readonly orderId: string; readonly paymentUrl: string }
  /** A step failed, silently (ACT-07). */
  | { readonly kind: 'stopped' };

const STOPPED: MembershipResult = { kind: 'stopped' };

/** Runs the chain for the first item. It stops silently if a call fails or its response lacks what the next one needs (ACT-07). */
export async function activate(
  person: Person,
  context: CallContext,
  clubId: string,
  send: Send,
): Promise<'activated' | 'mailed' | 'stopped'> {
  // A network failure stops the chain like any failed step.
  const item = await send(getMembershipList(context)).then(membershipItem, () => undefined);
  if (item === undefined) return 'stopped';
  const result = await orderMembership(person, context, { item, clubId }, send);
  if (result.kind !== 'activated') return 'stopped';
  return result.isActive ? 'activated' : 'mailed';
}

/** Runs the chain from its second step, for a chosen item. */
export async function orderMembership(
  person: Person,
  context: CallContext,
  { item, clubId }: { readonly item: MembershipItem; readonly clubId: string },
  send: Send,
): Promise<MembershipResult> {
  const { email, phoneNumber } = person;
  try {
    const activation = await send(
      setMemberToActivateOnComplete(context, { email, memberLevelId: item.memberLevelId, memberItemId: item.code, clubId }),
    );
    const userSessionId = activation.userSessionId ?? '';
    if (userSessionId === '' || !isSuccess(activation)) return STOPPED;
    const concessions = [activatingConcession(item)];
    const order = await send(
      addMembership(context, { cinemaId: context.cinemaId, userSessionId, emailAddress: email, mobile: phoneNumber, concessions }),
    );
    const orderId = order.orderId ?? '';
    return orderId === '' ? STOPPED : await completeOrder(orderId, person, context, send);
  } catch {
    return STOPPED;
  }
}

/** Completes an order, immediately or after its payment. It is idempotent. */
export async function completeOrder(orderId: string, person: Person, context: CallContext, send: Send): Promise<MembershipResult> {
  const response = await send(completePayment(context, completePayload(orderId, person))).catch(() => undefined);
  if (isSuccess(response)) return { kind: 'activated', isActive: response?.memberDetails?.isActivated !== false };
  return isUnpaid(response) ? { kind: 'unpaid', orderId, paymentUrl: response?.paymentUrl ?? '' } : STOPPED;
}

/** Whether an order waits for its payment (loyalty-gateway.md, section 4). */
const isUnpaid = (response: Result | undefined): boolean => response?.peachCode === PEACH_CODES.invalidActivation;
