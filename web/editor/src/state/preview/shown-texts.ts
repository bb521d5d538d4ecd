// What the page in the preview shows of texts that are edited on it (PREV-12).

import { isRecord } from '@marquee/api/json.ts';
import type { BlockText, TextField } from '@marquee/rules/preview-editing.ts';
import { isSame, valueAt, withValue } from '../pointer.ts';

export class ShownTexts {
  /** Texts of the selected block as the page shows them. */
  #known = new Map<TextField, unknown>();
  /** Texts of the current document that show changes at once, by block. */
  #live = new Map<number, ReadonlySet<TextField>>();

  /** Another document is shown. */
  reset(): void {
    this.#live = new Map();
  }

  /** These texts of a block were sent with its selection. */
  select(texts: readonly BlockText[]): void {
    this.#known = new Map(texts.map(({ field, value }) => [field, value]));
  }

  /** The page can show changes of these texts of a block at once. */
  connect(position: number, fields: readonly TextField[]): void {
    this.#live.set(position, new Set(fields));
  }

  /** The page shows this text. */
  set({ field, value }: BlockText): void {
    this.#known.set(field, value);
  }

  has({ field, value }: BlockText): boolean {
    return isSame(this.#known.get(field), value);
  }

  /**
   * The earlier content with the texts of the later one that the page shows already. `pointersOf` has the pointers of the blocks of
   * the page, in their order.
   */
  shown(before: unknown, after: unknown, pointersOf: (content: unknown) => readonly string[]): unknown {
    const pointers = pointersOf(before);
    if (!isSame(pointers, pointersOf(after))) return before;
    return pointers.reduce((content, pointer, index) => {
      // The page shows a text of a block that it has twice at one of the places only.
      if (pointers.indexOf(pointer) !== pointers.lastIndexOf(pointer)) return content;
      const block = valueAt(content, pointer);
      const shown = this.#shownBlock(block, valueAt(after, pointer), index);
      return isSame(shown, block) ? content : withValue(content, pointer, shown);
    }, before);
  }

  #shownBlock(before: unknown, after: unknown, position: number): unknown {
    if (!isRecord(before) || !isRecord(after)) return before;
    const fields = [...(this.#live.get(position) ?? [])].filter((field) => field in before && field in after);
    return { ...before, ...Object.fromEntries(fields.map((field) => [field, after[field]])) };
  }
}
