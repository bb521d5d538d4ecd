// Derives every color of a site from an operator's palette (THEME-01 to THEME-05, THEME-16 to THEME-20).

import type { ThemeColors, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { CONTRAST } from './constants.ts';
import {
  BLACK,
  DARK,
  DARK_ALT,
  LIGHT,
  LIGHT_ALT,
  type Rgb,
  WHITE,
  contrast,
  blackOrWhite,
  hex,
  isLight,
  offset,
  pickReadable,
  rgb,
  tintShade,
  visibleOrFallback,
} from './color.ts';
import { inksOf, isLegible, meetsContrast, over, veilHex, veilOverPicture } from './inks.ts';

/** Whether a page has a light or a dark background. */
export type Tone = 'light' | 'dark';

/** Color modes (THEME-06); `light` is the operator's palette unchanged. */
export type ColorMode = 'light' | 'dark';

/** Every color token by the name of its custom property, and the tone of the page. */
export interface Tokens {
  readonly tone: Tone;
  readonly colors: Readonly<Record<ColorName, string>>;
}
export type ColorName = keyof ReturnType<typeof colorsOf>;

const PAGE_OFFSET = 0.06;
const PANEL_OFFSET = 0.05;
const HOVER_OFFSET = 0.12;
const WASH = 0.06;
const WASH_ON_BARS = 0.1;

/** The background of dark mode, which replaces a light one; tinted by 6 % it is the base dark color (THEME-07). */
const DARK_MODE_BACKGROUND = rgb('#131212');

const STATUS = {
  light: { danger: rgb('#C62A2F'), dangerText: rgb('#B3261E'), ok: rgb('#1F7A45') },
  dark: { danger: rgb('#E5484D'), dangerText: rgb('#FF9592'), ok: rgb('#3FB950') },
} as const;

const PAIRS = {
  light: { text: DARK, alt: DARK_ALT, opposites: [LIGHT, LIGHT_ALT] },
  dark: { text: LIGHT, alt: LIGHT_ALT, opposites: [DARK, DARK_ALT] },
} as const;

/** The colors of a site in a mode. */
export function deriveTheme(input: ThemeColors, mode: ColorMode = 'light'): Tokens {
  const chosen = surface(input, input.background);
  const initialBackground = mode === 'dark' && toneOf(chosen) === 'light' ? DARK_MODE_BACKGROUND : chosen;
  const page = pageOf(initialBackground);
  return {
    tone: page.tone,
    colors: colorsOf(brandOf(input), page, surface(input, input.headerBackground), surface(input, input.footerBackground)),
  };
}

/** The names of the brand colors. */
const BRANDS = ['brand1', 'brand2', 'brand3', 'brand4', 'brand5', 'brand6'] as const;

/** The site's brand colors with the text colors that are legible on them; backgrounds for blocks of content pages (SITE-02). */
export function brandColors(input: ThemeColors): Readonly<Record<string, string>> {
  const candidates = Object.values(PAIRS).flatMap(({ text, alt }) => [text, alt]);
  return Object.fromEntries(
    BRANDS.flatMap((name) => {
      const color = input[name];
      if (color === undefined) return [];
      const textName = `readableOn${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [
        [name, color],
        [textName, hex(pickReadable(rgb(color), candidates, CONTRAST.aaSmall))],
      ];
    }),
  );
}

/** The tone of a page with this background before the page offset. */
const toneOf = (initialBackground: Rgb): Tone => (isLight(offset(initialBackground, PAGE_OFFSET)) ? 'light' : 'dark');

function surface({ palette }: ThemeColors, { paletteColor, tintShade: amount }: ThemeSurface): Rgb {
  return tintShade(rgb(palette[paletteColor]), amount);
}

interface Brand {
  readonly primary: Rgb;
  readonly secondary: Rgb;
  readonly accent: Rgb;
  readonly muted: Rgb;
  readonly highlight: Rgb;
}

/** SITE-04: `swap` exchanges primary and accent; THEME-02: secondary is brand2, else primary's hover state. */
function brandOf({ palette, brand2, swap }: ThemeColors): Brand {
  const primary = rgb(swap ? palette.accent : palette.primary);
  return {
    primary,
    secondary: brand2 === undefined ? offset(primary, HOVER_OFFSET) : rgb(brand2),
    accent: rgb(swap ? palette.primary : palette.accent),
    muted: rgb(palette.muted),
    highlight: rgb(palette.highlight),
  };
}

interface Page {
  readonly tone: Tone;
  readonly initialBackground: Rgb;
  readonly background: Rgb;
  readonly backgroundWithOffset: Rgb;
  readonly text: Rgb;
  readonly panel: Rgb;
  readonly field: Rgb;
}

/**
 * The page's surfaces and its text color. Panels and fields take the page's color if the text would not be legible on their own.
 */
function pageOf(initialBackground: Rgb): Page {
  const background = offset(initialBackground, PAGE_OFFSET);
  const tone = isLight(background) ? 'light' : 'dark';
  const base = PAIRS[tone].text;
  const text = isLegible(base, [background]) ? base : blackOrWhite(background);
  const legibleSurface = (color: Rgb): Rgb => (isLegible(text, [color]) ? color : background);
  const backgroundWithOffset = offset(background, PANEL_OFFSET);
  return {
    tone,
    initialBackground,
    background,
    backgroundWithOffset,
    text,
    panel: legibleSurface(tone === 'light' ? initialBackground : backgroundWithOffset),
    field: legibleSurface(initialBackground),
  };
}

function colorsOf(brand: Brand, page: Page, header: Rgb, footer: Rgb) {
  const { tone, background, text } = page;
  const pair = PAIRS[tone];
  const surfaces = [background, page.panel, page.field] as const;
  const inks = inksOf(text, pair.alt, surfaces, WASH);
  const readableOn = (fill: Rgb): Rgb => pickReadable(fill, [text, pair.alt, ...pair.opposites], CONTRAST.aaSmall);
  const bars = { header: barOf(header, readableOn(header)), footer: barOf(footer, readableOn(footer)) };
  const focusOn = (on: readonly Rgb[]): string => hex(focusOf(brand, text, on));
  const status = STATUS[tone];
  const legibleText = (color: Rgb): Rgb => (isLegible(color, surfaces) ? color : text);
  const dangerText = legibleText(status.dangerText);
  return {
    primary: hex(brand.primary),
    secondary: hex(brand.secondary),
    accent: hex(brand.accent),
    muted: hex(brand.muted),
    highlight: hex(brand.highlight),
    background: hex(background),
    initialBackground: hex(page.initialBackground),
    headerBackground: hex(header),
    footerBackground: hex(footer),
    text: hex(text),
    textAlt: hex(inks.textAlt),
    backgroundWithOffset: hex(page.backgroundWithOffset),
    readableOnPrimary: hex(readableOn(brand.primary)),
    readableOnSecondary: hex(readableOn(brand.secondary)),
    readableOnAccent: hex(readableOn(brand.accent)),
    readableOnMuted: hex(readableOn(brand.muted)),
    readableOnHighlight: hex(readableOn(brand.highlight)),
    readableOnBackground: hex(readableOn(background)),
    readableOnHeaderBackground: hex(readableOn(header)),
    readableOnFooterBackground: hex(readableOn(footer)),
    ...visibleColors(brand, { background, header, footer }, readableOn),
    focus: focusOn(surfaces),
    focusHeader: focusOn([header]),
    focusFooter: focusOn([footer]),
    panel: hex(page.panel),
    field: hex(page.field),
    timeFill: tone === 'light' ? hex(page.field) : 'transparent',
    timeLine: veilHex(tone === 'light' ? { color: text, alpha: TIME_LINE_ALPHA } : inks.lineStrong),
    artVeil: veilHex(veilOverPicture(background, [text], ART.veil)),
    artFill: veilHex(veilOverPicture(background, [text, inks.quiet], ART.fill)),
    artPanel: veilHex(veilOverPicture(page.field, [text, inks.quiet], ART.panel)),
    quiet: hex(inks.quiet),
    quietOnHeader: hex(bars.header.quiet),
    quietOnFooter: hex(bars.footer.quiet),
    line: veilHex(inks.line),
    lineOnHeader: veilHex(bars.header.line),
    lineOnFooter: veilHex(bars.footer.line),
    lineStrong: veilHex(inks.lineStrong),
    lineStrongOnHeader: veilHex(bars.header.lineStrong),
    lineStrongOnFooter: veilHex(bars.footer.lineStrong),
    wash: veilHex(inks.wash),
    washOnHeader: veilHex(bars.header.wash),
    washOnFooter: veilHex(bars.footer.wash),
    danger: hex(meetsContrast(status.danger, surfaces, CONTRAST.aaLarge) ? status.danger : dangerText),
    dangerText: hex(dangerText),
    ok: hex(legibleText(status.ok)),
    cardPetal: hex(petalOf(tone === 'light' ? brand.primary : header, readableOn)),
    ...bandOf(tone === 'light' ? brand.accent : brand.primary, brand.primary, readableOn),
  };
}

/** The brand colors that are distinguishable from the page, the header and the footer (THEME-18, THEME-19). */
function visibleColors(
  brand: Brand,
  { background, header, footer }: { readonly background: Rgb; readonly header: Rgb; readonly footer: Rgb },
  readableOn: (fill: Rgb) => Rgb,
) {
  const visibleOn = (color: Rgb, on: Rgb): string => hex(visibleOrFallback(color, on, readableOn(on)));
  return {
    visiblePrimaryOnBackground: visibleOn(brand.primary, background),
    visiblePrimaryOnHeaderBackground: visibleOn(brand.primary, header),
    visiblePrimaryOnFooterBackground: visibleOn(brand.primary, footer),
    visibleSecondaryOnBackground: visibleOn(brand.secondary, background),
    visibleSecondaryOnHeaderBackground: visibleOn(brand.secondary, header),
    visibleSecondaryOnFooterBackground: visibleOn(brand.secondary, footer),
    visibleAccentOnBackground: visibleOn(brand.accent, background),
    visibleAccentOnHeaderBackground: visibleOn(brand.accent, header),
    visibleAccentOnFooterBackground: visibleOn(brand.accent, footer),
    visibleMutedOnBackground: visibleOn(brand.muted, background),
    visibleMutedOnHeaderBackground: visibleOn(brand.muted, header),
    visibleMutedOnFooterBackground: visibleOn(brand.muted, footer),
    visibleHighlightOnBackground: visibleOn(brand.highlight, background),
    visibleHighlightOnHeaderBackground: visibleOn(brand.highlight, header),
    visibleHighlightOnFooterBackground: visibleOn(brand.highlight, footer),
  };
}

/** Minimum alphas of the veils between a picture and text: under headings, in a showtime, in a panel. */
const ART = { veil: alphaOf(0.62), fill: alphaOf(0.66), panel: alphaOf(0.8) } as const;

const TIME_LINE_ALPHA = alphaOf(0.22);

function alphaOf(share: number): number {
  return Math.round(share * 255);
}

/** The inks of the header or the footer. */
function barOf(fill: Rgb, text: Rgb) {
  return inksOf(text, isLight(fill) ? DARK_ALT : LIGHT_ALT, [fill], WASH_ON_BARS);
}

/** The first of highlight, primary, text, white and black that reaches 3:1 on all of these surfaces. */
function focusOf(brand: Brand, text: Rgb, surfaces: readonly Rgb[]): Rgb {
  const candidates = [brand.highlight, brand.primary, text, WHITE, BLACK];
  return candidates.find((ring) => meetsContrast(ring, surfaces, CONTRAST.aaLarge)) ?? text;
}

/** Share of the text color in the petals on a member card. */
const PETAL = 0.12;

/** The petals on a member card. They are fainter if the text of the card would not be legible on them. */
function petalOf(card: Rgb, readableOn: (fill: Rgb) => Rgb): Rgb {
  const ink = readableOn(card);
  return over(inksOf(ink, ink, [card], PETAL).wash, card);
}

/** The colors of the membership band. Its button is primary if that contrasts with the band, else the band's colors are swapped. */
function bandOf(fill: Rgb, primary: Rgb, readableOn: (fill: Rgb) => Rgb) {
  const bandText = readableOn(fill);
  const standsOut = contrast(primary, fill) >= CONTRAST.aaLarge;
  const [button, label] = standsOut ? [primary, readableOn(primary)] : [bandText, fill];
  return { bandFill: hex(fill), bandText: hex(bandText), bandBtn: hex(button), bandBtnText: hex(label) };
}
