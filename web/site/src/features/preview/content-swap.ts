// Shows the content of a later draft in the document that is open: the page is fetched again, and its HTML, data and styles replace
// the present ones. Scripts, fonts and stylesheets stay, so nothing is loaded again and nothing flickers (PREV-11).

import type { PageBody, PageData } from '@marquee/api/schema.gen.ts';
import { PAGE_DATA_ID } from '../../state/page-data.ts';

/** How long the page may take, in milliseconds. The editor loads a new document a little later. */
const TIMEOUT_MS = 10_000;

/** The page of a later draft. */
export interface LaterPage {
  readonly data: PageData;
  /** Replaces the HTML of the page, its styles, title and attributes, and keeps the scroll position. */
  readonly show: (root: Element) => void;
}

/** What a document cannot change without a new one. */
interface Fixed {
  readonly locale: unknown;
  readonly context: unknown;
  /** Third parties start once, and the document's policy names their hosts. */
  readonly outside: unknown;
  /** The policy also names the hosts of videos and of parts of other sites. */
  readonly players: unknown;
}

const fixedOf = ({ context, site, page }: PageData): Fixed => ({
  locale: context.intl.locale,
  context,
  outside: [site.outside, site.ticketingForm],
  players: playersOf(page),
});

const playersOf = (page: PageBody): unknown =>
  page.kind === 'content' ? page.blocks.filter(({ type }) => type === 'video' || type === 'embed') : [];

/** Whether a later page needs a new document. */
export const needsDocument = (before: PageData, after: PageData): boolean =>
  JSON.stringify(fixedOf(before)) !== JSON.stringify(fixedOf(after));

/** The scripts and stylesheets of a document: others are those of another version of the program, or of another kind of page. */
const filesOf = (page: Document): string =>
  [...page.querySelectorAll('script[src], link[rel=stylesheet]')]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href'))
    .join(' ');

/**
 * Returns a function that fetches the page as the draft is now. It returns undefined if a new document has to be loaded: the page
 * cannot be fetched, or differs in more than its content.
 */
export function createContentSwap(initial: PageData): () => Promise<LaterPage | undefined> {
  const files = filesOf(document);
  const sheet = new CSSStyleSheet();
  // Before the previewed theme, which has the last word.
  document.adoptedStyleSheets.unshift(sheet);
  let shown = initial;
  let attributes = document.documentElement.cloneNode(false);
  return async () => {
    const fetched = await fetchDocument().catch(() => undefined);
    if (fetched === undefined) return undefined;
    const { page, css } = fetched;
    const json = page.getElementById(PAGE_DATA_ID)?.textContent ?? '';
    const html = page.getElementById('root')?.innerHTML;
    if (json === '' || html === undefined || filesOf(page) !== files) return undefined;
    const data: PageData = JSON.parse(json);
    if (needsDocument(shown, data)) return undefined;
    return {
      data,
      show(root) {
        const [left, top] = [scrollX, scrollY];
        root.innerHTML = html;
        showStyles(sheet, css);
        attributes = showAttributes(attributes, page.documentElement);
        document.title = page.title;
        scrollTo({ left, top, behavior: 'instant' });
        shown = data;
      },
    };
  };
}

/** The style element of a document. The server escapes what would end it. */
const STYLE = /<style>([^]*?)<\/style>/;

/** The page and its styles, apart: a browser checks the styles of every parsed document, and reports those that the policy refuses. */
async function fetchDocument(): Promise<{ readonly page: Document; readonly css: string }> {
  const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${response.status}`);
  const text = await response.text();
  return { page: new DOMParser().parseFromString(text.replace(STYLE, ''), 'text/html'), css: STYLE.exec(text)?.[1] ?? '' };
}

/** Replaces the styles in the head. Fonts that stay are not loaded again. */
function showStyles(sheet: CSSStyleSheet, css: string): void {
  sheet.replaceSync(css);
  const served = document.querySelector('style')?.sheet;
  if (served === null || served === undefined) return;
  if (facesOf(sheet) === facesOf(served)) removeRules(sheet, isFace);
  removeRules(served, (rule) => !isFace(rule));
}

const isFace = (rule: CSSRule): boolean => rule instanceof CSSFontFaceRule;

const facesOf = ({ cssRules }: CSSStyleSheet): string =>
  [...cssRules]
    .filter(isFace)
    .map((rule) => rule.cssText)
    .join('\n');

function removeRules(sheet: CSSStyleSheet, isRemoved: (rule: CSSRule) => boolean): void {
  for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = sheet.cssRules[index];
    if (rule !== undefined && isRemoved(rule)) sheet.deleteRule(index);
  }
}

/** Gives the root element what the server has changed since; scripts have added attributes of their own, which stay. */
function showAttributes(before: Node, after: Element): Node {
  const root = document.documentElement;
  const names = before instanceof Element ? before.getAttributeNames() : [];
  for (const name of names) if (!after.hasAttribute(name)) root.removeAttribute(name);
  for (const { name, value } of after.attributes)
    if (!(before instanceof Element) || before.getAttribute(name) !== value) root.setAttribute(name, value);
  return after.cloneNode(false);
}
