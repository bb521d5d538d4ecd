// Forgiving search: accents do not matter, and the letters of each word may have one typing error.

import { fold } from '@marquee/rules/fold.ts';

/** Whether each word of a query begins a word of the text, in any order. */
export function matches(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((word) =>
    words.some((candidate) => candidate.startsWith(word) || (word.length > 3 && isNear(word, candidate))),
  );
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether a word begins like another one, with one letter missing, added, exchanged or replaced. */
function isNear(word: string, candidate: string): boolean {
  const start = candidate.slice(0, word.length + 1);
  let same = 0;
  while (same < word.length && word[same] === start[same]) same += 1;
  const [rest, other] = [word.slice(same), start.slice(same)];
  return (
    other.startsWith(rest.slice(1)) ||
    other.slice(1).startsWith(rest) ||
    other.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === other[1] && rest[1] === other[0] && other.slice(2).startsWith(rest.slice(2)))
  );
}
