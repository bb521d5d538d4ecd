import { useState } from 'react';
import { atRest } from './at-rest.ts';

/** What the visitor types: followed at once, and what is said or kept of it when they rest (THEME-23). */
export interface Question {
  readonly text: string;
  /** The text at the last rest. */
  readonly rested: string;
  readonly ask: (text: string) => void;
  /** Does at once what waits for rest. */
  readonly settle: () => void;
}

export function useQuestion(initial: string, onRest?: (text: string) => void): Question {
  const [text, setText] = useState(initial);
  const [rested, setRested] = useState(initial);
  const [rest] = useState(atRest);
  const ask = (typed: string): void => {
    setText(typed);
    rest.later(() => {
      setRested(typed);
      onRest?.(typed);
    });
  };
  return { text, rested, ask, settle: rest.now };
}
