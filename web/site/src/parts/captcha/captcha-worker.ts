// A web worker that solves a challenge of the server's captcha, so that the page stays responsive.

import { challengeOf, solve } from '@marquee/rules/loyalty/account/captcha.ts';
import { sha256 } from './sha256.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const challenge = challengeOf(data);
  const solution = challenge === undefined ? Promise.resolve(undefined) : solve(challenge, sha256);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  void solution.catch(() => undefined).then((number) => postMessage(number));
});
