// A value outside of React that components can follow.

export interface ValueStore<Value> {
  readonly value: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function valueStore<Value>(initial: Value): ValueStore<Value> {
  let current = initial;
  const subscribers = new Set<() => void>();
  return {
    value: () => current,
    set(value) {
      current = value;
      for (const onChange of subscribers) onChange();
    },
    subscribe(onChange) {
      subscribers.add(onChange);
      return () => subscribers.delete(onChange);
    },
  };
}
