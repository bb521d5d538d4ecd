// Where a picture is used in a draft.

import { isRecord } from '@marquee/api/json.ts';
import { pointerOf } from '../pointer.ts';

/** The pointers of texts that name a picture, alone or in markup. */
export function placesOf(content: unknown, source: string): string[] {
  if (typeof content === 'string') return isNamed(content, source) ? [''] : [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(content)
    ? [...content.entries()]
    : isRecord(content)
      ? Object.entries(content)
      : [];
  return entries.flatMap(([name, value]) => placesOf(value, source).map((rest) => pointerOf(name) + rest));
}

/** Whether a text has a reference that is not a part of a longer one. */
function isNamed(text: string, source: string): boolean {
  const start = source === '' ? -1 : text.indexOf(source);
  if (start < 0) return false;
  const isPart = (letter: string | undefined): boolean => letter !== undefined && /[\w-]/.test(letter);
  if (!isPart(text[start - 1]) && !isPart(text[start + source.length])) return true;
  return isNamed(text.slice(start + 1), source);
}
