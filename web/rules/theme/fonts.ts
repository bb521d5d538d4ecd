// The font faces of a site: weights, files, and fallbacks with the same metrics.

import type { ThemeFonts } from '@marquee/api/schema.gen.ts';
import { FONTS_PREFIX } from '../paths.gen.ts';

/** Metrics and files of one cut of a family. */
export interface FontFace {
  /** Average width relative to the fallback font of the same boldness: its `size-adjust`. */
  readonly size: number;
  /** Height of its lower case letters in em. */
  readonly xHeight: number;
  /** First eight digits of the SHA-256 of the latin file. */
  readonly latin: string;
  /** First eight digits of the SHA-256 of the latin-ext file. */
  readonly ext: string;
}

/** A family. Metrics are in em. */
export interface FontFamily {
  /** The prefix of its file names. */
  readonly package: string;
  readonly kind: 'sans' | 'serif' | 'mono';
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** By weight, with suffix `i` for italic: `400`, `400i`. */
  readonly faces: Readonly<Record<string, FontFace>>;
}

/** All families by name (THEME-08). Only the server's bundle contains it. */
export interface FontManifest {
  /** `unicode-range` of the latin-ext files; the latin files take the rest. */
  readonly latinExt: string;
  readonly families: Readonly<Record<string, FontFamily>>;
}

/** Fallback fonts: the generic family, and names of local fonts. */
const FALLBACKS = {
  sans: { generic: 'Arial,sans-serif', names: ['Arial', 'Liberation Sans'] },
  serif: { generic: 'Georgia,serif', names: ['Times New Roman', 'Liberation Serif'] },
  mono: { generic: 'monospace', names: ['Courier New', 'Liberation Mono'] },
} as const;

/** Whether the bold cut of the fallback font is nearer to this weight. */
export const isBold = (weight: number): boolean => weight >= 600;

/** A cut that a family has. */
export interface Cut {
  readonly weight: number;
  readonly italic: boolean;
}

/**
 * The cut of a family with the nearest weight, the lighter at equal distance; upright if there is no italic (THEME-09). The server computes
 * the same; the tests of both use fixtures/fonts/nearest-weight.json.
 */
export function nearest({ faces }: FontFamily, weight: number, italic: boolean): Cut {
  const cuts = Object.keys(faces).map((key) => ({ weight: Number.parseInt(key, 10), italic: key.endsWith('i') }));
  return nearestCut(cuts, { weight, italic }) ?? { weight, italic };
}

/** The nearest of some cuts; undefined if there are none. */
function nearestCut(cuts: readonly Cut[], { weight, italic }: Cut): Cut | undefined {
  const sameStyle = cuts.filter((cut) => cut.italic === italic);
  const candidates = sameStyle.length > 0 ? sameStyle : cuts;
  return candidates.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight) || a.weight - b.weight)[0];
}

/**
 * The loaded cuts of a family: those that the site lists (SITE-05), or without a list those that the theme uses. A listed weight that the
 * family does not have is replaced by the nearest one.
 */
function loadedCuts(name: string, family: FontFamily, used: readonly Cut[], loaded: ThemeFonts['loaded'] = []): readonly Cut[] {
  const entries = loaded.filter(({ font }) => font === name);
  if (entries.length === 0) return used;
  return entries.flatMap(({ weights }) =>
    weights.map((weight) => nearest(family, Number.parseInt(weight, 10), weight.endsWith('i'))),
  );
}

const keyOf = ({ weight, italic }: Cut): string => `${weight}${italic ? 'i' : ''}`;

/** The fonts of a site for its CSS. */
export interface SiteFonts {
  /** `@font-face` rules of the loaded cuts and their fallbacks. */
  readonly css: string;
  /** Absolute paths of the files of the first view. */
  readonly preload: readonly string[];
  /** Values of the custom properties. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Faces, files and properties of a site's fonts: the listed weights, or only body, bold and heading (SITE-05). */
export function siteFonts(fonts: ThemeFonts, manifest: FontManifest): SiteFonts {
  const body = manifest.families[fonts.body];
  const heading = manifest.families[fonts.heading];
  const bodyCut = body && nearest(body, fonts.weightBody, fonts.italicBody === true);
  const boldCut = body && nearest(body, fonts.weightBold, fonts.italicBody === true);
  const headingCut = heading && nearest(heading, fonts.weightHeading, fonts.italicHeading === true);
  const used = [
    [fonts.body, bodyCut],
    [fonts.body, boldCut],
    [fonts.heading, headingCut],
  ] as const;
  const cutsOf = (name: string): readonly Cut[] => {
    const family = manifest.families[name];
    return family === undefined
      ? []
      : loadedCuts(
          name,
          family,
          used.flatMap(([other, cut]) => (other === name && cut !== undefined ? [cut] : [])),
          fonts.loaded,
        );
  };
  const names = [...new Set([fonts.body, fonts.heading, ...(fonts.loaded ?? []).map(({ font }) => font)])];
  const faces = new Map<string, string>();
  for (const name of names) {
    const family = manifest.families[name];
    if (family === undefined) continue;
    for (const cut of cutsOf(name)) faces.set(`${name}/${cut.weight}/${cut.italic}`, faceCss(name, family, cut, manifest.latinExt));
  }
  const fileFor = (name: string, family: FontFamily | undefined, cut: Cut | undefined): string | undefined => {
    // The loaded cut that the browser renders the used one with.
    const file = cut && nearestCut(cutsOf(name), cut);
    return family && file && fileOf(family, file, 'latin');
  };
  const first = [fileFor(fonts.body, body, bodyCut), fileFor(fonts.heading, heading, headingCut)];
  return {
    css: [...faces.values()].join(''),
    preload: [...new Set(first.flatMap((file) => file ?? []))],
    properties: {
      fontBody: stackOf(fonts.body, body),
      fontHeading: stackOf(fonts.heading, heading),
      weightBody: String(bodyCut?.weight ?? fonts.weightBody),
      weightBold: String(boldCut?.weight ?? fonts.weightBold),
      weightHeading: String(headingCut?.weight ?? fonts.weightHeading),
      styleBody: fonts.italicBody ? 'italic' : 'normal',
      styleHeading: fonts.italicHeading ? 'italic' : 'normal',
      ...headingMetrics(heading, headingCut),
    },
  };
}

const fallbackName = (name: string): string => `${name} Fallback`;

function stackOf(name: string, family: FontFamily | undefined): string {
  return family === undefined ? 'Arial,sans-serif' : `"${name}","${fallbackName(name)}",${FALLBACKS[family.kind].generic}`;
}

function fileOf(family: FontFamily, cut: Cut, subset: 'latin' | 'latin-ext'): string | undefined {
  const face = family.faces[keyOf(cut)];
  if (face === undefined) return undefined;
  return `${FONTS_PREFIX}${family.package}-${subset}-${cut.weight}-${cut.italic ? 'italic' : 'normal'}.${subset === 'latin' ? face.latin : face.ext}.woff2`;
}

function faceCss(name: string, family: FontFamily, cut: Cut, latinExt: string): string {
  const face = family.faces[keyOf(cut)];
  if (face === undefined) return '';
  const head = `font-style:${cut.italic ? 'italic' : 'normal'};font-weight:${cut.weight};`;
  const webFont = (subset: 'latin' | 'latin-ext', range: string): string =>
    `@font-face{font-family:"${name}";${head}font-display:swap;src:url(${fileOf(family, cut, subset)}) format("woff2")${range}}`;
  const suffix = [isBold(cut.weight) ? ' Bold' : '', cut.italic ? ' Italic' : ''].join('');
  const local = FALLBACKS[family.kind].names.map((font) => `local("${font}${suffix}")`).join(',');
  const percent = (value: number): string => `${Math.round((value / face.size) * 1000) / 10}%`;
  return (
    webFont('latin', '') +
    webFont('latin-ext', `;unicode-range:${latinExt}`) +
    `@font-face{font-family:"${fallbackName(name)}";${head}src:${local};size-adjust:${Math.round(face.size * 1000) / 10}%;` +
    `ascent-override:${percent(family.ascent)};descent-override:${percent(family.descent)};line-gap-override:${percent(family.lineGap)}}`
  );
}

const SCALE = { base: 0.5, slope: 1.6, min: 0.94, max: 1.2 } as const;
const TRACKING = {
  sans: ['-.008em', '-.022em'],
  serif: ['-.012em', '-.024em'],
  mono: ['-.02em', '-.03em'],
  narrow: ['0em', '-.008em'],
} as const;
/** Width relative to the fallback font below which headings have no negative tracking. */
const NARROW = 0.89;

/** The factor of heading sizes, by the x-height so that all families have the same optical size, and the tracking (ux 2). */
function headingMetrics(family: FontFamily | undefined, cut: Cut | undefined): Readonly<Record<string, string>> {
  const face = family && cut ? family.faces[keyOf(cut)] : undefined;
  const scale = face === undefined ? 1 : 1 + SCALE.slope * (SCALE.base - face.xHeight);
  const tracking = TRACKING[face !== undefined && face.size < NARROW ? 'narrow' : (family?.kind ?? 'sans')];
  const clamped = Math.min(SCALE.max, Math.max(SCALE.min, scale));
  return { headingScale: String(Math.round(clamped * 100) / 100), headingTracking: tracking[0], displayTracking: tracking[1] };
}
