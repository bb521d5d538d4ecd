import { useState } from 'react';
import { createDebouncer } from './debounce.ts';

/** The text of a search field, at once and debounced (THEME-23). */
export interface DebouncedText {
  readonly text: string;
  /** The debounced text. */
  readonly debounced: string;
  /** Sets the text. */
  readonly setText: (text: string) => void;
  /** Updates the debounced text at once. */
  readonly flush: () => void;
}

/** State of a search field. Calls `onRest` with the debounced text. */
export function useDebouncedText(initial: string, onRest?: (text: string) => void): DebouncedText {
  const [text, storeText] = useState(initial);
  const [debounced, storeDebounced] = useState(initial);
  const [debouncer] = useState(createDebouncer);
  const setText = (typed: string): void => {
    storeText(typed);
    debouncer.schedule(() => {
      storeDebounced(typed);
      onRest?.(typed);
    });
  };
  return { text, debounced, setText, flush: debouncer.flush };
}
