// The part of a name that matches what was typed.

import { fold } from '@marquee/rules/fold.ts';

/** A text in three parts: before, the match, after. Without a match, everything is before. */
export function highlighted(name: string, query: string): readonly [string, string, string] {
  const word = fold(query.trim());
  // Folding that changes the length would shift the positions.
  const folded = fold(name);
  const start = word === '' || folded.length !== name.length ? -1 : folded.indexOf(word);
  if (start < 0) return [name, '', ''];
  const end = start + word.length;
  return [name.slice(0, start), name.slice(start, end), name.slice(end)];
}
