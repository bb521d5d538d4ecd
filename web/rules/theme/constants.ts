// Color constants of the requirements. Separate from the others, because pages load those at once.

/** Base colors of text (THEME-15). */
export const BASE_COLORS = { dark: '#212020', darkAlt: '#4F4E4E', light: '#F7F7F7', lightAlt: '#DDDDDD' } as const;

/** WCAG contrast targets (THEME-16). */
export const CONTRAST = { aaLarge: 3, aaSmall: 4.5, aaaSmall: 7 } as const;

/** Lab distance from which a color is visible on its background (THEME-18). */
export const VISIBLE_DISTANCE = 5.9;
