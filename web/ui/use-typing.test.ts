import { describe, expect, it, vi } from 'vitest';
import { stripMarkup } from './use-typing.ts';

/** A fake input whose caret moves to the end when its value is set. `caret` is null for inputs without a caret position. */
function input(text: string, caret: number | null) {
  let [value, selectionStart] = [text, caret];
  return {
    get value() {
      return value;
    },
    set value(next: string) {
      value = next;
      if (selectionStart !== null) selectionStart = next.length;
    },
    get selectionStart() {
      return selectionStart;
    },
    setSelectionRange: vi.fn<(start: number | null, end: number | null) => void>((start) => {
      selectionStart = start;
    }),
  };
}

describe('typing', () => {
  it.each([
    // The bar marks the caret.
    ["O'|Neil", 'O|Neil'],
    ['<b>|Neil', 'b|Neil'],
    ['Ne<|i>l', 'Ne|il'],
    ['Neil"|', 'Neil|'],
    ['Ne|il', 'Ne|il'],
  ])('VALID-01 %s becomes %s', (before, after) => {
    const field = input(before.replace('|', ''), before.indexOf('|'));
    expect(stripMarkup(field)).toBe(after.replace('|', ''));
    expect(field.value).toBe(after.replace('|', ''));
    expect(field.selectionStart).toBe(after.indexOf('|'));
  });

  it('VALID-01 removes markup in an email input, which has no caret position', () => {
    const field = input("o'neil@mail.example", null);
    expect(stripMarkup(field)).toBe('oneil@mail.example');
    expect(field.setSelectionRange).not.toHaveBeenCalled();
  });

  it('does not change an input without markup', () => {
    const field = input('Neil', 2);
    stripMarkup(field);
    expect(field.setSelectionRange).not.toHaveBeenCalled();
  });
});
