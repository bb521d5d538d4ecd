// Where a member is led on to: the pass of a card in a wallet, the portal of the payment provider.

import { savePassUrl } from '../calls/calls.ts';
import { field, text } from '../calls/answers.ts';

/** A signed pass: three parts of base64url. A refusal as text is none. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const WEB = /^https?:\/\/[^/]/i;

/** The status of a problem report that says that there is no such service here, or not now (loyalty-gateway.md, section 2). */
const UNAVAILABLE = 503;

/** Where the pass in an answer is saved (WALLET-01, WALLET-04); nothing when there is none in it. */
export function passUrl(template: string, answer: unknown): string | undefined {
  const jwt = text(answer).trim();
  return JWT.test(jwt) && WEB.test(template) ? savePassUrl(template, jwt) : undefined;
}

/** The refusal that came where a pass was asked for, as it says itself. */
export function passRefusal(answer: unknown): unknown {
  try {
    const report: unknown = JSON.parse(text(answer));
    return report;
  } catch {
    return undefined;
  }
}

/** The address of the payment provider's portal (CALL-40); nothing when the answer has none. */
export function portalUrl(answer: unknown): string | undefined {
  const url = text(field(answer, 'url'));
  return WEB.test(url) ? url : undefined;
}

/** Whether a problem report, or the status of one, says that there is nobody to answer. */
export const isUnavailable = (report: unknown): boolean => (typeof report === 'number' ? report : field(report, 'status')) === UNAVAILABLE;
