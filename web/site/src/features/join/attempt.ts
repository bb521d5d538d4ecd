import { type Failure, isSuccess } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Call } from '@marquee/rules/loyalty/calls/calls.ts';
import type { Member } from '../../state/member/member.ts';

/** What came of a call. */
export type Attempt = { readonly kind: 'done'; readonly answer: unknown } | Failure;

/** Sends a call, and tells at once what came of it: a form that leads to what is wrong cannot wait for its next rendering. */
export async function attempt({ send }: Member, call: Call, captcha: string | undefined): Promise<Attempt> {
  try {
    const answer = await send(call, captcha);
    return isSuccess(answer) ? { kind: 'done', answer } : { kind: 'refused', answer };
  } catch {
    return { kind: 'unreachable' };
  }
}
