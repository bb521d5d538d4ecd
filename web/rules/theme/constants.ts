// Color constants of the requirements. Separate from the others, because pages load those at once.

/** WCAG contrast targets (THEME-16). */
export const CONTRAST = { aaLarge: 3, aaSmall: 4.5, aaaSmall: 7 } as const;

/** Lab distance from which a color is visible on its background (THEME-18). */
export const VISIBLE_DISTANCE = 5.9;
