import { describe, expect, it, vi } from 'vitest';
import { clean } from './use-typing.ts';

/** An input as `clean` sees it, whose caret jumps to the end when its value is set. */
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
    // The caret is written as a bar.
    ["O'|Neil", 'O|Neil'],
    ['<b>|Neil', 'b|Neil'],
    ['Ne<|i>l', 'Ne|il'],
    ['Neil"|', 'Neil|'],
    ['Ne|il', 'Ne|il'],
  ])('VALID-01 %s becomes %s', (before, after) => {
    const field = input(before.replace('|', ''), before.indexOf('|'));
    expect(clean(field)).toBe(after.replace('|', ''));
    expect(field.value).toBe(after.replace('|', ''));
    expect(field.selectionStart).toBe(after.indexOf('|'));
  });

  it('VALID-01 also in an email input, which does not know its caret', () => {
    const field = input("o'neil@mail.example", null);
    expect(clean(field)).toBe('oneil@mail.example');
    expect(field.setSelectionRange).not.toHaveBeenCalled();
  });

  it('writes nothing into an input that is clean', () => {
    const field = input('Neil', 2);
    clean(field);
    expect(field.setSelectionRange).not.toHaveBeenCalled();
  });
});
