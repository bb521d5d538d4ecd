// Sizes: radii by roundness, and the steps of font size and space, which are the same on every site.

import type { ThemeInput } from '@marquee/api/schema.gen.ts';

export type Roundness = ThemeInput['roundButtons'];

/** Radii by roundness as CSS lengths (THEME-11, ux 2). */
export const RADII = {
  button: { NONE: '0', MEDIUM: '6px', HIGH: '999px' },
  field: { NONE: '0', MEDIUM: '6px', HIGH: '14px' },
  content: { NONE: '0', MEDIUM: '10px', HIGH: '22px' },
  smallContent: { NONE: '0', MEDIUM: '6px', HIGH: '14px' },
} as const satisfies Record<string, Record<Roundness, string>>;

/**
 * Font sizes before `headingScale` (ux 2). In rem, to follow the text size of the browser; `min()` prevents headings wider than a phone
 * at a large text size.
 */
export const TYPE_STEPS = {
  display: 'clamp(min(2.25rem,11.25vw),0.75rem + 3.7vw,5.5rem)',
  h1: 'clamp(min(2rem,10vw),0.5rem + 2.75vw,4rem)',
  h2: 'clamp(min(1.5rem,9vw),0.5rem + 1.55vw,2.25rem)',
  h3: '1.3125rem',
  h4: '1.0625rem',
} as const;

/** Font sizes of text in the body's family. */
export const TEXT_STEPS = { lead: '1.125rem', body: '1rem', small: '0.875rem', caption: '0.8125rem' } as const;

/** Steps of space in px, multiples of four. */
export const SPACE = [4, 8, 12, 16, 24, 32, 48, 64, 96] as const;

/** Minimum side margin of the page below and above the first breakpoint, in px. */
export const GUTTER = { phone: 20, wide: 24 } as const;
