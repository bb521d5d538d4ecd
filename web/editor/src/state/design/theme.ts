// The design of a site in the draft: where its parts are, and the input of the site's own theme rules.

import { field, isRecord } from '@marquee/api/json.ts';
import type { ThemeColors, ThemePalette, ThemeSurface } from '@marquee/api/schema.gen.ts';
import { valueAt } from '../pointer.ts';

const THEME = '/site/config/theme';
export const POINTERS = {
  palette: `${THEME}/colors/palette`,
  settings: `${THEME}/colors/settings`,
  swap: `${THEME}/colors/combination/swap`,
  combination: `${THEME}/colors/combination/name`,
  brand2: `${THEME}/colors/brand2`,
  fonts: `${THEME}/fonts`,
  weights: `${THEME}/fontWeights`,
  styles: `${THEME}/fontStyles`,
  roundness: '/site/config/roundness',
  headerLayout: '/site/settings/headerLayout',
  footerLayout: '/site/settings/footerLayout',
  logoSize: '/site/settings/logoSize',
  hasSearch: '/site/settings/hasSearch',
  footerMobileLinks: '/site/settings/footerMobileLinks',
} as const;

/** The colors of the palette, in the order of the panel. */
export const PALETTE = [
  'primary',
  'accent',
  'highlight',
  'muted',
  'background',
  'headerBackground',
  'footerBackground',
] as const satisfies readonly (keyof ThemePalette)[];
export type PaletteColor = (typeof PALETTE)[number];

/** The colors that are surfaces, which have a tint or shade. */
export const SURFACES = ['background', 'headerBackground', 'footerBackground'] as const;
export type Surface = (typeof SURFACES)[number];
export const isSurface = (color: PaletteColor): color is Surface => SURFACES.some((name) => name === color);

/** A tint or shade that leaves the color unchanged (SITE-03). */
export const NEUTRAL_SHADE = 100;

const colorAt = (value: unknown, name: string): string => {
  const color = field(value, name);
  return typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? color.toUpperCase() : '#000000';
};

export function paletteOf(content: unknown): ThemePalette {
  const value = valueAt(content, POINTERS.palette);
  return {
    muted: colorAt(value, 'muted'),
    accent: colorAt(value, 'accent'),
    primary: colorAt(value, 'primary'),
    highlight: colorAt(value, 'highlight'),
    background: colorAt(value, 'background'),
    footerBackground: colorAt(value, 'footerBackground'),
    headerBackground: colorAt(value, 'headerBackground'),
  };
}

export function surfaceOf(content: unknown, name: Surface): ThemeSurface {
  const value = valueAt(content, `${POINTERS.settings}/${name}`);
  const tintShade = field(value, 'tintShade');
  const paletteColor = PALETTE.find((color) => color === field(value, 'paletteColor'));
  return { tintShade: typeof tintShade === 'number' ? tintShade : NEUTRAL_SHADE, paletteColor: paletteColor ?? name };
}

export const isSwapped = (content: unknown): boolean => valueAt(content, POINTERS.swap) === true;

/** The colors as the site's rules take them. */
export function themeColorsOf(content: unknown): ThemeColors {
  const brand2 = valueAt(content, POINTERS.brand2);
  return {
    palette: paletteOf(content),
    background: surfaceOf(content, 'background'),
    headerBackground: surfaceOf(content, 'headerBackground'),
    footerBackground: surfaceOf(content, 'footerBackground'),
    swap: isSwapped(content),
    ...(typeof brand2 === 'string' ? { brand2 } : {}),
  };
}

export const ROUNDNESS = ['NONE', 'MEDIUM', 'HIGH'] as const;
export type Roundness = (typeof ROUNDNESS)[number];
/** Defaults of the site configuration. */
const ROUNDNESS_DEFAULTS = { buttons: 'HIGH', content: 'MEDIUM' } as const;

export function roundnessOf(content: unknown, name: 'buttons' | 'content'): Roundness {
  const value = valueAt(content, `${POINTERS.roundness}/${name}`);
  return ROUNDNESS.find((option) => option === value) ?? ROUNDNESS_DEFAULTS[name];
}

export const HEADER_LAYOUTS = ['BAR', 'SPLIT', 'STACKED', 'DRAWER'] as const;
export type HeaderLayout = (typeof HEADER_LAYOUTS)[number];
export const FOOTER_LAYOUTS = ['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'] as const;
export type FooterLayout = (typeof FOOTER_LAYOUTS)[number];

export interface Layout {
  readonly headerLayout: HeaderLayout;
  readonly footerLayout: FooterLayout;
  /** Height in pixels, or a name of one. */
  readonly logoSize: unknown;
  readonly hasSearch: boolean;
  readonly footerMobileLinks: boolean;
}

export function layoutOf(content: unknown): Layout {
  const settings = valueAt(content, '/site/settings');
  const [header, footer] = [field(settings, 'headerLayout'), field(settings, 'footerLayout')];
  return {
    headerLayout: HEADER_LAYOUTS.find((layout) => layout === header) ?? 'BAR',
    footerLayout: FOOTER_LAYOUTS.find((layout) => layout === footer) ?? 'COLUMNS',
    logoSize: field(settings, 'logoSize') ?? 36,
    hasSearch: field(settings, 'hasSearch') !== false,
    footerMobileLinks: field(settings, 'footerMobileLinks') !== false,
  };
}

export interface Fonts {
  readonly heading: string;
  readonly body: string;
  readonly weightHeading: number;
  readonly weightBody: number;
  readonly weightBold: number;
  readonly italicHeading: boolean;
  readonly italicBody: boolean;
}

export function fontsOf(content: unknown): Fonts {
  const theme = valueAt(content, THEME);
  const [fonts, weights, fontStyles] = [field(theme, 'fonts'), field(theme, 'fontWeights'), field(theme, 'fontStyles')];
  const name = (value: unknown): string => (typeof value === 'string' ? value : '');
  const weight = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
  return {
    heading: name(field(fonts, 'heading')),
    body: name(field(fonts, 'body')),
    weightHeading: weight(field(weights, 'heading'), 600),
    weightBody: weight(field(weights, 'body'), 400),
    weightBold: weight(field(weights, 'bold'), 700),
    italicHeading: field(fontStyles, 'heading') === 'italic',
    italicBody: field(fontStyles, 'body') === 'italic',
  };
}

/** Whether a site has a theme at all. */
export const hasTheme = (content: unknown): boolean => isRecord(valueAt(content, THEME));
