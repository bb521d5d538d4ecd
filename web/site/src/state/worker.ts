// Registers the service worker in the page (SW-01 to SW-03). It replaces workbox-window, which is 2 kB. There is no notice of a new
// version: pages come from the network first, so a visitor with a connection never sees an old one, and the new worker takes over when
// the last page of the site is closed.

import { SERVICE_WORKER_PATH } from '@marquee/rules/paths.gen.ts';
import { FAILURE_EVENTS, resourcesFailed } from './failures.ts';

/** The browser functions that the registration depends on. */
export interface WorkerPorts {
  readonly address: { readonly protocol: string; readonly hostname: string };
  readonly workers: Workers | undefined;
  /** Whether a resource of the page failed to load. */
  readonly failed: () => boolean;
  /** Calls `listener` whenever a resource fails to load. */
  readonly onFailure: (listener: () => void) => void;
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

/** Whether a worker may be registered at this address: https or localhost (SW-01). */
export const mayRegister = ({ protocol, hostname }: WorkerPorts['address']): boolean =>
  protocol === 'https:' || /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * Registers the worker. If a new worker is ready and a resource of the page failed to load, the new worker takes over at once and the
 * page is reloaded, once; otherwise the new worker waits (SW-02).
 */
export async function registerWorker({ address, workers, failed, onFailure, reload, log }: WorkerPorts): Promise<void> {
  if (workers === undefined || !mayRegister(address)) return;
  let isActivating = false;
  const activateIfNeeded = (worker: Worker | null): void => {
    if (worker?.state !== 'installed' || workers.controller === null || isActivating || !failed()) return;
    isActivating = true;
    let reloaded = false;
    workers.addEventListener('controllerchange', () => {
      if (!reloaded) reload();
      reloaded = true;
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no target origin
    worker.postMessage({ type: 'SKIP_WAITING' });
  };
  try {
    const registration = await workers.register(SERVICE_WORKER_PATH);
    const watchInstalling = (): void => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => activateIfNeeded(worker));
    };
    registration.addEventListener('updatefound', watchInstalling);
    watchInstalling();
    activateIfNeeded(registration.waiting);
    onFailure(() => {
      activateIfNeeded(registration.waiting);
      // A newer build may have the resource.
      if (!isActivating) registration.update().catch(log);
    });
  } catch (error) {
    log(error);
  }
}

/** Registers the site's worker. */
export function startWorker(): void {
  void registerWorker({
    address: location,
    workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    failed: () =>
      resourcesFailed() ||
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some((link) => link.sheet === null),
    onFailure: (listener) => {
      for (const type of FAILURE_EVENTS) addEventListener(type, () => resourcesFailed() && listener(), true);
    },
    reload: () => location.reload(),
    // oxlint-disable-next-line no-console -- the error is only logged (SW-03)
    log: (error) => console.warn('The service worker was not registered:', error),
  });
}
