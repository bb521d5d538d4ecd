// Room for the notice, which lies over the page: the page becomes longer by as much below its end, so that everything can be
// scrolled out from under it and nothing moves; and what takes the focus is scrolled clear of it (WCAG 2.4.11).

/** Keeps room for as long as the notice is there. When it goes with the focus inside, its place takes the focus. */
export function keepRoom(notice: HTMLElement): () => void {
  const { body, documentElement: page } = document;
  // A page that fits the window would get a scrollbar, and move.
  if (page.scrollHeight <= innerHeight) page.style.scrollbarWidth = 'none';
  let room = '';
  const fit = (): void => {
    room = `${Math.ceil(innerHeight - notice.offsetTop)}px`;
    body.style.paddingBlockEnd = room;
    page.style.scrollPaddingBlockEnd = room;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(notice);
  return () => {
    sizes.disconnect();
    body.style.paddingBlockEnd = '';
    // Something else may lie over the page by now, and have its own room.
    if (page.style.scrollPaddingBlockEnd === room) page.style.scrollPaddingBlockEnd = '';
    page.style.scrollbarWidth = '';
    if (notice.contains(document.activeElement)) notice.parentElement?.focus({ preventScroll: true });
  };
}
