// Setting a new password by the link of a mail (RESET-10 to RESET-13).

import { field } from '../calls/answers.ts';
import { type Call, type Where, resetPassword, validateResetCode } from '../calls/calls.ts';
import type { ResetGrant } from './reset-link.ts';

/** The code that a reset code is wrong, used up or too old (RESET-12). */
export const RESET_CODE_INVALID = 57;

/** Sets it; the answer of the call that decided. Rejects when a call could not be made. */
export async function setPassword(where: Where, { email, code, uid }: ResetGrant, password: string, send: (call: Call) => Promise<unknown>): Promise<unknown> {
  if (where.version !== 3) {
    const checked = await send(validateResetCode(where, email, code));
    // RESET-11
    if (field(checked, 'statusCode') !== 200 || field(checked, 'peachCode') === RESET_CODE_INVALID) return checked;
  }
  const call = resetPassword(where, password, code);
  // RESET-08
  return send(uid === undefined ? call : { ...call, payload: { ...call.payload, uid } });
}
