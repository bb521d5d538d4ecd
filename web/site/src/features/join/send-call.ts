import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Call } from '@marquee/rules/loyalty/calls/calls.ts';
import type { Member } from '../../state/member/member.ts';

export type CallResult = { readonly kind: 'done'; readonly answer: unknown } | Failure;

/** Sends a call and returns its result to the caller, rather than as state of the next render. */
export async function sendCall({ send }: Member, call: Call, captcha: string | undefined): Promise<CallResult> {
  try {
    const answer = await send(call, captcha);
    return isSuccess(answer) ? { kind: 'done', answer } : { kind: 'refused', answer };
  } catch {
    return { kind: 'unreachable' };
  }
}
