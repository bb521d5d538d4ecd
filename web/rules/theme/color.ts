// Color arithmetic: sRGB channels 0 to 255, WCAG contrast, CIE Lab with the D65 white point.

import { BASE_COLORS } from './base-colors.gen.ts';
import { CONTRAST, VISIBLE_DISTANCE } from './constants.ts';

/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parses `#RRGGBB`. Callers validate colors; an invalid one is parsed as black. */
export function rgb(text: string): Rgb {
  const value = /^#[0-9a-f]{6}$/i.test(text) ? Number.parseInt(text.slice(1), 16) : 0;
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Channels as `#RRGGBB`, upper case. */
export function hex(color: Rgb): string {
  return `#${color
    .map((c) =>
      Math.min(255, Math.max(0, Math.round(c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase()}`;
}

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];
export const DARK = rgb(BASE_COLORS.dark);
export const DARK_ALT = rgb(BASE_COLORS.darkAlt);
export const LIGHT = rgb(BASE_COLORS.light);
export const LIGHT_ALT = rgb(BASE_COLORS.lightAlt);

/** `share` (0 to 1) of `b` mixed into `a` in sRGB, channels rounded (THEME-05). */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (x: number, y: number): number => Math.round(x * (1 - share) + y * share);
  return [channel(a[0], b[0]), channel(a[1], b[1]), channel(a[2], b[2])];
}

/** The color mixed with black (THEME-05). */
export const shade = (color: Rgb, share: number): Rgb => mix(color, BLACK, share);

/** The color mixed with white (THEME-05). */
export const tint = (color: Rgb, share: number): Rgb => mix(color, WHITE, share);

/** A light color shaded, or a dark one tinted (THEME-04, THEME-20). */
export const offset = (color: Rgb, share: number): Rgb => (isLight(color) ? shade(color, share) : tint(color, share));

/** A color by a tint shade of 0 to 200: 100 leaves it unchanged, less mixes in black, more mixes in white (SITE-03). */
export function tintShade(color: Rgb, amount: number): Rgb {
  return amount <= 100 ? shade(color, (100 - amount) / 100) : tint(color, (amount - 100) / 100);
}

/** Linear light of each channel value: a table, because a palette needs thousands and the server's JavaScript engine is slow. */
const LINEAR: readonly number[] = Array.from({ length: 256 }, (_, channel) => {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});
const linear = (channel: number): number => LINEAR[channel] ?? 0;

/** WCAG relative luminance, 0 to 1. */
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Whether black has the higher contrast on the color (THEME-05). */
export const isLight = (color: Rgb): boolean => contrast(color, BLACK) >= contrast(color, WHITE);

/** Black or white, whichever has the higher contrast. */
export const blackOrWhite = (background: Rgb): Rgb => (isLight(background) ? BLACK : WHITE);

const EPSILON = 216 / 24389;
const KAPPA = 24389 / 27;

/** CIE L*a*b* under D65. */
function lab(color: Rgb): Rgb {
  const [r, g, b] = [linear(color[0]), linear(color[1]), linear(color[2])];
  const f = (t: number): number => (t > EPSILON ? Math.cbrt(t) : (KAPPA * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE76 color distance (THEME-19). */
export function distance(a: Rgb, b: Rgb): number {
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** The first candidate that reaches the target on this fill, else black or white (THEME-16, THEME-17). */
export function pickReadable(background: Rgb, candidates: readonly Rgb[], target: number = CONTRAST.aaLarge): Rgb {
  return candidates.find((candidate) => contrast(candidate, background) >= target) ?? blackOrWhite(background);
}

/** The color if it is distinguishable from its background, else `fallback` (THEME-18, THEME-19). */
export const visibleOrFallback = (color: Rgb, background: Rgb, fallback: Rgb): Rgb =>
  distance(color, background) >= VISIBLE_DISTANCE ? color : fallback;
