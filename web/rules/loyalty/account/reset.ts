// Sets a new password with the parameters of an emailed link (RESET-10 to RESET-13).

import { PEACH_CODES } from '@marquee/api/peach-codes.gen.ts';
import type { CallContext, Result } from '@marquee/api/call.ts';
import { resetPassword, validatePasswordResetCode } from '@marquee/api/loyalty/account.gen.ts';
import type { Send } from '../calls/transport.ts';
import type { ResetGrant } from './reset-link.ts';

/** Sets the password; returns the last response: a failed validation, or that of the reset. Rejects if a call could not be sent. */
export async function setPassword(
  context: CallContext,
  { email, code, uid }: ResetGrant,
  password: string,
  send: Send,
): Promise<Result> {
  if (context.version !== 3) {
    const checked = await send(validatePasswordResetCode(context, { emailAddress: email, resetCode: code }));
    // RESET-11
    if (checked.statusCode !== 200 || checked.peachCode === PEACH_CODES.invalidResetCode) return checked;
  }
  // CALL-12: version 3 has an empty membership id. RESET-08: the uid of the link, if it has one.
  const more = context.version === 3 ? { membershipId: '' } : {};
  return send(resetPassword(context, { password, resetCode: code, ...more, ...(uid === undefined ? {} : { uid }) }));
}
