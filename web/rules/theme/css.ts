// A site's theme as CSS: one function for the server's head, the browser and the live preview.

import type { ThemeInput } from '@marquee/api/schema.gen.ts';
import { type ColorMode, type Tone, type Tokens, brandColors, deriveTheme } from './derive.ts';
import { type FontManifest, siteFonts } from './fonts.ts';
import { RADII } from './scale.ts';

/** What the head of a document needs of a theme. */
export interface ThemeHead {
  /** Style text: `tokens`, then `faces`. */
  readonly css: string;
  /** The custom properties, in `@layer theme`. */
  readonly tokens: string;
  /** The font faces. */
  readonly faces: string;
  /** Absolute paths of the font files of the first view. */
  readonly preloadFonts: readonly string[];
  /** Attributes of the `html` element. */
  readonly htmlAttributes: Readonly<Record<string, string>>;
  /** Value of the `theme-color` meta element. */
  readonly themeColor: string;
  /** Value of the `color-scheme` meta element. */
  readonly colorScheme: Tone;
}

/** Cached heads by manifest and input: computing one takes milliseconds on the server, which renders many pages of a site. */
const CACHE = new WeakMap<FontManifest, Map<string, ThemeHead>>();
const CACHE_CAPACITY = 64;

/** The theme of a site in a color mode; the default is `light`, the palette unchanged (THEME-06). */
export function themeCss(input: ThemeInput, manifest: FontManifest, mode: ColorMode = 'light'): ThemeHead {
  const heads = CACHE.get(manifest) ?? new Map<string, ThemeHead>();
  CACHE.set(manifest, heads);
  const key = mode + JSON.stringify(input);
  const cached = heads.get(key);
  if (cached !== undefined) return cached;
  const head = themeHead(input, manifest, mode);
  if (heads.size >= CACHE_CAPACITY) heads.clear();
  heads.set(key, head);
  return head;
}

function themeHead(input: ThemeInput, manifest: FontManifest, mode: ColorMode): ThemeHead {
  const light = deriveTheme(input.colors);
  const dark = offersDark(input) ? deriveTheme(input.colors, 'dark') : undefined;
  const fonts = siteFonts(input.fonts, manifest);
  const root = {
    'color-scheme': light.tone,
    ...custom({ ...light.colors, ...brandColors(input.colors), ...radii(input), ...fonts.properties }),
  };
  const current = mode === 'dark' && dark !== undefined ? dark : light;
  const tokens = `@layer theme{${rule(':root', root)}${dark === undefined ? '' : darkRule(light, dark)}}`;
  return {
    css: tokens + fonts.css,
    tokens,
    faces: fonts.css,
    preloadFonts: fonts.preload,
    htmlAttributes: {
      'data-tone': current.tone,
      'data-round-buttons': input.roundButtons,
      'data-round-content': input.roundContent,
      ...(dark === undefined ? {} : { 'data-mode': mode }),
    },
    themeColor: current.colors.headerBackground,
    colorScheme: current.tone,
  };
}

/** Whether visitors may switch to dark mode: the operator enables it, and the page is not dark already (THEME-07). */
export function offersDark({ colorModeSwitch, colors }: ThemeInput): boolean {
  return colorModeSwitch === true && deriveTheme(colors).tone === 'light';
}

/** The declarations that dark mode changes (THEME-07). */
function darkRule(light: Tokens, dark: Tokens): string {
  const lightColors: Readonly<Record<string, string>> = light.colors;
  const changed = Object.entries(dark.colors).filter(([name, value]) => lightColors[name] !== value);
  return rule('[data-mode=dark]', { 'color-scheme': dark.tone, ...custom(Object.fromEntries(changed)) });
}

function radii({ roundButtons, roundContent }: ThemeInput): Record<string, string> {
  return {
    rb: RADII.button[roundButtons],
    rf: RADII.field[roundButtons],
    rc: RADII.content[roundContent],
    rcs: RADII.smallContent[roundContent],
  };
}

const custom = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));

const rule = (selector: string, declarations: Readonly<Record<string, string>>): string =>
  `${selector}{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
