// A look put on without a reload, through the style API: the policy allows no style elements (security 6.7).

import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { themeCss } from '@marquee/rules/theme/css.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { logoCss } from '../../state/logo-size.ts';
import { logoWords } from '../../state/logo-tone.ts';

/** A function that paints a look over that of the document's head. */
export function painter(first: SiteFrame): (site: SiteFrame) => void {
  const tokens = new CSSStyleSheet();
  const faces = new CSSStyleSheet();
  let known = themeCss(first.theme, FONTS).faces;
  document.adoptedStyleSheets.push(faces, tokens);

  return ({ theme, logo, logoSize }) => {
    const root = document.documentElement;
    const head = themeCss(theme, FONTS, root.dataset['mode'] === 'dark' ? 'dark' : 'light');
    // Faces that are the same again would be fetched again, and words would flicker while a colour is dragged.
    if (head.faces !== known) faces.replaceSync(head.faces);
    known = head.faces;
    tokens.replaceSync(head.tokens + logoCss(logoSize));
    for (const [name, value] of Object.entries(head.htmlAttributes)) root.setAttribute(name, value);
    root.toggleAttribute('data-logo-words', false);
    const words = logo === undefined ? '' : logoWords(theme.colors);
    if (words !== '') root.dataset['logoWords'] = words;
    meta('theme-color', head.themeColor);
    meta('color-scheme', head.colorScheme);
  };
}

function meta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}

/** Whether a family can be set. */
export const isFamily = (name: string): boolean => Object.hasOwn(FONTS.families, name);
