import { type ChangeEvent, type CompositionEvent, type InputEvent, type RefCallback, useState } from 'react';
import { withoutMarkup } from './without-markup.ts';

/** Properties for an input that report its text. */
export interface Typing {
  ref: RefCallback<HTMLInputElement>;
  onBeforeInput?: (event: InputEvent<HTMLInputElement>) => void;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd?: (event: CompositionEvent<HTMLInputElement>) => void;
}

/**
 * Reports the text of a field, without markup characters (VALID-01) unless it is `exact`. It also reports what a visitor or a
 * password manager entered before the scripts ran.
 */
export function useTyping(text: string, onText: (text: string) => void, exact = false): Typing {
  // Created once: React would call a new ref again.
  const [ref] = useState(() => (input: HTMLInputElement | null) => {
    if (input !== null && input.value !== text) onText(exact ? input.value : stripMarkup(input));
  });
  if (exact) return { ref, onChange: (event) => onText(event.currentTarget.value) };
  return {
    ref,
    // Blocks a single markup character, so that caret and undo history stay intact. Other insertions are cleaned up below.
    onBeforeInput: (event) => {
      if (event.data && withoutMarkup(event.data) === '') event.preventDefault();
    },
    // An accent may be composed from an apostrophe (´e), so text in composition stays unchanged.
    onChange: ({ currentTarget, nativeEvent }) => onText(composing(nativeEvent) ? currentTarget.value : stripMarkup(currentTarget)),
    onCompositionEnd: ({ currentTarget }) => onText(stripMarkup(currentTarget)),
  };
}

const composing = (event: Event): boolean => 'isComposing' in event && event.isComposing === true;

/** Removes markup characters from an input and returns its text. The caret keeps its position. */
export function stripMarkup(input: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>): string {
  const { value, selectionStart } = input;
  const cleaned = withoutMarkup(value);
  if (cleaned !== value) {
    input.value = cleaned;
    // Email inputs have no caret position; browsers move it to the end.
    if (selectionStart !== null) {
      const caret = withoutMarkup(value.slice(0, selectionStart)).length;
      input.setSelectionRange(caret, caret);
    }
  }
  return cleaned;
}
