import { isThirdParty } from '@marquee/rules/loyalty/account/captcha.ts';
import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { activate } from '@marquee/rules/loyalty/club/activation.ts';
import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Call } from '@marquee/api/call.ts';
import { assignUsername } from '@marquee/rules/loyalty/account/member-search.ts';
import { useState } from 'react';
import { useCaptcha } from '../../parts/captcha/captcha.tsx';
import { useMaybeMember } from '../../state/member/use-member.ts';
import { useCallContext } from '../../state/member/use-call-context.ts';
import type { ActivationForm } from './activation-form.ts';

/** The progress of an activation. */
export type ActivationState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly step: number; readonly steps: number }
  /** `username`: a new one was mailed, the member has one already, or none was requested. */
  | {
      readonly kind: 'done';
      readonly outcome: 'activated' | 'mailed' | 'stopped';
      readonly username: 'mailed' | 'existing' | 'none';
      readonly email: string;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Number of calls of the activation chain. */
const CHAIN_STEPS = 4;
/** Number of calls before the chain if the form has a card number. */
const CARD_STEPS = 2;

/** Thrown if a captcha has no answer; the captcha's widget says so. */
const UNCONFIRMED = new Error('The captcha has no answer');

/** Activates a membership (ACT-01 to ACT-11). With a card number, it first looks up the member and requests a username for them. */
export function useActivation(page: MemberPage) {
  const member = useMaybeMember();
  const context = useCallContext(page);
  const { clubId, captcha } = page.area;
  const searchCaptcha = useCaptcha('MemberSearch');
  const activationCaptcha = useCaptcha('SetMemberToActivateOnComplete');
  const [state, setState] = useState<ActivationState>({ kind: 'idle' });

  async function run({ firstName, lastName, email, card }: ActivationForm, phoneNumber: string): Promise<void> {
    if (member === undefined || context === undefined) return;
    const steps = CHAIN_STEPS + (card === '' ? 0 : CARD_STEPS);
    let step = 0;
    let isUnconfirmed = false;
    const sendWith =
      (guard: typeof searchCaptcha) =>
      async <Value>(call: Call<Value>): Promise<Value> => {
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
      const lookup =
        card === ''
          ? undefined
          : await assignUsername(context, { email: to, lastName: lastName.trim(), card }, sendWith(searchCaptcha));
      if (lookup?.kind === 'refused') {
        setState({ kind: 'failed', failure: { kind: 'refused', response: lookup.response } });
        return;
      }
      step = steps - CHAIN_STEPS;
      const person = { email: to, phoneNumber, firstname: firstName.trim(), lastname: lastName.trim() };
      const outcome = await activate(person, context, clubId, sendWith(activationCaptcha));
      const username = lookup?.kind === 'assigned' ? 'mailed' : lookup?.hasUserName === true ? 'existing' : 'none';
      setState(isUnconfirmed ? { kind: 'idle' } : { kind: 'done', outcome, username, email: to });
    } catch (error) {
      setState(error === UNCONFIRMED ? { kind: 'idle' } : { kind: 'failed', failure: { kind: 'unreachable' } });
    }
  }

  return {
    /** Whether `run` can send its calls. */
    isReady: member !== undefined && context !== undefined,
    state,
    run,
    /** Shows why the activation failed before its first call. */
    fail: (failure: Failure) => setState({ kind: 'failed', failure }),
    /** The captcha widgets that the form shows. The site's own captcha needs one widget only, a third party's needs one for each call. */
    captchaWidgets: (hasCard: boolean) =>
      hasCard ? [searchCaptcha.widget, isThirdParty(captcha) ? activationCaptcha.widget : null] : [activationCaptcha.widget],
  };
}
