import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Call, Result } from '@marquee/api/call.ts';
import type { Member } from '../../state/member/member.ts';

export type CallResult<Answer> = { readonly kind: 'done'; readonly answer: Answer } | Failure;

/** Sends a call and returns its result to the caller, rather than as state of the next render. */
export async function sendCall<Answer extends Result>(
  { send }: Member,
  call: Call<Answer>,
  captcha: string | undefined,
): Promise<CallResult<Answer>> {
  try {
    const answer = await send(call, captcha);
    return isSuccess(answer) ? { kind: 'done', answer } : { kind: 'refused', answer };
  } catch {
    return { kind: 'unreachable' };
  }
}
