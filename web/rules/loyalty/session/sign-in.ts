// Remedies for a refused sign-in, and the page after a sign-in (areas session and errors).

import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { Result } from '@marquee/api/call.ts';
import type { Failure } from '../calls/responses.ts';
import { isOwnPath, parameterOf } from './hand-over.ts';

/** What a visitor can do about a failure. */
export type Remedy =
  /** Try again. */
  | 'retry'
  /** Check the entered data. */
  | 'check'
  /** Request the activation email again. */
  | 'activate'
  /** Choose a new password. */
  | 'newPassword'
  /** Contact the box office: the membership is expired. */
  | 'expired'
  /** Contact the box office: the account is blocked. */
  | 'blocked'
  /** Wait before the next attempt. */
  | 'wait'
  /** Solve the captcha. */
  | 'captchaFailed';

/** The code of a response, or the status of a problem report. */
export const codeOf = ({ peachCode, status }: Result): number | undefined => peachCode ?? status ?? undefined;

/** The remedy for a failure. `hasCaptcha`: whether the call had a captcha's answer. */
export function remedyOf(failure: Failure, hasCaptcha: boolean = false): Remedy {
  if (failure.kind === 'unreachable') return 'retry';
  switch (codeOf(failure.response)) {
    case PEACH_CODES.notActivated:
      return 'activate';
    case PEACH_CODES.emailUnknown:
    case PEACH_CODES.memberNotFound:
    case PEACH_CODES.wrongCredentials:
    case PEACH_CODES.wrongCurrentPassword:
      return 'check';
    case PEACH_CODES.expired:
      return 'expired';
    case PEACH_CODES.passwordChangeRequired:
      return 'newPassword';
    case PEACH_CODES.blocked:
      return 'blocked';
    case PEACH_CODES.locked:
    case PEACH_CODES.tooManyAttempts:
      // A response with code 429 is about the captcha, a problem report about the rate of calls.
      return hasCaptcha && failure.response.peachCode === PEACH_CODES.tooManyAttempts ? 'captchaFailed' : 'wait';
    default:
      return 'retry';
  }
}

/** Results of following a link in an email: what it confirmed, or that it failed. */
const ACTIVATIONS = ['account', 'username', 'membership', 'failed'] as const;
type Activation = (typeof ACTIVATIONS)[number];

/** Parameters of a page for guests. */
export interface GuestAddress {
  /** The result of an emailed link, which leads to this page. */
  readonly activation: Activation | undefined;
  /** The code of a failed sign-in without scripts. */
  readonly code: number | undefined;
  /** The path to open after a sign-in; on this site. */
  readonly next: string | undefined;
}

/** Parses the query of a page for guests. */
export function guestAddress(search: string): GuestAddress {
  const [activation, code = '', next = ''] = [
    parameterOf(search, 'activation'),
    parameterOf(search, 'code'),
    parameterOf(search, 'next'),
  ];
  return {
    activation: ACTIVATIONS.find((candidate) => candidate === activation),
    code: /^[1-9]\d{0,4}$/.test(code) ? Number(code) : undefined,
    next: isOwnPath(next) ? next : undefined,
  };
}

/** The path to open after a sign-in; undefined if the page shows the member's view or hands the member over (HAND-01). */
export function afterSignIn(search: string): string | undefined {
  return parameterOf(search, 'return') === undefined ? guestAddress(search).next : undefined;
}
