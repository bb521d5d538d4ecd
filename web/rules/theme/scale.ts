// Sizes: corners by roundness, and the steps of type and space that are the same on every site.

import type { ThemeInput } from '@marquee/api/schema.gen.ts';

export type Roundness = ThemeInput['roundButtons'];

/** Roundness of a site that says nothing (THEME-10). */
export const DEFAULT_ROUNDNESS = { buttons: 'HIGH', content: 'MEDIUM' } as const satisfies Record<string, Roundness>;

/** Radii by roundness as CSS lengths (THEME-11, ux 2). */
export const RADII = {
  button: { NONE: '0', MEDIUM: '6px', HIGH: '999px' },
  field: { NONE: '0', MEDIUM: '6px', HIGH: '14px' },
  content: { NONE: '0', MEDIUM: '10px', HIGH: '22px' },
  smallContent: { NONE: '0', MEDIUM: '6px', HIGH: '14px' },
} as const satisfies Record<string, Record<Roundness, string>>;

/** A time and a day never round beyond this, in px. */
export const MAX_RADIUS = { time: 14, day: 16 } as const;

/** Font sizes before `headingScale` (ux 2). */
export const TYPE_STEPS = {
  display: 'clamp(36px,4.5vw,68px)',
  h1: 'clamp(32px,3.3vw,52px)',
  h2: 'clamp(24px,2.1vw,32px)',
  h3: '21px',
  h4: '17px',
} as const;

/** Font sizes of the body's family, in px. */
export const TEXT_STEPS = { lead: 18, body: 16, small: 14, caption: 13 } as const;

/** Steps of space, in px; a grid of four. */
export const SPACE = [4, 8, 12, 16, 24, 32, 48, 64, 96] as const;

/** Side margin of the page under the first breakpoint, in px. */
export const GUTTER = 20;
