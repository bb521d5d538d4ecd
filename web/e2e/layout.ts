// What is wrong with the layout of a page, measured in the browser.

/**
 * Faults of the current page at the current size, as sentences. It runs in the page (`page.evaluate(faults)`) and therefore
 * uses nothing from outside of itself.
 *
 * - the page scrolls sideways
 * - a line of text is less than 16 px from the edge of the screen
 * - two lines of text of different elements cover each other
 * - a line of text runs into a small picture beside it
 * - text is cut by an element that hides what does not fit
 */
export function faults(): string[] {
  const GUTTER = 16;
  /** Lines of neighboring elements may touch by so many px: ascenders and line heights overlap without a collision of ink. */
  const TOUCH = 3;
  /** Words stand beside pictures that are no wider than this, in px; on wider ones they may stand on purpose. */
  const SMALL_PICTURE = 160;
  const found: string[] = [];
  const width = document.documentElement.clientWidth;

  const over = document.documentElement.scrollWidth - width;
  if (over > 0) found.push(`the page scrolls sideways by ${over} px`);

  const isHidden = (style: CSSStyleDeclaration, element: Element): boolean =>
    style.visibility === 'hidden' ||
    style.opacity === '0' ||
    // For screen readers only.
    (element.clientWidth <= 1 && element.clientHeight <= 1 && style.overflow !== 'visible') ||
    style.clipPath === 'inset(50%)' ||
    // Words that another form of the same content replaces.
    element.getAttribute('aria-hidden') === 'true';
  /** What is placed over the page, scrolls by itself or stands still while the page scrolls is laid out apart from it. */
  const isApart = (style: CSSStyleDeclaration, element: Element): boolean =>
    style.position === 'fixed' ||
    style.position === 'sticky' ||
    element.hasAttribute('popover') ||
    element.tagName === 'DIALOG' ||
    ((style.overflowX === 'auto' || style.overflowX === 'scroll') && element.scrollWidth > element.clientWidth);

  /** What the elements around a text make of it. */
  interface Surroundings {
    /** Whether it is hidden, or laid out apart from the page. */
    readonly ignored: boolean;
    /** The part of the page in which it can be seen: left, top, right, bottom. */
    readonly view: readonly [number, number, number, number];
  }
  const known = new Map<Element, Surroundings>();
  const surroundingsOf = (element: Element | null): Surroundings => {
    if (element === null || element === document.documentElement)
      return { ignored: false, view: [-Infinity, -Infinity, Infinity, Infinity] };
    const before = known.get(element);
    if (before !== undefined) return before;
    const { ignored, view } = surroundingsOf(element.parentElement);
    const style = getComputedStyle(element);
    const clips = element !== document.body && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
    const edge = element.getBoundingClientRect();
    const surroundings: Surroundings = {
      ignored: ignored || isHidden(style, element) || isApart(style, element),
      view: clips
        ? [Math.max(view[0], edge.left), Math.max(view[1], edge.top), Math.min(view[2], edge.right), Math.min(view[3], edge.bottom)]
        : view,
    };
    known.set(element, surroundings);
    return surroundings;
  };
  /** The part of a line that no element around it hides. */
  const seen = (element: Element, line: DOMRect): DOMRect => {
    const { view } = surroundingsOf(element);
    const [left, top] = [Math.max(line.left, view[0]), Math.max(line.top, view[1])];
    return new DOMRect(
      left,
      top,
      Math.max(0, Math.min(line.right, view[2]) - left),
      Math.max(0, Math.min(line.bottom, view[3]) - top),
    );
  };

  interface Line {
    readonly element: Element;
    readonly text: string;
    readonly box: DOMRect;
  }
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (text === '' || element === null || element.closest('script,style,noscript,template,option,svg') !== null) continue;
    if (!element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    if (surroundingsOf(element).ignored) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const box = seen(element, whole);
      if (box.width > 1 && box.height > whole.height / 2) lines.push({ element, text, box });
    }
  }
  const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

  for (const { text, box } of lines) {
    const space = Math.min(box.left, width - box.right);
    if (space < GUTTER - 0.5) found.push(`"${short(text)}" is ${Math.round(space)} px from the edge`);
  }

  const byTop = lines.toSorted((a, b) => a.box.top - b.box.top);
  byTop.forEach((one, index) => {
    for (const other of byTop.slice(index + 1)) {
      if (other.box.top > one.box.bottom) break;
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const least = Math.min(one.box.height, other.box.height);
      if (wide > TOUCH && high > Math.max(TOUCH, least * 0.3))
        found.push(`"${short(one.text)}" and "${short(other.text)}" cover each other`);
    }
  });

  const pictures = [...document.images]
    .filter((image) => image.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !surroundingsOf(image).ignored)
    .map((image) => seen(image, image.getBoundingClientRect()))
    .filter((box) => box.width > TOUCH && box.width <= SMALL_PICTURE);
  for (const { text, box } of lines)
    for (const picture of pictures) {
      const high = Math.min(box.bottom, picture.bottom) - Math.max(box.top, picture.top);
      const [before, after] = [Math.min(box.right, picture.right) - picture.left, picture.right - Math.max(box.left, picture.left)];
      const runsIn = (box.left < picture.left && before > TOUCH) || (box.right > picture.right && after > TOUCH);
      if (runsIn && high > TOUCH) found.push(`"${short(text)}" runs into a picture`);
    }

  for (const element of new Set(lines.map((line) => line.element))) {
    const style = getComputedStyle(element);
    // Some lines of a longer text, which the same page has in full elsewhere, are shown on purpose.
    if (style.overflowX === 'visible' || style.webkitLineClamp !== 'none') continue;
    if (element.scrollWidth > element.clientWidth + 1) found.push(`"${short(element.textContent ?? '')}" is cut`);
  }
  return [...new Set(found)];
}

/** Draws what is out of view as well, because cards out of view have no layout that could be measured. It runs in the page. */
export function drawAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
}
