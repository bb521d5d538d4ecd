// Differences of two texts, line by line.

import { type Run, textDiff } from '../../state/text-diff.ts';

/** Stands for spaces, so that a line is one word. */
const SPACE = '\u2420';

/** Lines that both texts have, or only one. */
export function lineDiff(before: string, after: string): Run[] {
  const words = (text: string): string => `${text.replaceAll(' ', SPACE)}\n`;
  return textDiff(words(before), words(after)).flatMap(({ kind, text }) =>
    text
      .split('\n')
      .filter((line, index, all) => line !== '' || index < all.length - 1)
      .map((line) => ({ kind, text: line.replaceAll(SPACE, ' ') })),
  );
}
