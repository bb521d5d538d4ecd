// Applies a previewed theme without a reload, through constructed stylesheets: the CSP allows no style elements (security 6.7).

import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { themeCss } from '@marquee/rules/theme/css.ts';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { logoCss } from '../../state/logo-size.ts';
import { textLogoPlaces } from '../../state/logo-tone.ts';

/** Returns a function that applies a site's theme over the styles in the document's head. */
export function createThemeApplier(initial: SiteFrame): (site: SiteFrame) => void {
  const tokens = new CSSStyleSheet();
  const faces = new CSSStyleSheet();
  let currentFaces = themeCss(initial.theme, FONTS).faces;
  document.adoptedStyleSheets.push(faces, tokens);

  return ({ theme, logo, logoSize }) => {
    const root = document.documentElement;
    const head = themeCss(theme, FONTS, root.dataset['mode'] === 'dark' ? 'dark' : 'light');
    // Replacing unchanged font faces would load them again, and text would flicker while a color is dragged.
    if (head.faces !== currentFaces) faces.replaceSync(head.faces);
    currentFaces = head.faces;
    tokens.replaceSync(head.tokens + logoCss(logoSize));
    for (const [name, value] of Object.entries(head.htmlAttributes)) root.setAttribute(name, value);
    root.toggleAttribute('data-logo-words', false);
    const places = logo === undefined ? '' : textLogoPlaces(theme.colors);
    if (places !== '') root.dataset['logoWords'] = places;
    setMeta('theme-color', head.themeColor);
    setMeta('color-scheme', head.colorScheme);
  };
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content);
}

/** Whether a font family is available. */
export const isFontFamily = (name: string): boolean => Object.hasOwn(FONTS.families, name);
