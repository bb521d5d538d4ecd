import { useEffect, useRef } from 'react';

/** How far from its end a list counts as scrolled to the end, in pixels. Positions of scrolling are not whole numbers. */
const TOLERANCE = 2;

/**
 * Marks an element that scrolls sideways with `data-more-before` and `data-more-after` while it has more there, for styles that hint at
 * it. The styles are in `Overflow.module.css`.
 */
export function useOverflow<Element extends HTMLElement>(): React.RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.toggleAttribute('data-more-before', scrollLeft > TOLERANCE);
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - TOLERANCE);
    };
    const sizes = new ResizeObserver(mark);
    const observeChildren = (): void => {
      for (const child of element.children) sizes.observe(child);
    };
    const children = new MutationObserver(observeChildren);
    sizes.observe(element);
    observeChildren();
    children.observe(element, { childList: true });
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      children.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return ref;
}
