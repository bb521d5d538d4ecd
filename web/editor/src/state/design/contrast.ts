// The contrast of a site's colors by the site's own rules (ux 5), and the nearest colors that pass.

import type { ThemeColors } from '@marquee/api/schema.gen.ts';
import { type Rgb, contrast, distance, hex, rgb, shade, tint } from '@marquee/rules/theme/color.ts';
import { CONTRAST } from '@marquee/rules/theme/constants.ts';
import { type ColorName, deriveTheme } from '@marquee/rules/theme/derive.ts';
import type { PaletteColor } from './theme.ts';

interface Pair {
  readonly ink: ColorName;
  readonly surface: ColorName;
  /** A shape needs 3:1, text 4.5:1. */
  readonly isShape?: boolean;
}

export const PAIRS = {
  bodyText: { ink: 'text', surface: 'background' },
  secondText: { ink: 'quiet', surface: 'background' },
  panelText: { ink: 'text', surface: 'panel' },
  buttonLabel: { ink: 'readableOnPrimary', surface: 'primary' },
  badgeLabel: { ink: 'readableOnHighlight', surface: 'highlight' },
  accentLabel: { ink: 'readableOnAccent', surface: 'accent' },
  headerLinks: { ink: 'readableOnHeaderBackground', surface: 'headerBackground' },
  footerLinks: { ink: 'readableOnFooterBackground', surface: 'footerBackground' },
  footerText: { ink: 'quietOnFooter', surface: 'footerBackground' },
  bandText: { ink: 'bandText', surface: 'bandFill' },
  bandButton: { ink: 'bandBtnText', surface: 'bandBtn' },
  pageMarker: { ink: 'visibleHighlightOnBackground', surface: 'background', isShape: true },
  headerMarker: { ink: 'visibleHighlightOnHeaderBackground', surface: 'headerBackground', isShape: true },
  buttonOnPage: { ink: 'visiblePrimaryOnBackground', surface: 'background', isShape: true },
} as const satisfies Readonly<Record<string, Pair>>;
export type PairName = keyof typeof PAIRS;

/** The palette color that a failing pair is corrected with. */
const CORRECTED: Partial<Record<PairName, (swap: boolean) => PaletteColor>> = {
  pageMarker: () => 'highlight',
  headerMarker: () => 'highlight',
  buttonOnPage: (swap) => (swap ? 'accent' : 'primary'),
};

export type Level = 'AAA' | 'AA' | 'AA large' | 'Low';

export interface Contrast {
  readonly name: PairName;
  readonly ink: string;
  readonly surface: string;
  readonly isShape: boolean;
  readonly ratio: number;
  readonly required: number;
  readonly level: Level;
}

/** The contrast of every pair, the failing ones first. */
export function contrastsOf(colors: ThemeColors): readonly Contrast[] {
  const tokens = deriveTheme(colors).colors;
  const pairs: readonly (readonly [string, Pair])[] = Object.entries(PAIRS);
  const all = pairs.flatMap(([key, { ink, surface, isShape = false }]): Contrast[] => {
    const name = pairName(key);
    if (name === undefined) return [];
    const ratio = contrast(rgb(tokens[ink]), rgb(tokens[surface]));
    const required = isShape ? CONTRAST.aaLarge : CONTRAST.aaSmall;
    return [{ name, ink: tokens[ink], surface: tokens[surface], isShape, ratio, required, level: levelOf(ratio, isShape) }];
  });
  return [...all.filter(isLow), ...all.filter((pair) => !isLow(pair))];
}

const pairName = (key: string): PairName | undefined => PAIR_NAMES.find((name) => name === key);
const PAIR_NAMES = [
  'bodyText',
  'secondText',
  'panelText',
  'buttonLabel',
  'badgeLabel',
  'accentLabel',
  'headerLinks',
  'footerLinks',
  'footerText',
  'bandText',
  'bandButton',
  'pageMarker',
  'headerMarker',
  'buttonOnPage',
] as const satisfies readonly PairName[];

export const isLow = ({ level }: Contrast): boolean => level === 'Low';

function levelOf(ratio: number, isShape: boolean): Level {
  if (ratio >= CONTRAST.aaaSmall) return 'AAA';
  if (ratio >= CONTRAST.aaSmall || (isShape && ratio >= CONTRAST.aaLarge)) return 'AA';
  return ratio >= CONTRAST.aaLarge ? 'AA large' : 'Low';
}

export interface Correction {
  readonly color: PaletteColor;
  readonly hex: string;
  readonly ratio: number;
}

/** The nearest shade or tint of the palette color with which a failing pair passes. */
export function correctionOf(
  { name, surface, required }: Contrast,
  { palette, swap = false }: ThemeColors,
): Correction | undefined {
  const color = CORRECTED[name]?.(swap);
  if (color === undefined) return undefined;
  const [from, on] = [rgb(palette[color]), rgb(surface)];
  const candidates = Array.from({ length: 200 }, (_, index): Rgb => {
    const share = (Math.floor(index / 2) + 1) / 100;
    // As it is stored: in whole steps of each channel.
    return rgb(hex(index % 2 === 0 ? shade(from, share) : tint(from, share)));
  }).filter((candidate) => contrast(candidate, on) >= required);
  const [nearest] = candidates.toSorted((a, b) => distance(a, from) - distance(b, from));
  return nearest && { color, hex: hex(nearest), ratio: contrast(nearest, on) };
}
