import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below the window an element may be. */
const MARGIN = '200px';

/** Whether an element has been in the window, or close to it. */
export function useInView<Box extends Element>(): readonly [box: RefObject<Box | null>, hasBeenInView: boolean] {
  const box = useRef<Box>(null);
  const [hasBeenInView, setInView] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setInView(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, hasBeenInView];
}
