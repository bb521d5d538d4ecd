import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import type { Member } from '../../state/member/member.ts';

export type CallResult<Response> = { readonly kind: 'done'; readonly answer: Response } | Failure;

/** Sends a call and returns its result to the caller, rather than as state of the next render. */
export async function sendCall<Response extends Result>(
  { send }: Member,
  call: Call<Response>,
  captcha: string | undefined,
): Promise<CallResult<Response>> {
  try {
    const answer = await send(call, captcha);
    return isSuccess(answer) ? { kind: 'done', answer } : { kind: 'refused', answer };
  } catch {
    return { kind: 'unreachable' };
  }
}
