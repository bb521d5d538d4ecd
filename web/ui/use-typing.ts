import { type ChangeEvent, type CompositionEvent, type InputEvent, type RefCallback, useState } from 'react';
import { withoutMarkup } from './without-markup.ts';

/** What an input needs so that its owner knows what it says. */
export interface Typing {
  ref: RefCallback<HTMLInputElement>;
  onBeforeInput?: (event: InputEvent<HTMLInputElement>) => void;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionEnd?: (event: CompositionEvent<HTMLInputElement>) => void;
}

/**
 * Typing into a field that strips the characters of markup (VALID-01), or keeps every one if it is `exact`. Its owner is
 * also told what a visitor or a password manager typed before the scripts ran.
 */
export function useTyping(text: string, onText: (text: string) => void, exact = false): Typing {
  // Only at the first render: a ref that changes would be told again.
  const [ref] = useState(() => (input: HTMLInputElement | null) => {
    if (input !== null && input.value !== text) onText(exact ? input.value : clean(input));
  });
  if (exact) return { ref, onChange: (event) => onText(event.currentTarget.value) };
  return {
    ref,
    // A character that stands alone is kept out, so that neither caret nor undo notice it. What comes with other text, or
    // in a way that cannot be stopped, is taken out below.
    onBeforeInput: (event) => {
      if (event.data && withoutMarkup(event.data) === '') event.preventDefault();
    },
    // An accent may be composed from an apostrophe (´e): what is not finished yet is left alone.
    onChange: ({ currentTarget, nativeEvent }) => onText(composing(nativeEvent) ? currentTarget.value : clean(currentTarget)),
    onCompositionEnd: ({ currentTarget }) => onText(clean(currentTarget)),
  };
}

const composing = (event: Event): boolean => 'isComposing' in event && event.isComposing === true;

/** Takes the characters of markup out of an input; the caret stays where the visitor types. */
export function clean(input: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>): string {
  const { value, selectionStart } = input;
  const kept = withoutMarkup(value);
  if (kept !== value) {
    input.value = kept;
    // Inputs for email addresses do not know their caret; browsers put it at the end.
    if (selectionStart !== null) {
      const caret = withoutMarkup(value.slice(0, selectionStart)).length;
      input.setSelectionRange(caret, caret);
    }
  }
  return kept;
}
