// Detects whether a third-party script has put an ad into a container.

/** Elements that show something. */
const VISIBLE_ELEMENTS = 'iframe,img,video,canvas,svg,object,embed';
/** Hidden elements, such as tracking pixels. */
const HIDDEN = '[hidden],[width="0"],[width="1"],[height="0"],[height="1"],[style*="display:none"],[style*="display: none"]';
/** Elements whose text is not rendered. */
const UNRENDERED = 'script,style,noscript,template';

/** Whether a container has visible content. The container itself may be hidden. */
export function hasAd(container: Element): boolean {
  if ([...container.querySelectorAll(VISIBLE_ELEMENTS)].some((part) => part.closest(HIDDEN) === null)) return true;
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent?.trim() && parentElement?.closest(UNRENDERED) === null) return true;
  }
  return false;
}

/** Observes all changes to the content of a container. */
export const watchContent = (container: Element, observer: MutationObserver): void =>
  observer.observe(container, { childList: true, subtree: true, characterData: true });
