// Whether the browser has a connection.

import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** False only if the browser knows that there is no connection. The server may still not respond. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);
