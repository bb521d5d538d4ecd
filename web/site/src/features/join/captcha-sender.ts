import type { Send } from '@marquee/rules/loyalty/calls/transport.ts';
import type { Captcha } from '../../parts/captcha/captcha.tsx';

/**
 * Returns a function that sends the calls of an activation, with the captcha's answer where a call requires it. An answer is valid for one
 * call, so it is discarded with the call.
 */
export const captchaSender =
  (send: Send, { answer, reset }: Pick<Captcha, 'answer' | 'reset'>): Send =>
  async (call) => {
    if (call.captcha !== true) return send(call);
    const token = await answer();
    return send(call, token).finally(reset);
  };
