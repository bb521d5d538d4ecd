// What a refused sign-in asks of a member, and where a sign-in leads (areas session and errors).

import { type Failure, field } from '../calls/answers.ts';
import { isOwnPath, parameterOf } from './hand-over.ts';

/** What somebody can do about a failure. */
export type Remedy =
  /** Try again. */
  | 'again'
  /** Look at what was typed. */
  | 'check'
  /** Have the mail of the account sent again. */
  | 'activate'
  /** Choose a new password. */
  | 'newPassword'
  /** Ask the box office: the membership is over. */
  | 'expired'
  /** Ask the box office: the account is blocked. */
  | 'blocked'
  /** Wait. */
  | 'wait'
  /** Confirm to be no robot. */
  | 'robot';

/** The code of an answer, or the status of a report that the call was not carried out. */
export function codeOf(answer: unknown): number | undefined {
  const [code, status] = [field(answer, 'peachCode'), field(answer, 'status')];
  if (typeof code === 'number') return code;
  return typeof status === 'number' ? status : undefined;
}

/** What to do about a failure; `hasCaptcha` when the call carried a captcha's answer. */
export function remedyOf(failure: Failure, hasCaptcha: boolean = false): Remedy {
  if (failure.kind === 'unreachable') return 'again';
  switch (codeOf(failure.answer)) {
    case 26:
      return 'activate';
    case 29:
    case 30:
    case 31:
    case 58:
      return 'check';
    case 46:
      return 'expired';
    case 1015:
      return 'newPassword';
    case 1019:
      return 'blocked';
    case 423:
    case 429:
      // An answer with this code is about the captcha, a report about the number of calls.
      return hasCaptcha && field(failure.answer, 'peachCode') === 429 ? 'robot' : 'wait';
    default:
      return 'again';
  }
}

/** Results of following a link in an email: what it confirmed, or that it failed. */
const ACTIVATIONS = ['account', 'username', 'membership', 'failed'] as const;
type Activation = (typeof ACTIVATIONS)[number];

/** What the address of a page for guests says. */
export interface GuestAddress {
  /** How the link of a mail went: it leads here. */
  readonly activation: Activation | undefined;
  /** Why a sign-in without scripts failed. */
  readonly code: number | undefined;
  /** The page that a sign-in leads to: one of the site. */
  readonly next: string | undefined;
}

/** Reads the query of a page. */
export function guestAddress(search: string): GuestAddress {
  const [activation, code = '', next = ''] = [parameterOf(search, 'activation'), parameterOf(search, 'code'), parameterOf(search, 'next')];
  return {
    activation: ACTIVATIONS.find((known) => known === activation),
    code: /^[1-9]\d{0,4}$/.test(code) ? Number(code) : undefined,
    next: isOwnPath(next) ? next : undefined,
  };
}

/** What happens after a sign-in: somewhere else, or nothing, where the page shows the member's view or hands them over (HAND-01). */
export function afterSignIn(search: string): string | undefined {
  return parameterOf(search, 'return') === undefined ? guestAddress(search).next : undefined;
}
