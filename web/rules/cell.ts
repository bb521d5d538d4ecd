// A value that changes, and who wants to know: what the machines of the member area keep their state in.

/** A value that can be read and watched. */
export interface Watched<T> {
  readonly get: () => T;
  /** Calls `listener` after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value that its owner can change. */
export interface Cell<T> extends Watched<T> {
  readonly set: (value: T) => void;
}

export function cell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
