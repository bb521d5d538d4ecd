// Space for the notice, which covers the bottom of the window. Padding below the page lets the visitor scroll everything clear of
// the notice without a layout shift; scroll padding keeps focused elements clear of it (WCAG 2.4.11).

/** Ref callback: reserves the space while the notice is mounted. If the notice has the focus when it is removed, its parent takes it. */
export function reserveSpace(notice: HTMLElement): () => void {
  const { body, documentElement: root } = document;
  // A scrollbar would shift a page that fits the window.
  if (root.scrollHeight <= innerHeight) root.style.scrollbarWidth = 'none';
  let space = '';
  const fit = (): void => {
    space = `${Math.ceil(innerHeight - notice.offsetTop)}px`;
    body.style.paddingBlockEnd = space;
    root.style.scrollPaddingBlockEnd = space;
  };
  const observer = new ResizeObserver(fit);
  observer.observe(notice);
  return () => {
    observer.disconnect();
    body.style.paddingBlockEnd = '';
    // Another component may have set its own scroll padding since.
    if (root.style.scrollPaddingBlockEnd === space) root.style.scrollPaddingBlockEnd = '';
    root.style.scrollbarWidth = '';
    if (notice.contains(document.activeElement)) notice.parentElement?.focus({ preventScroll: true });
  };
}
