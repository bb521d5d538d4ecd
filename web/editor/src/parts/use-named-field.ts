import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { fieldIn } from '../state/location.ts';
import { namesOf, pointerOf } from '../state/pointer.ts';

/** Frames in which a field that is not there yet is looked for: a screen shows its parts when they are loaded. */
const MAX_FRAMES = 60;

/** The element of a part of the content: its field, else that of the part around it. */
function partElement(pointer: string): HTMLElement | undefined {
  const names = namesOf(pointer);
  // A record as a whole has no field. Parts of the site are no records.
  const shortest = names[0] === 'site' ? 2 : 3;
  for (let count = names.length; count >= shortest; count -= 1) {
    const part = CSS.escape(pointerOf(...names.slice(0, count)));
    const element = document.querySelector<HTMLElement>(`[data-part="${part}"]`);
    if (element !== null) return element;
  }
  return undefined;
}

/** Shows and focuses the field that the address names. */
export function useNamedField(): void {
  const pointer = useLocation({ select: ({ searchStr }) => fieldIn(searchStr) });
  useEffect(() => {
    if (pointer === '') return undefined;
    let rest = MAX_FRAMES;
    const look = (): void => {
      const part = partElement(pointer);
      rest -= 1;
      if (part === undefined && rest > 0) frame = requestAnimationFrame(look);
      part?.scrollIntoView({ block: 'center' });
      part?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
    };
    // The heading of the screen takes the focus first.
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [pointer]);
}

/** The language of the field that the address names; empty for the main one. */
export function useNamedLanguage(): string {
  const names = useLocation({ select: ({ searchStr }) => namesOf(fieldIn(searchStr)) });
  return names[names.indexOf('localizations') + 1 || names.length] ?? '';
}
