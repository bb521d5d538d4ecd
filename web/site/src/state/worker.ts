// The page's side of the service worker (SW-01 to SW-03). A dozen lines instead of workbox-window, which is 2 kB and asks
// the same questions. There is no note of a new version: pages come from the network first, so a visitor with a
// connection never sees an old one, and the new worker takes over when the last page of the site is closed.

import { FAILURES, resourcesFailed } from './failures.ts';

/** What of the browser this needs. */
export interface Surroundings {
  readonly address: { readonly protocol: string; readonly hostname: string };
  readonly workers: Workers | undefined;
  readonly failed: () => boolean;
  /** Calls back whenever something could not be loaded. */
  readonly onFailure: (tell: () => void) => void;
  readonly reload: () => void;
  readonly log: (error: unknown) => void;
}

/** `navigator.serviceWorker`. */
export interface Workers {
  readonly controller: unknown;
  readonly register: (path: string) => Promise<Registration>;
  readonly addEventListener: (type: 'controllerchange', listener: () => void) => void;
}
export interface Registration {
  readonly waiting: Worker | null;
  readonly installing: Worker | null;
  readonly addEventListener: (type: 'updatefound', listener: () => void) => void;
  readonly update: () => Promise<unknown>;
}
export interface Worker {
  readonly state: string;
  readonly postMessage: (message: { type: 'SKIP_WAITING' }) => void;
  readonly addEventListener: (type: 'statechange', listener: () => void) => void;
}

/** Whether an address may have a worker: https, or the machine itself (SW-01). */
export const mayRegister = ({ protocol, hostname }: Surroundings['address']): boolean =>
  protocol === 'https:' || /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * Registers the worker. When a new one is ready and the page misses something, it takes over at once and the page is
 * loaded again, once; otherwise nothing happens (SW-02).
 */
export async function keepWorker({ address, workers, failed, onFailure, reload, log }: Surroundings): Promise<void> {
  if (workers === undefined || !mayRegister(address)) return;
  let asked = false;
  const rescue = (worker: Worker | null): void => {
    if (worker?.state !== 'installed' || workers.controller === null || asked || !failed()) return;
    asked = true;
    let reloaded = false;
    workers.addEventListener('controllerchange', () => {
      if (!reloaded) reload();
      reloaded = true;
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ type: 'SKIP_WAITING' });
  };
  try {
    const registration = await workers.register('/sw.js');
    const follow = (): void => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => rescue(worker));
    };
    registration.addEventListener('updatefound', follow);
    follow();
    rescue(registration.waiting);
    onFailure(() => {
      rescue(registration.waiting);
      // What is missing may be there in a newer build.
      if (!asked) registration.update().catch(log);
    });
  } catch (error) {
    log(error);
  }
}

/** Registers the worker of this site. */
export function startWorker(): void {
  void keepWorker({
    address: location,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    failed: () => resourcesFailed() || [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some((link) => link.sheet === null),
    onFailure: (tell) => {
      for (const type of FAILURES) addEventListener(type, () => resourcesFailed() && tell(), true);
    },
    reload: () => location.reload(),
    // oxlint-disable-next-line no-console -- nothing else is done about it (SW-03)
    log: (error) => console.warn('The service worker was not registered:', error),
  });
}
