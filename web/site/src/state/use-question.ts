import { useState } from 'react';
import { createDebouncer } from './debounce.ts';

/** The text of a search field, at once and debounced (THEME-23). */
export interface Question {
  readonly text: string;
  /** The debounced text. */
  readonly rested: string;
  /** Sets the text. */
  readonly ask: (text: string) => void;
  /** Updates the debounced text at once. */
  readonly settle: () => void;
}

/** State of a search field. Calls `onRest` with the debounced text. */
export function useQuestion(initial: string, onRest?: (text: string) => void): Question {
  const [text, storeText] = useState(initial);
  const [rested, storeDebounced] = useState(initial);
  const [debouncer] = useState(createDebouncer);
  const ask = (typed: string): void => {
    storeText(typed);
    debouncer.schedule(() => {
      storeDebounced(typed);
      onRest?.(typed);
    });
  };
  return { text, rested, ask, settle: debouncer.flush };
}
