// Verifies README.md: text is legible on its surfaces for any palette that an operator can enter.

import type { ThemeColors, ThemePalette } from '@marquee/api/schema.gen.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VISIBLE_DISTANCE } from './constants.ts';
import { BLACK, type Rgb, WHITE, contrast, distance, hex, mix, rgb, tintShade } from './color.ts';
import { type ColorName, deriveTheme } from './derive.ts';
import { over } from './inks.ts';

/** Share of the petals' color in every other petal. */
const FAINT_PETAL = 0.58;
const CASES = 2500;
const SEED = 20251121;

/** Surfaces of the page with the same inks. */
const PAGE = ['background', 'panel', 'field'] as const satisfies ColorName[];

/** Text on opaque surfaces. */
const TEXTS: readonly (readonly [ink: ColorName, surface: ColorName])[] = [
  ...PAGE.flatMap((on) => (['text', 'textAlt', 'quiet', 'dangerText', 'ok'] as const).map((ink) => [ink, on] as const)),
  ['readableOnBackground', 'background'],
  ['background', 'text'],
  ['readableOnPrimary', 'primary'],
  ['readableOnSecondary', 'secondary'],
  ['readableOnAccent', 'accent'],
  ['readableOnMuted', 'muted'],
  ['readableOnHighlight', 'highlight'],
  ['readableOnHeaderBackground', 'headerBackground'],
  ['readableOnFooterBackground', 'footerBackground'],
  ['quietOnHeader', 'headerBackground'],
  ['quietOnFooter', 'footerBackground'],
  ['bandText', 'bandFill'],
  ['bandBtnText', 'bandBtn'],
];

/** Text on a surface under its hover veil. */
const HOVERED: readonly (readonly [ink: ColorName, wash: ColorName, surface: ColorName])[] = [
  ...PAGE.flatMap((on) => (['text', 'textAlt', 'quiet'] as const).map((ink) => [ink, 'wash', on] as const)),
  ['readableOnHeaderBackground', 'washOnHeader', 'headerBackground'],
  ['quietOnHeader', 'washOnHeader', 'headerBackground'],
  ['readableOnFooterBackground', 'washOnFooter', 'footerBackground'],
  ['quietOnFooter', 'washOnFooter', 'footerBackground'],
];

/** Text on a picture, with a veil between. */
const ON_PICTURES: readonly (readonly [ink: ColorName, veil: ColorName])[] = [
  ['text', 'artVeil'],
  ...(['text', 'quiet'] as const).flatMap((ink) => (['artFill', 'artPanel'] as const).map((veil) => [ink, veil] as const)),
];

/** Edges and rings. */
const SHAPES: readonly (readonly [ink: ColorName, surface: ColorName])[] = [
  ...PAGE.flatMap((on) => (['lineStrong', 'focus', 'danger'] as const).map((ink) => [ink, on] as const)),
  ['lineStrongOnHeader', 'headerBackground'],
  ['lineStrongOnFooter', 'footerBackground'],
  ['focusHeader', 'headerBackground'],
  ['focusFooter', 'footerBackground'],
];

const channel = fc.integer({ min: 0, max: 255 });
/** Any color; half of them near the gray on which black and white have the same contrast, which is the hard case. */
const color = fc.oneof(
  fc.tuple(channel, channel, channel).map(hexOf),
  fc
    .tuple(fc.integer({ min: 95, max: 150 }), fc.integer({ min: -25, max: 25 }), fc.integer({ min: -25, max: 25 }))
    .map(([g, r, b]) => hexOf([g + r, g, g + b])),
);
const palette: fc.Arbitrary<ThemePalette> = fc.record({
  muted: color,
  accent: color,
  primary: color,
  highlight: color,
  background: color,
  footerBackground: color,
  headerBackground: color,
});
const surface = fc.record({
  tintShade: fc.oneof(fc.constant(100), fc.double({ min: 0, max: 200, noNaN: true })),
  paletteColor: fc.constantFrom<keyof ThemePalette>(
    'muted',
    'accent',
    'primary',
    'highlight',
    'background',
    'footerBackground',
    'headerBackground',
  ),
});
const colors: fc.Arbitrary<ThemeColors> = fc.record(
  { palette, brand2: color, background: surface, headerBackground: surface, footerBackground: surface, swap: fc.boolean() },
  { requiredKeys: ['palette', 'background', 'headerBackground', 'footerBackground', 'swap'] },
);
const mode = fc.constantFrom('light' as const, 'dark' as const);

function hexOf([r, g, b]: Rgb): string {
  return hex([r, g, b]);
}

/** The visible color of a token, perhaps translucent, on a surface. */
function visibleColor(token: string, on: string): Rgb {
  const alpha = token.length === 9 ? Number.parseInt(token.slice(7), 16) : 255;
  return over({ color: rgb(token.slice(0, 7)), alpha }, rgb(on));
}

describe('any palette', () => {
  it('ux 9: text reaches 4.5:1 on its surfaces', () => {
    fc.assert(
      fc.property(colors, mode, (input, colorMode) => {
        const { colors: tokens } = deriveTheme(input, colorMode);
        for (const [ink, on] of TEXTS)
          expect(contrast(visibleColor(tokens[ink], tokens[on]), rgb(tokens[on])), `${ink} on ${on}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('ux 9: the text of a member card reaches 4.5:1 on its petals', () => {
    fc.assert(
      fc.property(colors, mode, (input, colorMode) => {
        const { tone, colors: tokens } = deriveTheme(input, colorMode);
        const [ink, ground] =
          tone === 'light'
            ? (['readableOnPrimary', 'primary'] as const)
            : (['readableOnHeaderBackground', 'headerBackground'] as const);
        // The fainter petals are between these two, see CardArt.module.css.
        const petals = [1, FAINT_PETAL, 0].map((share) => mix(rgb(tokens[ground]), rgb(tokens.cardPetal), share));
        for (const petal of petals)
          expect(contrast(rgb(tokens[ink]), petal), `${ink} on ${hex(petal)}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('ux 9: text reaches 4.5:1 on hover', () => {
    fc.assert(
      fc.property(colors, mode, (input, colorMode) => {
        const { colors: tokens } = deriveTheme(input, colorMode);
        for (const [ink, wash, on] of HOVERED) {
          const ground = visibleColor(tokens[wash], tokens[on]);
          expect(contrast(rgb(tokens[ink]), ground), `${ink} on ${wash} on ${on}`).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('ux 9: text reaches 4.5:1 over any picture', () => {
    fc.assert(
      fc.property(colors, mode, color, (input, colorMode, pixel) => {
        const { colors: tokens } = deriveTheme(input, colorMode);
        for (const [ink, veil] of ON_PICTURES) {
          // Each channel of a veiled pixel is rounded, as a browser does.
          for (const on of ['#000000', '#FFFFFF', pixel])
            expect(contrast(rgb(tokens[ink]), visibleColor(tokens[veil], on)), `${ink} on ${veil} on ${on}`).toBeGreaterThanOrEqual(
              4.5,
            );
        }
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('ux 9: edges and focus rings reach 3:1', () => {
    fc.assert(
      fc.property(colors, mode, (input, colorMode) => {
        const { colors: tokens } = deriveTheme(input, colorMode);
        for (const [ink, on] of SHAPES)
          expect(contrast(visibleColor(tokens[ink], tokens[on]), rgb(tokens[on])), `${ink} on ${on}`).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('THEME-18 visible colors are distinguishable from their background', () => {
    const brands = ['Primary', 'Secondary', 'Accent', 'Muted', 'Highlight'] as const;
    const pairs = [
      ['Background', 'background'],
      ['HeaderBackground', 'headerBackground'],
      ['FooterBackground', 'footerBackground'],
    ] as const;
    fc.assert(
      fc.property(colors, mode, (input, colorMode) => {
        const { colors: tokens } = deriveTheme(input, colorMode);
        for (const brand of brands) {
          for (const [name, on] of pairs)
            expect(distance(rgb(tokens[`visible${brand}On${name}`]), rgb(tokens[on]))).toBeGreaterThanOrEqual(VISIBLE_DISTANCE);
        }
      }),
      { numRuns: CASES, seed: SEED },
    );
  });

  it('SITE-03 a tint shade of 0 is black, of 200 white, and every value between is a color', () => {
    fc.assert(
      fc.property(color, fc.double({ min: 0, max: 200, noNaN: true }), (value, amount) => {
        expect(hex(tintShade(rgb(value), amount))).toMatch(/^#[0-9A-F]{6}$/);
        expect(tintShade(rgb(value), 0)).toEqual(BLACK);
        expect(tintShade(rgb(value), 200)).toEqual(WHITE);
      }),
      { numRuns: CASES, seed: SEED },
    );
  });
});
