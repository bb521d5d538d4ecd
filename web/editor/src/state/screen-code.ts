// Loads the code of screens, also over a connection that comes and goes.

import { lazyRouteComponent } from '@tanstack/react-router';
import { valueStore } from './value-store.ts';

/** How long to wait before the first further attempt, and at most, in milliseconds. Each wait is twice as long as the one before. */
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 30_000;

/** Number of loads that wait for a connection. */
const waiting = valueStore(0);

/** Whether a screen waits for a connection. */
export const WAITS_FOR_CONNECTION = { value: () => waiting.value() > 0, subscribe: waiting.subscribe };

/** What loading code needs of the connection. */
export interface Connection {
  /** Whether the server answers at all. */
  readonly isReachable: () => Promise<boolean>;
  /** Resolves once the server answers again. */
  readonly whenReachable: () => Promise<void>;
}

/** What a connection needs of the browser. */
interface Browser {
  readonly isReachable: () => Promise<boolean>;
  /** Resolves after a time in milliseconds, or once the browser says that it is online; in a hidden tab, once it is shown. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Loads again what failed without a connection, apart from code. */
  readonly onReachable: () => Promise<void>;
}

/** A function whose callers share one call for as long as it is pending. */
function shared<Value>(start: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () => {
    pending ??= start().finally(() => (pending = undefined));
    return pending;
  };
}

/** The connection to the server. All who wait for it share its attempts. */
export function connectionOf({ isReachable, pause, onReachable }: Browser): Connection {
  return {
    isReachable: shared(isReachable),
    whenReachable: shared(async () => {
      for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
        await pause(wait);
        if (await isReachable()) return onReachable();
      }
    }),
  };
}

/** The connection of this browser. */
const BROWSER_CONNECTION = connectionOf({
  isReachable: () =>
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  async pause(milliseconds) {
    await new Promise<void>((resolve) => {
      const signal = AbortSignal.timeout(milliseconds);
      addEventListener('online', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve());
    });
    await whenShown();
  },
  onReachable: reloadStylesheets,
});

/** Resolves once the tab is shown. */
async function whenShown(): Promise<void> {
  if (document.visibilityState === 'visible') return;
  await new Promise<void>((resolve) => {
    const controller = new AbortController();
    const listen = (): void => {
      if (document.visibilityState !== 'visible') return;
      controller.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', listen, { signal: controller.signal });
  });
}

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
  let isWaiting = false;
  try {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await connection.isReachable()) throw error;
        if (!isWaiting) waiting.set(waiting.value() + 1);
        isWaiting = true;
        await connection.whenReachable();
      }
    }
  } finally {
    if (isWaiting) waiting.set(waiting.value() - 1);
  }
}

/** A screen or dialog whose code is loaded when it is opened, or before with `preload`. */
export const screenComponent = <Module extends Readonly<Record<string, unknown>>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): ReturnType<typeof lazyRouteComponent<Module, Name>> => lazyRouteComponent<Module, Name>(() => loadScreenCode(load), name);
