// An observable value: the state machines of the member area store their state in one.

/** A value that can be read and observed. */
export interface Observable<T> {
  readonly get: () => T;
  /** Calls `listener` after every change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** An observable value that its owner can change. */
export interface Cell<T> extends Observable<T> {
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
