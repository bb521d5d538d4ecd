import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts run: false on the server and while hydrating, true after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
