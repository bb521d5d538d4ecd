// Loads the code of screens, also over a connection that comes and goes.

import { valueStore } from './value-store.ts';

/** How long to wait before another attempt if the browser does not say that it is online again, in milliseconds. */
const RETRY_AFTER = 5000;

const waiting = valueStore(false);

/** Whether a screen waits for a connection. */
export const WAITS_FOR_CONNECTION = { value: waiting.value, subscribe: waiting.subscribe };

/** What loading code needs of the browser. */
export interface Connection {
  /** Whether the server answers at all. */
  readonly isReachable: () => Promise<boolean>;
  /** Resolves when another attempt is worthwhile. */
  readonly nextAttempt: () => Promise<void>;
}

/** The connection of this browser to the server. */
const BROWSER_CONNECTION: Connection = {
  isReachable: () =>
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  async nextAttempt() {
    await new Promise<void>((resolve) => {
      const signal = AbortSignal.timeout(RETRY_AFTER);
      addEventListener('online', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve());
    });
    await reloadStylesheets();
  },
};

/** Loads stylesheets again that failed: the loader of the build asks for each one only once. */
async function reloadStylesheets(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => sheet === null);
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((resolve) => {
          const copy = document.createElement('link');
          copy.rel = 'stylesheet';
          copy.addEventListener('load', () => resolve());
          copy.addEventListener('error', () => resolve());
          copy.href = link.href;
          link.replaceWith(copy);
        }),
    ),
  );
}

/**
 * Loads the code of a screen; without a connection, once there is one. An error means that the server has another version of the
 * editor: the page must be loaded again.
 */
export async function loadScreenCode<Code>(load: () => Promise<Code>, connection: Connection = BROWSER_CONNECTION): Promise<Code> {
  for (;;) {
    try {
      const code = await load();
      waiting.set(false);
      return code;
    } catch (error) {
      if (await connection.isReachable()) {
        waiting.set(false);
        throw error;
      }
      waiting.set(true);
      await connection.nextAttempt();
    }
  }
}
