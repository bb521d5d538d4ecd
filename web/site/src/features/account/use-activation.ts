import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { activate } from '@marquee/rules/loyalty/club/activation.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Call } from '@marquee/rules/loyalty/calls/calls.ts';
import { giveUserName } from '@marquee/rules/loyalty/account/member-search.ts';
import { useState } from 'react';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { useWhere } from '../../state/member/use-where.ts';
import type { ActivationForm } from './activation-form.ts';

/** How far an activation is. */
export type Activation =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly step: number; readonly steps: number }
  /** Of the user name: one was mailed, or there is one already. */
  | { readonly kind: 'done'; readonly outcome: 'activated' | 'mailed' | 'stopped'; readonly username: 'mailed' | 'there' | 'none'; readonly email: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Calls of the chain, and those that a card takes before it. */
const [CHAIN, CARD] = [4, 2];

/** A captcha that gave no answer: its box says so. */
const UNCONFIRMED = new Error('The captcha has no answer');

/** Activates a membership: with a card its member is looked for first and given a user name, then the chain runs (ACT-01 to ACT-11). */
export function useActivation(page: MemberPage) {
  const member = useMaybeMember();
  const where = useWhere(page);
  const { clubId, captcha } = page.area;
  const searching = useCaptcha('MemberSearch');
  const activating = useCaptcha('SetMemberToActivateOnComplete');
  const [state, setState] = useState<Activation>({ kind: 'idle' });
  const hasBoxes = captcha !== undefined && captcha.provider !== 'ALTCHA';

  async function run({ firstName, lastName, email, card }: ActivationForm, phoneNumber: string): Promise<void> {
    if (member === undefined || where === undefined) return;
    const steps = CHAIN + (card === '' ? 0 : CARD);
    let step = 0;
    let isUnconfirmed = false;
    const send = (guard: typeof searching) => async (call: Call): Promise<unknown> => {
      step += 1;
      setState({ kind: 'busy', step, steps });
      if (call.captcha !== true) return member.send(call);
      const token = await guard.answer();
      isUnconfirmed = guard.isNeeded && token === undefined;
      if (isUnconfirmed) throw UNCONFIRMED;
      return member.send(call, token).finally(guard.reset);
    };
    const to = email.trim();
    try {
      const named = card === '' ? undefined : await giveUserName(where, { email: to, lastName: lastName.trim(), card: card.trim() }, send(searching));
      if (named?.kind === 'refused') {
        setState({ kind: 'failed', failure: { kind: 'refused', answer: named.answer } });
        return;
      }
      step = steps - CHAIN;
      const person = { email: to, phoneNumber, firstname: firstName.trim(), lastname: lastName.trim() };
      const outcome = await activate(person, where, clubId, send(activating));
      const username = named?.kind === 'named' ? 'mailed' : named?.hasUserName === true ? 'there' : 'none';
      setState(isUnconfirmed ? { kind: 'idle' } : { kind: 'done', outcome, username, email: to });
    } catch (error) {
      setState(error === UNCONFIRMED ? { kind: 'idle' } : { kind: 'failed', failure: { kind: 'unreachable' } });
    }
  }

  return {
    state,
    run,
    /** What the form shows of the captchas: of the own one the first, the other works unseen. */
    boxes: (hasCard: boolean) => (hasCard ? [searching.widget, hasBoxes ? activating.widget : null] : [activating.widget]),
  };
}
