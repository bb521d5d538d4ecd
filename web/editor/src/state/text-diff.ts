// Differences between two texts, word by word, and the merge of two changed texts.

/** A run of words that both texts have, or only the old or the new one. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Words with the space after them. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** Texts with more words are compared as a whole. */
const MAX_WORDS = 2000;

/** A block of changed words: `old` words from `start` on become `added`. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly added: readonly string[];
}

function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  if (before.length > MAX_WORDS || after.length > MAX_WORDS) return [{ start: 0, end: before.length, added: after }];
  const lengths = lengthsOf(before, after);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const [start, from] = [i, j];
    while ((i < before.length || j < after.length) && !(i < before.length && j < after.length && before[i] === after[j])) {
      if (j >= after.length || (i < before.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) i += 1;
      else j += 1;
    }
    hunks.push({ start, end: i, added: after.slice(from, j) });
  }
  return hunks;
}

const at = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common subsequences of the ends. */
function lengthsOf(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
  }
  return lengths;
}

/** The differences of two texts. */
export function textDiff(before: string, after: string): Run[] {
  const words = wordsOf(before);
  const runs: Run[] = [];
  const push = (kind: Run['kind'], run: readonly string[]): void => {
    if (run.length > 0) runs.push({ kind, text: run.join('') });
  };
  let position = 0;
  for (const { start, end, added } of hunksOf(words, wordsOf(after))) {
    push('same', words.slice(position, start));
    push('removed', words.slice(start, end));
    push('added', added);
    position = end;
  }
  push('same', words.slice(position));
  return runs;
}

/** Two changed versions of a text as one; undefined if both changed the same words. */
export function mergedText(base: string, ours: string, theirs: string): string | undefined {
  const words = wordsOf(base);
  const mine = hunksOf(words, wordsOf(ours));
  const others = hunksOf(words, wordsOf(theirs)).filter(
    (hunk) => !mine.some((own) => own.start === hunk.start && own.end === hunk.end && own.added.join('') === hunk.added.join('')),
  );
  const touches = (a: Hunk, b: Hunk): boolean => a.start <= b.end && b.start <= a.end;
  if (mine.some((own) => others.some((other) => touches(own, other)))) return undefined;
  let position = 0;
  let text = '';
  for (const { start, end, added } of [...mine, ...others].toSorted((a, b) => a.start - b.start)) {
    text += words.slice(position, start).join('') + added.join('');
    position = end;
  }
  return text + words.slice(position).join('');
}
