import { type RefCallback, useState } from 'react';

/** A ref that calls `read` once, when the control is mounted, to get what the visitor chose before the scripts ran. */
export function useEarlyInput<T extends Element>(read: (control: T) => void): RefCallback<T> {
  const [ref] = useState(() => (control: T | null) => {
    if (control !== null) read(control);
  });
  return ref;
}
