import type { Challenge } from '@marquee/rules/loyalty/account/captcha.ts';

/** Solves a challenge in a web worker. Resolves to undefined if the worker fails. */
export function solveInWorker(challenge: Challenge): Promise<number | undefined> {
  // The server's bundle must not contain the worker's address.
  if (import.meta.env.SSR) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('captcha-worker.ts', import.meta.url), { type: 'module' });
    const settle = (number: number | undefined): void => {
      worker.terminate();
      resolve(number);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => settle(typeof data === 'number' ? data : undefined));
    worker.addEventListener('error', () => settle(undefined));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(challenge);
  });
}
