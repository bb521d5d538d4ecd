// What the head says of cards, before the stylesheet is there.

import css from './FilmCard.module.css';

/**
 * A browser lays a page out once it is read, stylesheet or not: with this, only the cards in view. In the lowest layer,
 * so that every rule of the stylesheet wins over it.
 */
export const cardCss = `@layer theme{.${css['film']}{content-visibility:auto;contain-intrinsic-block-size:auto 162px}}`;
