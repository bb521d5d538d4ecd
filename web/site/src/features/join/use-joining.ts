import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { type Person, type Taken, takeMembership } from '@marquee/rules/loyalty/club/activation.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/answers.ts';
import { type Call, type Where, create } from '@marquee/rules/loyalty/calls/calls.ts';
import { type JoinForm, signUpOf } from '@marquee/rules/loyalty/account/joining.ts';
import { type Offer, isFree } from '@marquee/rules/loyalty/club/offers.ts';
import { createPayload } from '@marquee/rules/loyalty/account/registration.ts';
import { type ReactNode, useState } from 'react';
import { type Captcha, useCaptcha } from '../../parts/captcha/captcha.tsx';
import type { Member } from '../../state/member/member.ts';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { useWhere } from '../../state/member/use-where.ts';
import { attempt } from './attempt.ts';
import { type FreeChoice, forgetOrder, keepOrder } from './unpaid-order.ts';

/** What a new member can do at once: they are signed in, confirm their address first, or sign in themselves. */
export type Standing = 'in' | 'mail' | 'out';

/** Somebody who has just become a member. */
export interface Joined {
  readonly standing: Standing;
  readonly person: Person;
  /** The membership that began. */
  readonly active?: string;
  /** The one that could not be had: it is not sold online here, or selling it failed. */
  readonly without?: { readonly name: string; readonly isSold: boolean };
}

/** How far joining is. */
export type Joining =
  | { readonly kind: 'form' | 'busy' }
  /** A captcha that is clicked is due once more, before the membership begins. */
  | { readonly kind: 'confirm'; readonly name: string; readonly widget: ReactNode; readonly go: () => Promise<void>; readonly isBusy: boolean }
  | { readonly kind: 'joined'; readonly joined: Joined };

/** What is sent, and what was chosen. */
export interface Wish {
  readonly form: JoinForm;
  readonly mobileNumber: string | undefined;
  readonly chosen: Offer | undefined;
  /** What is taken when the chosen one cannot be. */
  readonly free: Offer | undefined;
}

export interface UseJoining {
  readonly state: Joining;
  readonly captcha: Captcha;
  /** Becomes a member; resolves to why that failed. */
  readonly join: (wish: Wish) => Promise<Failure | undefined>;
}

interface Plan {
  readonly standing: Standing;
  readonly person: Person;
  readonly chosen: Offer;
  readonly free: Offer | undefined;
}

type Step = Exclude<Joining, { kind: 'confirm' }> | { readonly kind: 'confirm'; readonly plan: Plan; readonly isBusy: boolean };

const freeChoice = ({ item, name, clubId }: Offer): FreeChoice => ({ item, name, clubId });
const isAddress = (url: string): boolean => /^https?:\/\//u.test(url);

/** The captcha of the call that begins a membership; and whether the visitor has to do something for it. */
export function useActivationCaptcha({ area }: Pick<MemberPage, 'area'>): Captcha & { readonly isSeen: boolean } {
  const captcha = useCaptcha('SetMemberToActivateOnComplete');
  const choice = area.captcha;
  return { ...captcha, isSeen: choice !== undefined && (choice.provider === 'TURNSTILE' || (choice.provider === 'RECAPTCHA' && !choice.scored)) };
}

/** Sends the calls of an activation, with the captcha's answer where it is asked for. */
export const sending =
  ({ send }: Member, { answer }: Captcha) =>
  async (call: Call): Promise<unknown> =>
    send(call, call.captcha === true ? await answer() : undefined);

/** Becoming a member: the account, then the membership that was chosen, then its payment where it costs something (ACT-12). */
export function useJoining(page: MemberPage): UseJoining {
  const member = useMaybeMember();
  const where = useWhere(page);
  const captcha = useCaptcha('Create');
  const second = useActivationCaptcha(page);
  const [state, setState] = useState<Step>({ kind: 'form' });

  async function join(wish: Wish): Promise<Failure | undefined> {
    const { form, mobileNumber, chosen, free } = wish;
    if (member === undefined || where === undefined) return { kind: 'unreachable' };
    setState({ kind: 'busy' });
    const proof = await captcha.answer();
    if (captcha.isNeeded && proof === undefined) {
      // The widget says why.
      setState({ kind: 'form' });
      return undefined;
    }
    const tried = await attempt(member, creating(member, wish, page.area.clubId), proof);
    if (tried.kind !== 'done') {
      captcha.reset();
      setState({ kind: 'form' });
      return tried;
    }
    const person: Person = { email: form.email.trim(), phoneNumber: mobileNumber ?? '', firstname: form.firstName.trim(), lastname: form.lastName.trim() };
    const standing = member.machine.enter(tried.answer) ? 'in' : page.area.emailActivation ? 'mail' : 'out';
    if (chosen === undefined) setState({ kind: 'joined', joined: { standing, person } });
    else if (second.isSeen) setState({ kind: 'confirm', plan: { standing, person, chosen, free }, isBusy: false });
    else await begin(member, where, { standing, person, chosen, free });
    return undefined;
  }

  async function begin(here: Member, at: Where, { standing, person, chosen, free }: Plan): Promise<void> {
    const take = (offer: Offer): Promise<Taken> =>
      takeMembership(person, at, { item: offer.item, clubId: offer.clubId || page.area.clubId }, sending(here, second));
    const taken = await take(chosen);
    if (taken.kind === 'unpaid' && isAddress(taken.paymentUrl)) {
      keepOrder({ orderId: taken.orderId, name: chosen.name, person, free: free && freeChoice(free) });
      location.assign(taken.paymentUrl);
      return;
    }
    forgetOrder();
    let joined: Joined = { standing, person };
    if (taken.kind === 'activated') joined = { ...joined, active: chosen.name };
    else if (!isFree(chosen)) {
      // Without it the account could not be used until somebody sells the membership.
      const instead = free === undefined ? undefined : await take(free);
      joined = { ...joined, without: { name: chosen.name, isSold: taken.kind !== 'unpaid' }, ...(free !== undefined && instead?.kind === 'activated' ? { active: free.name } : {}) };
    }
    if (standing === 'in') await here.machine.refreshUser();
    setState({ kind: 'joined', joined });
  }

  const shown = (): Joining => {
    if (state.kind !== 'confirm') return state;
    const { plan, isBusy } = state;
    const go = async (): Promise<void> => {
      if (member === undefined || where === undefined) return;
      setState({ ...state, isBusy: true });
      await begin(member, where, plan);
    };
    return { kind: 'confirm', name: plan.chosen.name, widget: second.widget, go, isBusy };
  };
  return { state: shown(), captcha, join };
}

/** The call for the account. A membership that costs something is named, so that the account waits for it (ACT-12). */
function creating({ where }: Member, { form, mobileNumber, chosen }: Wish, clubId: string): Call {
  const paid = chosen === undefined || isFree(chosen) ? {} : { memberItemId: chosen.item.code };
  return create(where, createPayload({ ...signUpOf(form, mobileNumber), ...paid }, clubId));
}
