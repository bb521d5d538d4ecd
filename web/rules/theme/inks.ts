// Colors that are mixed from the text color of a surface: quieter text, lines, hover (ux 2). They are strengthened until they are
// legible, with any palette of an operator.

import { CONTRAST } from './constants.ts';
import { BLACK, type Rgb, WHITE, contrast, hex, mix } from './color.ts';

/** A translucent color: channels and an alpha of 0 to 255. */
export interface Veil {
  readonly color: Rgb;
  readonly alpha: number;
}

/** `#RRGGBBAA`. */
export const veilHex = ({ color, alpha }: Veil): string => hex(color) + alpha.toString(16).padStart(2, '0').toUpperCase();

/** The color of a surface under a veil. */
export const over = ({ color, alpha }: Veil, surface: Rgb): Rgb => mix(surface, color, alpha / 255);

/** The inks of one or more surfaces with a common text color. */
export interface Inks {
  /** Secondary text. */
  readonly textAlt: Rgb;
  /** Tertiary text, between `textAlt` and the first surface. */
  readonly quiet: Rgb;
  /** Hover over a surface; all text is legible on it. */
  readonly wash: Veil;
  /** Decoration. */
  readonly line: Veil;
  /** Edges of fields and buttons. */
  readonly lineStrong: Veil;
}

const QUIET = [0.84, 0.88, 0.92, 0.96, 1] as const;
const STRONGER = [0.25, 0.5, 0.75] as const;
const LINE = 0.15;
const LINE_STRONG = 0.52;
const STEP = 0.04;
/** Extra contrast over a picture, because browsers round each layer. */
const ROUNDING = 0.15;

/** Whether text in this color is legible on all of these surfaces. */
export const isLegible = (ink: Rgb, surfaces: readonly Rgb[]): boolean => meetsContrast(ink, surfaces, CONTRAST.aaSmall);

/** Whether a color reaches a contrast on all of these surfaces. */
export const meetsContrast = (ink: Rgb, surfaces: readonly Rgb[], target: number): boolean =>
  surfaces.every((surface) => contrast(ink, surface) >= target);

/**
 * The most transparent veil of a color, with an alpha of at least `minAlpha`, on which these inks are legible over any picture. Black and
 * white are the extremes of any picture. The inks must be legible on the color itself.
 */
export function veilOverPicture(color: Rgb, inks: readonly Rgb[], minAlpha: number): Veil {
  const isLegibleAt = (alpha: number): boolean => {
    const backgrounds = [BLACK, WHITE].map((picture) => over({ color, alpha }, picture));
    return inks.every((ink) => meetsContrast(ink, backgrounds, CONTRAST.aaSmall + ROUNDING));
  };
  let [low, high] = [minAlpha, 255];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLegibleAt(middle)) high = middle;
    else low = middle + 1;
  }
  return { color, alpha: high };
}

/**
 * The inks of `surfaces`, on all of which `text` is legible. `alt` is the preferred secondary text color, `wash` the share of text in a
 * hover.
 */
export function inksOf(text: Rgb, alt: Rgb, surfaces: readonly [Rgb, ...Rgb[]], wash: number): Inks {
  const veil = (share: number): Veil => ({ color: text, alpha: Math.round(share * 255) });
  const washes = [1, 0.75, 0.5, 0.25].map((part) => veil(wash * part));
  const hover =
    washes.find((w) =>
      isLegible(
        text,
        surfaces.map((s) => over(w, s)),
      ),
    ) ?? veil(0);
  const all = [...surfaces, ...surfaces.map((s) => over(hover, s))];
  const textAlt = isLegible(alt, all) ? alt : text;
  const quieter = [
    ...QUIET.map((share) => mix(surfaces[0], textAlt, share)),
    ...STRONGER.map((share) => mix(textAlt, text, share)),
  ];
  return {
    textAlt,
    quiet: quieter.find((ink) => isLegible(ink, all)) ?? text,
    wash: hover,
    line: veil(LINE),
    lineStrong: strongLine(veil, all),
  };
}

function strongLine(veil: (share: number) => Veil, surfaces: readonly Rgb[]): Veil {
  for (let share = LINE_STRONG; share < 1; share += STEP) {
    const line = veil(share);
    if (surfaces.every((surface) => contrast(over(line, surface), surface) >= CONTRAST.aaLarge)) return line;
  }
  return veil(1);
}
