import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import type { Member } from '../../state/member/member.ts';

export type CallResult<Value> = { readonly kind: 'done'; readonly response: Value } | Failure;

/** Sends a call and returns its result to the caller, rather than as state of the next render. */
export async function sendCall<Value extends Result>(
  { send }: Member,
  call: Call<Value>,
  captcha: string | undefined,
): Promise<CallResult<Value>> {
  try {
    const response = await send(call, captcha);
    return isSuccess(response) ? { kind: 'done', response } : { kind: 'refused', response };
  } catch {
    return { kind: 'unreachable' };
  }
}
