// Addresses of other services in answers: the wallet pass of a card, and the portal of the payment provider.

import { savePassUrl } from '../calls/calls.ts';
import { field, text } from '../calls/answers.ts';

/** A signed pass: three parts in base64url. It differs from a refusal as text. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const WEB = /^https?:\/\/[^/]/i;

/** The status of a problem report if the service is missing or unavailable (loyalty-gateway.md, section 2). */
const UNAVAILABLE = 503;

/** The address that saves the pass in an answer (WALLET-01, WALLET-04); undefined without a pass. */
export function passUrl(template: string, answer: unknown): string | undefined {
  const jwt = text(answer).trim();
  return JWT.test(jwt) && WEB.test(template) ? savePassUrl(template, jwt) : undefined;
}

/** The parsed refusal of a request for a pass; undefined if it is not JSON. */
export function passRefusal(answer: unknown): unknown {
  try {
    const report: unknown = JSON.parse(text(answer));
    return report;
  } catch {
    return undefined;
  }
}

/** The address of the payment provider's portal (CALL-40); undefined if the answer has none. */
export function portalUrl(answer: unknown): string | undefined {
  const url = text(field(answer, 'url'));
  return WEB.test(url) ? url : undefined;
}

/** Whether a problem report, or its status, says that the service is missing or unavailable. */
export const isUnavailable = (report: unknown): boolean => (typeof report === 'number' ? report : field(report, 'status')) === UNAVAILABLE;
