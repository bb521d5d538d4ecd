import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Person, type MembershipResult, orderMembership } from '@marquee/rules/loyalty/club/activation.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import type { CallContext } from '@marquee/api/call.ts';
import { create } from '@marquee/api/loyalty/account.gen.ts';
import { type JoinForm, signUpOf } from '@marquee/rules/loyalty/account/joining.ts';
import { type Offer, isFree } from '@marquee/rules/loyalty/club/offers.ts';
import { createPayload } from '@marquee/rules/loyalty/account/registration.ts';
import { paymentResultQuery } from '@marquee/rules/loyalty/payments/payment-result.ts';
import { isWebAddress } from '@marquee/rules/web-address.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { type Captcha, useCaptcha } from '../../parts/captcha/captcha.tsx';
import type { Member } from '../../state/member/member.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { useCallContext } from '../../state/member/use-call-context.ts';
import { captchaSender } from './captcha-sender.ts';
import { sendCall } from './send-call.ts';
import { type FreeMembership, clearOrder, readStoredOrder, storeOrder } from './unpaid-order.ts';

/** How a new member gets access: already signed in, after confirming the email address, or by signing in. */
export type Access = 'signedIn' | 'confirmEmail' | 'signIn';

export interface JoinResult {
  readonly access: Access;
  readonly person: Person;
  /** Name of the membership that started. */
  readonly active?: string;
  /** The membership that could not be bought: not sold online (`isSold` false), or the sale failed. */
  readonly unavailable?: { readonly name: string; readonly isSold: boolean };
}

export type JoinState =
  | { readonly kind: 'form' | 'busy' }
  /** The account exists; an interactive captcha must be solved again before the membership `name` starts. */
  | {
      readonly kind: 'confirm';
      readonly name: string;
      readonly widget: ReactNode;
      readonly proceed: () => Promise<void>;
      readonly isBusy: boolean;
    }
  | { readonly kind: 'joined'; readonly result: JoinResult };

export interface JoinRequest {
  readonly form: JoinForm;
  readonly mobileNumber: string | undefined;
  readonly chosen: Offer | undefined;
  /** The free membership, as a fallback if the chosen one cannot be bought. */
  readonly free: Offer | undefined;
}

export interface JoinFlow {
  readonly state: JoinState;
  readonly captcha: Captcha;
  /** Creates the account and starts the membership; resolves to the failure, if any. */
  readonly join: (request: JoinRequest) => Promise<Failure | undefined>;
}

/** A new account whose membership has not started yet. */
interface PendingMembership {
  readonly access: Access;
  readonly person: Person;
  readonly chosen: Offer;
  readonly free: Offer | undefined;
  /** The membership that could not be bought before this one. */
  readonly unavailable?: JoinResult['unavailable'];
}

type FlowState =
  | Exclude<JoinState, { kind: 'confirm' }>
  | { readonly kind: 'confirm'; readonly pending: PendingMembership; readonly isBusy: boolean };

const freeMembership = ({ item, name, clubId }: Offer): FreeMembership => ({ item, name, clubId });

/** The captcha of the call that starts a membership; `isInteractive` tells whether the visitor has to act on it. */
export function useActivationCaptcha({ area }: Pick<MemberPage, 'area'>): Captcha & { readonly isInteractive: boolean } {
  const captcha = useCaptcha('SetMemberToActivateOnComplete');
  const choice = area.captcha;
  return {
    ...captcha,
    isInteractive: choice !== undefined && (choice.provider === 'TURNSTILE' || (choice.provider === 'RECAPTCHA' && !choice.scored)),
  };
}

/**
 * Tells that the payment was canceled when the visitor comes back from it: the browser may show the page as it was left, which is
 * busy, and the account exists already.
 */
function usePaymentWhenShownAgain(): void {
  useEffect(() => {
    const onShown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && readStoredOrder() !== undefined) location.replace(location.pathname + paymentResultQuery('cancelled'));
    };
    addEventListener('pageshow', onShown);
    return () => removeEventListener('pageshow', onShown);
  }, []);
}

/** Joining in steps: the account, then the chosen membership, then its payment unless it is free (ACT-12). */
export function useJoinFlow(page: MemberPage): JoinFlow {
  const member = useMaybeMember();
  const context = useCallContext(page);
  const captcha = useCaptcha('Create');
  const activationCaptcha = useActivationCaptcha(page);
  const [state, setState] = useState<FlowState>({ kind: 'form' });
  usePaymentWhenShownAgain();

  async function join(request: JoinRequest): Promise<Failure | undefined> {
    const { form, mobileNumber, chosen, free } = request;
    if (member === undefined || context === undefined) return { kind: 'unreachable' };
    setState({ kind: 'busy' });
    const token = await captcha.answer();
    if (captcha.isNeeded && token === undefined) {
      // The widget shows the reason.
      setState({ kind: 'form' });
      return undefined;
    }
    const created = await sendCall(member, createCall(member, request, page.area.clubId), token);
    if (created.kind !== 'done') {
      captcha.reset();
      setState({ kind: 'form' });
      return created;
    }
    const person: Person = {
      email: form.email.trim(),
      phoneNumber: mobileNumber ?? '',
      firstname: form.firstName.trim(),
      lastname: form.lastName.trim(),
    };
    const isSignedIn = member.machine.startCreatedSession(created.response);
    const access = isSignedIn ? 'signedIn' : page.area.emailActivation ? 'confirmEmail' : 'signIn';
    if (chosen === undefined) setState({ kind: 'joined', result: { access, person } });
    else if (activationCaptcha.isInteractive)
      setState({ kind: 'confirm', pending: { access, person, chosen, free }, isBusy: false });
    else await startMembership(member, context, { access, person, chosen, free });
    return undefined;
  }

  async function startMembership(owner: Member, at: CallContext, pending: PendingMembership): Promise<void> {
    const { item, clubId } = pending.chosen;
    const orderResult = await orderMembership(
      pending.person,
      at,
      { item, clubId: clubId || page.area.clubId },
      captchaSender(owner.send, activationCaptcha),
    );
    const next = afterOrder(pending, orderResult);
    if (next.kind === 'pay') {
      storeOrder(next.order);
      location.assign(next.url);
      return;
    }
    clearOrder();
    if (next.kind === 'joined') {
      if (pending.access === 'signedIn') await owner.machine.refreshUser();
      setState(next);
      // The visitor must act on an interactive captcha again.
    } else if (activationCaptcha.isInteractive) setState({ kind: 'confirm', pending: next.pending, isBusy: false });
    else await startMembership(owner, at, next.pending);
  }

  const publicState = (): JoinState => {
    if (state.kind !== 'confirm') return state;
    const { pending, isBusy } = state;
    const proceed = async (): Promise<void> => {
      if (member === undefined || context === undefined) return;
      setState({ ...state, isBusy: true });
      await startMembership(member, context, pending);
    };
    return { kind: 'confirm', name: pending.chosen.name, widget: activationCaptcha.widget, proceed, isBusy };
  };
  return { state: publicState(), captcha, join };
}

/** What follows the order of a membership: its payment, the order of the free membership, or the end. */
type AfterOrder =
  | { readonly kind: 'pay'; readonly url: string; readonly order: Parameters<typeof storeOrder>[0] }
  | { readonly kind: 'order'; readonly pending: PendingMembership }
  | { readonly kind: 'joined'; readonly result: JoinResult };

function afterOrder(
  { access, person, chosen, free, unavailable: before }: PendingMembership,
  orderResult: MembershipResult,
): AfterOrder {
  if (orderResult.kind === 'unpaid' && isWebAddress(orderResult.paymentUrl)) {
    return {
      kind: 'pay',
      url: orderResult.paymentUrl,
      order: { orderId: orderResult.orderId, name: chosen.name, person, free: free && freeMembership(free) },
    };
  }
  const isActive = orderResult.kind === 'activated';
  const failed = isActive || isFree(chosen) ? before : { name: chosen.name, isSold: orderResult.kind !== 'unpaid' };
  const unavailable = failed === undefined ? {} : { unavailable: failed };
  // Without the free membership, the account would be unusable until the chosen one is sold at the box office.
  if (!isActive && !isFree(chosen) && free !== undefined)
    return { kind: 'order', pending: { access, person, chosen: free, free: undefined, ...unavailable } };
  return { kind: 'joined', result: { access, person, ...(isActive ? { active: chosen.name } : {}), ...unavailable } };
}

/** The call that creates the account. It names a membership with a price, so that the account stays pending until it starts (ACT-12). */
function createCall({ context }: Member, { form, mobileNumber, chosen }: JoinRequest, clubId: string): ReturnType<typeof create> {
  const paid = chosen === undefined || isFree(chosen) ? {} : { memberItemId: chosen.item.code };
  return create(context, createPayload({ ...signUpOf(form, mobileNumber), ...paid }, clubId));
}
