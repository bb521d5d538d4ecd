// Finds layout issues of a page, measured in the browser.

/**
 * Returns the layout issues of the current page at the current viewport size, one sentence each. It runs in the page
 * (`page.evaluate(layoutIssues)`) and therefore must be self-contained. It reports the following issues:
 *
 * - the page scrolls sideways
 * - a line of text is less than 20 px from the edge of the screen, or 24 px where it is 640 px wide or more
 * - lines of text of two elements overlap
 * - a line of text overlaps a small picture beside it
 * - text is clipped by an element whose overflow is hidden
 */
export function layoutIssues(): string[] {
  /** Overlap of neighboring lines that is accepted, in px: line boxes may overlap although the glyphs do not. */
  const MAX_OVERLAP = 3;
  /** Width up to which a picture must not be overlapped by text, in px. Text on wider pictures may be intended. */
  const SMALL_IMAGE = 160;
  const issues: string[] = [];
  const width = document.documentElement.clientWidth;
  /** Room between text and the edge of the screen, as `--gutter` of tokens.css has it, in px. */
  const GUTTER = width < 640 ? 20 : 24;

  const overflow = document.documentElement.scrollWidth - width;
  if (overflow > 0) issues.push(`the page scrolls sideways by ${overflow} px`);

  const isHidden = (style: CSSStyleDeclaration, element: Element): boolean =>
    style.visibility === 'hidden' ||
    style.opacity === '0' ||
    // Visually hidden, for screen readers only.
    (element.clientWidth <= 1 && element.clientHeight <= 1 && style.overflow !== 'visible') ||
    style.clipPath === 'inset(50%)' ||
    // Another form of the same content replaces it.
    element.getAttribute('aria-hidden') === 'true';
  /** Whether an element is positioned over the page, scrolls on its own, or stays in place while the page scrolls. */
  const isOutOfFlow = (style: CSSStyleDeclaration, element: Element): boolean =>
    style.position === 'fixed' ||
    style.position === 'sticky' ||
    element.hasAttribute('popover') ||
    element.tagName === 'DIALOG' ||
    ((style.overflowX === 'auto' || style.overflowX === 'scroll') && element.scrollWidth > element.clientWidth);

  /** How its ancestors affect a text. */
  interface AncestorEffects {
    /** Whether it is hidden or out of the flow of the page. */
    readonly ignored: boolean;
    /** The part of the page in which it is visible: left, top, right, bottom. */
    readonly view: readonly [number, number, number, number];
  }
  const cache = new Map<Element, AncestorEffects>();
  const ancestorEffects = (element: Element | null): AncestorEffects => {
    if (element === null || element === document.documentElement)
      return { ignored: false, view: [-Infinity, -Infinity, Infinity, Infinity] };
    const cached = cache.get(element);
    if (cached !== undefined) return cached;
    const { ignored, view } = ancestorEffects(element.parentElement);
    const style = getComputedStyle(element);
    const clips = element !== document.body && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
    const rect = element.getBoundingClientRect();
    const effects: AncestorEffects = {
      ignored: ignored || isHidden(style, element) || isOutOfFlow(style, element),
      view: clips
        ? [Math.max(view[0], rect.left), Math.max(view[1], rect.top), Math.min(view[2], rect.right), Math.min(view[3], rect.bottom)]
        : view,
    };
    cache.set(element, effects);
    return effects;
  };
  /** The part of a line that is not clipped by its ancestors. */
  const visiblePart = (element: Element, line: DOMRect): DOMRect => {
    const { view } = ancestorEffects(element);
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
    if (ancestorEffects(element).ignored) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = visiblePart(element, rect);
      if (box.width > 1 && box.height > rect.height / 2) lines.push({ element, text, box });
    }
  }
  const truncate = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

  for (const { text, box } of lines) {
    const margin = Math.min(box.left, width - box.right);
    if (margin < GUTTER - 0.5) issues.push(`"${truncate(text)}" is ${Math.round(margin)} px from the edge`);
  }

  const byTop = lines.toSorted((a, b) => a.box.top - b.box.top);
  byTop.forEach((line, index) => {
    for (const other of byTop.slice(index + 1)) {
      if (other.box.top > line.box.bottom) break;
      if (line.element === other.element || line.element.contains(other.element) || other.element.contains(line.element)) continue;
      const overlapX = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left);
      const overlapY = Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top);
      const lineHeight = Math.min(line.box.height, other.box.height);
      if (overlapX > MAX_OVERLAP && overlapY > Math.max(MAX_OVERLAP, lineHeight * 0.3))
        issues.push(`"${truncate(line.text)}" and "${truncate(other.text)}" overlap`);
    }
  });

  const images = [...document.images]
    .filter((image) => image.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !ancestorEffects(image).ignored)
    .map((image) => visiblePart(image, image.getBoundingClientRect()))
    .filter((box) => box.width > MAX_OVERLAP && box.width <= SMALL_IMAGE);
  for (const { text, box } of lines)
    for (const image of images) {
      const overlapY = Math.min(box.bottom, image.bottom) - Math.max(box.top, image.top);
      const [overlapLeft, overlapRight] = [
        Math.min(box.right, image.right) - image.left,
        image.right - Math.max(box.left, image.left),
      ];
      const overlaps =
        (box.left < image.left && overlapLeft > MAX_OVERLAP) || (box.right > image.right && overlapRight > MAX_OVERLAP);
      if (overlaps && overlapY > MAX_OVERLAP) issues.push(`"${truncate(text)}" overlaps a picture`);
    }

  for (const element of new Set(lines.map((line) => line.element))) {
    const style = getComputedStyle(element);
    // Line clamping is intended: the same page has the full text elsewhere.
    if (style.overflowX === 'visible' || style.webkitLineClamp !== 'none') continue;
    if (element.scrollWidth > element.clientWidth + 1) issues.push(`"${truncate(element.textContent ?? '')}" is clipped`);
  }
  return [...new Set(issues)];
}

/** Renders off-screen content too: with `content-visibility: auto` it has no layout to measure. Runs in the page. */
export function renderOffscreenContent(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
}
