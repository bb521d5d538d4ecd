// Sets a new password with the parameters of an emailed link (RESET-10 to RESET-13).

import { field } from '../calls/answers.ts';
import { type Call, type CallContext, resetPassword, validateResetCode } from '../calls/calls.ts';
import type { ResetGrant } from './reset-link.ts';

/** The service's code for a reset code that is wrong, used or expired (RESET-12). */
export const RESET_CODE_INVALID = 57;

/** Sets the password; returns the last answer: a failed validation, or that of the reset. Rejects if a call could not be sent. */
export async function setPassword(where: CallContext, { email, code, uid }: ResetGrant, password: string, send: (call: Call) => Promise<unknown>): Promise<unknown> {
  if (where.version !== 3) {
    const checked = await send(validateResetCode(where, email, code));
    // RESET-11
    if (field(checked, 'statusCode') !== 200 || field(checked, 'peachCode') === RESET_CODE_INVALID) return checked;
  }
  const call = resetPassword(where, password, code);
  // RESET-08
  return send(uid === undefined ? call : { ...call, payload: { ...call.payload, uid } });
}
