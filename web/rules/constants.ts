// Constants of the requirements, each with its id.

/** Hashes that start an action instead of navigating (LINK-06, LINK-08). */
export const SPECIAL_HASHES = ['#loyalty-logout'] as const;

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
