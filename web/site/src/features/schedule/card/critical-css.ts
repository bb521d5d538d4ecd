// Critical CSS of the cards, in the document's head.

import css from './FilmCard.module.css';

/**
 * Limits the first layout, before the stylesheet has loaded, to the cards in view. In the lowest cascade layer, so that all
 * rules of the stylesheet override it.
 */
export const criticalCardCss = `@layer theme{.${css['film']}{content-visibility:auto;contain-intrinsic-block-size:auto 162px}}`;
