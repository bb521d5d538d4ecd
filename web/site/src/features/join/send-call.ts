import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import type { Member } from '../../state/member/member.ts';

export type CallResult<Response> = { readonly kind: 'done'; readonly response: Response } | Failure;

/** Sends a call and returns its result to the caller, rather than as state of the next render. */
export async function sendCall<Response extends Result>(
  { send }: Member,
  call: Call<Response>,
  captcha: string | undefined,
): Promise<CallResult<Response>> {
  try {
    const response = await send(call, captcha);
    return isSuccess(response) ? { kind: 'done', response } : { kind: 'refused', response };
  } catch {
    return { kind: 'unreachable' };
  }
}
