// Whether there is an ad in a container, by what others put into it.

/** What an ad is made of. */
const PARTS = 'iframe,img,video,canvas,svg,object,embed';
/** What counts views and shows nothing. */
const HIDDEN = '[hidden],[width="0"],[width="1"],[height="0"],[height="1"],[style*="display:none"],[style*="display: none"]';
const SILENT = 'script,style,noscript,template';

/** Whether something can be seen in a container, once it is shown. */
export function hasAd(container: Element): boolean {
  if ([...container.querySelectorAll(PARTS)].some((part) => part.closest(HIDDEN) === null)) return true;
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent?.trim() && parentElement?.closest(SILENT) === null) return true;
  }
  return false;
}

/** Has an observer told whenever the content of a container changes. */
export const watchContent = (container: Element, observer: MutationObserver): void => observer.observe(container, { childList: true, subtree: true, characterData: true });
