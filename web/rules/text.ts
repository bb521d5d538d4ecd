// Texts that operators write.

import { LIST_SEPARATOR } from './constants.ts';

/** What the placeholders of a text stand for; one without a value stays as it is. */
export interface Placeholders {
  /** `{0}` */
  readonly value?: string;
  /** `[theaterName]` */
  readonly theaterName?: string;
}

/** Fills `{0}` and `[theaterName]` (PAGE-09), in one pass: what is filled in is never read again. */
export function fillText(text: string, { value, theaterName }: Placeholders): string {
  return text.replace(/\{0\}|\[theaterName\]/g, (placeholder) => (placeholder === '{0}' ? value : theaterName) ?? placeholder);
}

/** The items of a list written as one text (PAGE-10). */
export function listItems(text: string): string[] {
  return text.split(LIST_SEPARATOR).map((item) => item.trim()).filter((item) => item !== '');
}
