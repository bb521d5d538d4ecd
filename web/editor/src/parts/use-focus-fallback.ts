import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Focuses the part of the screen to which “Skip to content” leads. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** Focuses the heading of the screen. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });

/**
 * Returns a ref for an element whose buttons remove it. If it has the focus when it is removed, `focus` moves it on: otherwise the
 * focus would be lost, and keyboard users would start again at the top.
 */
export function useFocusFallback<Box extends HTMLElement>(focus: () => void): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) === true) focus();
    };
  }, [focus]);
  return box;
}
