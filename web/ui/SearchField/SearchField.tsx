import { useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import css from './SearchField.module.css';

const asTyped = (typed: string): string => typed;

/** A field to search in: `box` has an edge of its own, `bare` stands in the head of a dialog. */
export function SearchField({
  label,
  name,
  text = '',
  look = 'box',
  autofocus = false,
  clean = asTyped,
  onText,
}: {
  /** Its accessible name, seen while it is empty. */
  label: string;
  /** Its name in a form. */
  name?: string;
  /** What it says at first. */
  text?: string;
  look?: 'box' | 'bare';
  /** Whether a dialog that opens puts the focus here. */
  autofocus?: boolean;
  /** Takes away what must not be typed. */
  clean?: (typed: string) => string;
  /** Told what the field says: when it changes, and at first if the visitor was faster than the scripts. */
  onText: (text: string) => void;
}) {
  const [greet] = useState(() => (input: HTMLInputElement | null) => {
    if (input !== null && input.value !== text) onText(input.value);
  });
  return (
    <span className={cx(css.field, css[look])}>
      <Icon name="search" />
      <input
        type="search"
        name={name}
        defaultValue={text}
        maxLength={100}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        data-autofocus={autofocus ? '' : undefined}
        onInput={(event) => onText(cleaned(event.currentTarget, clean))}
        ref={greet}
      />
    </span>
  );
}

/** What the field says once it is clean; the caret stays where the visitor types. */
function cleaned(input: HTMLInputElement, clean: (typed: string) => string): string {
  const kept = clean(input.value);
  if (kept !== input.value) {
    const caret = clean(input.value.slice(0, input.selectionStart ?? undefined)).length;
    input.value = kept;
    input.setSelectionRange(caret, caret);
  }
  return kept;
}
