// Constants of the specification that the web side needs, each with its requirement.

/** How the names of parameters begin that say where a visitor comes from (PAGE-07); for the others see query-parameters.ts. */
export const UTM_PREFIX = 'utm_';

/** Hashes that start an action instead of navigating (LINK-06, LINK-08). */
export const SPECIAL_HASHES = ['#loyalty-logout'] as const;

/** While the path starts so, every link click is cancelled (LINK-04). */
export const RESERVED_PATH_PREFIX = '/cms-preview';

/** Attribute keys with a meaning of their own (CONST-04). */
export const ATTRIBUTES = {
  original: 'Localization.Version.Original',
  dubbed: 'Format.Sound.Dubbed',
} as const;

/** The attribute key of subtitles. A subtitled original version may have a tag of its own. */
export const SUBTITLES = 'Localization.Subtitles';

/** Delay of everything that waits for rest and has no delay of its own, in ms (THEME-23). */
export const DEBOUNCE_MS = 500;

/** Lengths of animations in ms: hover and colour; dialogs and markers; pictures and page fades (THEME-21). */
export const ANIMATION_MS = { fast: 150, base: 300, slow: 600 } as const;

/** Window widths in px from which a container is at most so wide (THEME-22). */
export const BREAKPOINTS = [
  { from: 640, container: 620 },
  { from: 768, container: 744 },
  { from: 1024, container: 892 },
  { from: 1280, container: 1120 },
  { from: 1600, container: 1440 },
] as const;

/** The channel between the tabs of a browser, see loyalty/session/session-tabs.ts. */
export const TAB_CHANNEL = 'marquee-member';
