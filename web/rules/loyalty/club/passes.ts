// Addresses of other services in responses: the wallet pass of a card, and the portal of the payment provider.

import { type FromService, type Result, readResult } from '@marquee/api/call.ts';
import type { PortalResponse } from '@marquee/api/loyalty/types.gen.ts';
import { isWebAddress } from '../../web-address.ts';

/** A signed pass: three parts in base64url. It differs from a refusal as text. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The status of a problem report if the service is missing or unavailable (loyalty-gateway.md, section 2). */
const UNAVAILABLE = 503;

/** The address that saves a pass: the template with the signed pass (WALLET-04). */
const savePassUrl = (template: string, jwt: string): string => template.replaceAll('<signed_jwt>', () => encodeURIComponent(jwt));

/** The address that saves the pass in a response (WALLET-01, WALLET-04); undefined without a pass. */
export function passUrl(template: string, response: string | Result | undefined): string | undefined {
  const jwt = typeof response === 'string' ? response.trim() : '';
  return JWT.test(jwt) && isWebAddress(template) ? savePassUrl(template, jwt) : undefined;
}

/** The refusal of a request for a pass, which is JSON as text or a problem report. */
export function passRefusal(response: string | Result): Result {
  if (typeof response !== 'string') return response;
  try {
    return readResult(JSON.parse(response));
  } catch {
    return {};
  }
}

/** The address of the payment provider's portal (CALL-40); undefined if the response has none. */
export function portalUrl({ url }: FromService<PortalResponse>): string | undefined {
  return url !== undefined && url !== null && isWebAddress(url) ? url : undefined;
}

/** Whether a problem report, or its status, says that the service is missing or unavailable. */
export const isUnavailable = (report: Result | number | undefined): boolean =>
  (typeof report === 'number' ? report : report?.status) === UNAVAILABLE;
