import { type RefCallback, useState } from 'react';

/** A ref that reads a control once, at first: what the visitor chose before the scripts ran is told, not lost. */
export function useEarly<T extends Element>(read: (control: T) => void): RefCallback<T> {
  const [ref] = useState(() => (control: T | null) => {
    if (control !== null) read(control);
  });
  return ref;
}
