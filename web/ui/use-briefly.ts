import { useEffect, useState } from 'react';

/** How long a button confirms what it has done, in ms: long enough to read two words, and to press it again afterwards. */
const SHOWN_MS = 4000;

/** Whether something was just done, such as a text copied: true for 4 seconds after it is set. */
export function useBriefly(): [boolean, (isDone: boolean) => void] {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(setDone, SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [isDone]);
  return [isDone, setDone];
}
