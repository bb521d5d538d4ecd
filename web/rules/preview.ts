// Messages of the editor's live preview, and the settings they change (PREV-03 to PREV-10, security 6.7). They come from another
// window and are untrusted: every field is validated, and a message with an invalid field is ignored.

import { isRecord } from '@marquee/api/json.ts';
import type { SiteFrame, ThemeColors, ThemePalette, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { LOGO_HEIGHTS } from './logo-heights.gen.ts';

/**
 * The fragment with which a preview shows its footer alone. The element with this id is hidden: otherwise the page would focus it and
 * scroll to it, which takes the focus from the editor around it and scrolls the editor too.
 */
export const PREVIEWED_FOOTER = 'previewed-footer';

/** The message that a page posts to its opener or parent window (PREV-01). */
export const MOUNTED = { type: 'lifeCycle', lifeCycle: 'mounted' } as const;

type Roundness = SiteFrame['theme']['roundContent'];

/** A color scheme: the palette and optional settings of its use. */
export interface ColorScheme {
  readonly colors: Pick<ThemeColors, 'palette'> & Partial<ThemeColors>;
  readonly roundButtons?: Roundness;
  readonly roundContent?: Roundness;
}

/** A weight as an editor writes it: `400`, or `400i` for italic. */
export interface FontWeight {
  readonly weight: number;
  readonly italic: boolean;
}

/** One setting of the site (PREV-05, PREV-06). */
export type Styling =
  | { readonly type: 'colorScheme'; readonly value: ColorScheme }
  /** The first weight, and for the body the second, its bold (PREV-10). */
  | {
      readonly type: 'font';
      readonly target: 'heading' | 'body';
      readonly family: string;
      readonly first: FontWeight;
      readonly second?: FontWeight;
    }
  | { readonly type: 'headerLayout'; readonly value: SiteFrame['headerLayout'] }
  | { readonly type: 'footerLayout'; readonly value: SiteFrame['footerLayout'] }
  | { readonly type: 'logoSize'; readonly value: number }
  | { readonly type: 'hasSearch'; readonly value: boolean }
  | { readonly type: 'footerMobileLinks'; readonly value: boolean };

const HEADER_LAYOUTS = ['BAR', 'SPLIT', 'STACKED', 'DRAWER'] as const satisfies readonly SiteFrame['headerLayout'][];
const FOOTER_LAYOUTS = ['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'] as const satisfies readonly SiteFrame['footerLayout'][];
const ROUNDNESS = ['NONE', 'MEDIUM', 'HIGH'] as const satisfies readonly Roundness[];
const PALETTE = [
  'muted',
  'accent',
  'primary',
  'highlight',
  'background',
  'footerBackground',
  'headerBackground',
] as const satisfies readonly (keyof ThemePalette)[];
const SURFACES = ['background', 'headerBackground', 'footerBackground'] as const;
const TARGETS = ['body', 'heading'] as const;

/** Tint shades are 0 to 200; 100 leaves the color unchanged (SITE-03). */
const MAX_TINT = 200;

/** The allowed origins of messages in a response of `GET /api/preview` (PREV-03, PREV-04); empty if it is malformed. */
export function originsOf(response: unknown): string[] {
  const origins = field(response, 'origins');
  return Array.isArray(origins)
    ? origins.filter((origin) => typeof origin === 'string' && /^https?:\/\/[^/\s]+$/.test(origin))
    : [];
}

/** Parses a styling message; undefined if it is invalid. `isFamily` returns whether a font family is available. */
export function stylingOf(message: unknown, isFamily: (name: string) => boolean): Styling | undefined {
  const type = field(message, 'type');
  if (typeof type !== 'string') return undefined;
  const value = field(field(message, 'payload'), type);
  switch (type) {
    case 'colorScheme': {
      const scheme = colorSchemeOf(value);
      return scheme && { type, value: scheme };
    }
    case 'font':
      return fontOf(value, isFamily);
    case 'headerLayout': {
      const layout = oneOf(HEADER_LAYOUTS, value);
      return layout && { type, value: layout };
    }
    case 'footerLayout': {
      const layout = oneOf(FOOTER_LAYOUTS, value);
      return layout && { type, value: layout };
    }
    case 'logoSize': {
      const height = heightOf(value);
      return height === undefined ? undefined : { type, value: height };
    }
    case 'hasSearch':
    case 'footerMobileLinks':
      return typeof value === 'boolean' ? { type, value } : undefined;
    default:
      return undefined;
  }
}

/** The site with only this setting changed (PREV-07). */
export function withStyling(site: SiteFrame, styling: Styling): SiteFrame {
  switch (styling.type) {
    case 'colorScheme': {
      const { colors, ...roundness } = styling.value;
      return { ...site, theme: { ...site.theme, ...roundness, colors: { ...site.theme.colors, ...colors } } };
    }
    case 'font':
      return { ...site, theme: { ...site.theme, fonts: { ...site.theme.fonts, ...fontsOf(styling) } } };
    case 'headerLayout':
      return { ...site, headerLayout: styling.value };
    case 'footerLayout':
      return { ...site, footerLayout: styling.value };
    case 'logoSize':
      return { ...site, logoSize: styling.value };
    case 'hasSearch':
      return { ...site, hasSearch: styling.value };
    case 'footerMobileLinks':
      return { ...site, footerMobileLinks: styling.value };
  }
}

/** A heading has one weight, a body two (PREV-10). */
function fontsOf({ target, family, first, second }: Extract<Styling, { type: 'font' }>): Partial<SiteFrame['theme']['fonts']> {
  return target === 'heading'
    ? { heading: family, weightHeading: first.weight, italicHeading: first.italic }
    : {
        body: family,
        weightBody: first.weight,
        italicBody: first.italic,
        ...(second === undefined ? {} : { weightBold: second.weight }),
      };
}

function colorSchemeOf(value: unknown): ColorScheme | undefined {
  const palette = paletteOf(field(value, 'palette'));
  if (palette === undefined) return undefined;
  const parts = [brandOf(value), surfacesOf(field(value, 'settings')), swapOf(field(value, 'combination'))];
  const roundness = roundnessOf(field(value, 'roundness'));
  const colors: ColorScheme['colors'] = { palette };
  for (const part of parts) {
    if (part === undefined) return undefined;
    Object.assign(colors, part);
  }
  return roundness && { colors, ...roundness };
}

/** All seven colors are required (PREV-08). */
function paletteOf(value: unknown): ThemePalette | undefined {
  const [muted, accent, primary, highlight, background, footerBackground, headerBackground] = PALETTE.map((name) =>
    colorOf(field(value, name)),
  );
  if (!muted || !accent || !primary || !highlight || !background || !footerBackground || !headerBackground) return undefined;
  return { muted, accent, primary, highlight, background, footerBackground, headerBackground };
}

/** A part of a color scheme: empty if the message does not have it, undefined if it is invalid. */
type Part = Partial<ThemeColors> | undefined;

function brandOf(value: unknown): Part {
  const raw = field(value, 'brand2');
  if (raw === undefined) return {};
  const brand2 = colorOf(raw);
  return brand2 === undefined ? undefined : { brand2 };
}

function surfacesOf(value: unknown): Part {
  if (value === undefined) return {};
  if (!isRecord(value)) return undefined;
  const surfaces: Partial<Record<(typeof SURFACES)[number], ThemeSurface>> = {};
  for (const name of SURFACES) {
    const raw = field(value, name);
    if (raw === undefined) continue;
    const surface = surfaceOf(raw);
    if (surface === undefined) return undefined;
    surfaces[name] = surface;
  }
  return surfaces;
}

function surfaceOf(value: unknown): ThemeSurface | undefined {
  const tintShade = field(value, 'tintShade');
  const paletteColor = oneOf(PALETTE, field(value, 'paletteColor'));
  if (paletteColor === undefined || typeof tintShade !== 'number' || !(tintShade >= 0 && tintShade <= MAX_TINT)) return undefined;
  return { tintShade, paletteColor };
}

function swapOf(value: unknown): Part {
  if (value === undefined) return {};
  const swap = field(value, 'swap');
  return typeof swap === 'boolean' ? { swap } : undefined;
}

function roundnessOf(value: unknown): Pick<ColorScheme, 'roundButtons' | 'roundContent'> | undefined {
  if (value === undefined) return {};
  const roundButtons = oneOf(ROUNDNESS, field(value, 'buttons'));
  const roundContent = oneOf(ROUNDNESS, field(value, 'content'));
  return roundButtons && roundContent && { roundButtons, roundContent };
}

function fontOf(value: unknown, isFamily: (name: string) => boolean): Styling | undefined {
  const target = oneOf(TARGETS, field(value, 'fontTarget'));
  const family = field(value, 'font');
  const weights = field(value, 'weights');
  if (target === undefined || typeof family !== 'string' || !isFamily(family) || !Array.isArray(weights)) return undefined;
  const [first, second, ...otherWeights] = weights.map(weightOf);
  if (first === undefined || (weights.length > 1 && second === undefined) || otherWeights.includes(undefined)) return undefined;
  return { type: 'font', target, family, first, ...(second === undefined || target === 'heading' ? {} : { second }) };
}

/** 100 to 900; a trailing i means italic (PREV-09). */
function weightOf(value: unknown): FontWeight | undefined {
  const parts = typeof value === 'string' ? /^([1-9]00)(i?)$/.exec(value) : null;
  return parts === null ? undefined : { weight: Number(parts[1]), italic: parts[2] === 'i' };
}

function heightOf(value: unknown): number | undefined {
  if (value === 'SMALL' || value === 'MEDIUM' || value === 'LARGE') return LOGO_HEIGHTS[value];
  return typeof value === 'number' && value >= LOGO_HEIGHTS.min && value <= LOGO_HEIGHTS.max ? Math.round(value) : undefined;
}

/** A valid `#RRGGBB` in upper case; it is written into a stylesheet. */
const colorOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value.toUpperCase() : undefined;

const oneOf = <T extends string>(options: readonly T[], value: unknown): T | undefined =>
  options.find((option) => option === value);

/** An own property of an object; inherited ones are ignored. */
const field = (value: unknown, name: string): unknown => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined);
