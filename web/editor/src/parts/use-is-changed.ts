import { useState } from 'react';

/** Whether a value differs from what it was when its component was shown first. It consists of plain objects, arrays and texts. */
export function useIsChanged(value: unknown): boolean {
  const text = JSON.stringify(value);
  const [first] = useState(text);
  return text !== first;
}
