// Constants of the requirements, each with its id.

/** Prefix of campaign parameters (PAGE-07); the other parameters are in query-parameters.ts. */
export const UTM_PREFIX = 'utm_';

/** Hashes that start an action instead of navigating (LINK-06, LINK-08). */
export const SPECIAL_HASHES = ['#loyalty-logout'] as const;

/** Attribute keys that the product interprets (CONST-04). */
export const ATTRIBUTES = {
  original: 'Localization.Version.Original',
  dubbed: 'Format.Sound.Dubbed',
} as const;

/** The attribute key of subtitles. A subtitled original version may have its own tag. */
export const SUBTITLES = 'Localization.Subtitles';

/** Default debounce delay in ms (THEME-23). */
export const DEBOUNCE_MS = 500;

/** Durations of animations in ms: hover and color; dialogs and markers; pictures and page fades (THEME-21). */
export const ANIMATION_MS = { fast: 150, base: 300, slow: 600 } as const;

/** Maximum widths of containers by minimum window width, in px (THEME-22). */
export const BREAKPOINTS = [
  { from: 640, container: 620 },
  { from: 768, container: 744 },
  { from: 1024, container: 892 },
  { from: 1280, container: 1120 },
  { from: 1600, container: 1440 },
] as const;

/** Name of the broadcast channel between tabs, see loyalty/session/session-tabs.ts. */
export const TAB_CHANNEL = 'marquee-member';
