// Solves a challenge of the server's own captcha, in a thread of its own: the page goes on meanwhile.

import { challengeOf, solve } from '@marquee/rules/loyalty/account/captcha.ts';
import { sha256 } from './sha256.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const challenge = challengeOf(data);
  const found = challenge === undefined ? Promise.resolve(undefined) : solve(challenge, sha256);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void found.catch(() => undefined).then((number) => postMessage(number));
});
