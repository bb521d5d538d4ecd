import { useEffect, useState } from 'react';

/** Duration of a confirmation such as "Copied", in ms. */
const SHOWN_MS = 4000;

/** Whether something was just done, such as a text copied: true for 4 seconds after it is set. */
export function useTemporaryFlag(): [boolean, (isDone: boolean) => void] {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(setDone, SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [isDone]);
  return [isDone, setDone];
}
