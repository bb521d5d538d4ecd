// Faces of a site's two families: which weights, which files, and fallbacks that take the same room.

import type { ThemeFonts } from '@marquee/api/schema.gen.ts';

/** One cut of a family. */
export interface FontFace {
  /** Average width against the fallback font of the same boldness: its `size-adjust`. */
  readonly size: number;
  /** Height of its lower case letters in em. */
  readonly xHeight: number;
  /** First eight digits of the SHA-256 of the latin file. */
  readonly latin: string;
  /** The same of the latin-ext file. */
  readonly ext: string;
}

/** One family. Measures are in em. */
export interface FontFamily {
  /** The id its file names start with. */
  readonly package: string;
  readonly kind: 'sans' | 'serif' | 'mono';
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** By weight, `i` behind it for italic: `400`, `400i`. */
  readonly faces: Readonly<Record<string, FontFace>>;
}

/** All families by name (THEME-08). Only the server's bundle holds it. */
export interface FontManifest {
  /** `unicode-range` of the latin-ext files; the latin files take the rest. */
  readonly latinExt: string;
  readonly families: Readonly<Record<string, FontFamily>>;
}

/** Where the font files are served. */
export const FONT_PATH = '/fonts/';

/** Fallback fonts: the generic family and the names under which systems have each boldness. */
const FALLBACKS = {
  sans: { generic: 'Arial,sans-serif', names: ['Arial', 'Liberation Sans'] },
  serif: { generic: 'Georgia,serif', names: ['Times New Roman', 'Liberation Serif'] },
  mono: { generic: 'monospace', names: ['Courier New', 'Liberation Mono'] },
} as const;

/** Whether the bold cut of the fallback font is nearer to this weight. */
export const isBold = (weight: number): boolean => weight >= 600;

/** A cut that a family really offers. */
export interface Cut {
  readonly weight: number;
  readonly italic: boolean;
}

/** The offered cut nearest to the wanted one, the lighter at equal distance; upright where there is no italic (THEME-09). */
export function nearest({ faces }: FontFamily, wanted: number, italic: boolean): Cut {
  const cuts = Object.keys(faces).map((key) => ({ weight: Number.parseInt(key, 10), italic: key.endsWith('i') }));
  const slanted = cuts.filter((cut) => cut.italic === italic);
  const offered = slanted.length > 0 ? slanted : cuts;
  const [best] = offered.toSorted((a, b) => Math.abs(a.weight - wanted) - Math.abs(b.weight - wanted) || a.weight - b.weight);
  return best ?? { weight: wanted, italic };
}

/**
 * The cuts of a family that are loaded: those that the site lists for it (SITE-05), without a list those that are wanted. A listed
 * weight that the family does not have is replaced by the nearest one.
 */
function loadedCuts(name: string, family: FontFamily, wanted: readonly Cut[], loaded: ThemeFonts['loaded'] = []): readonly Cut[] {
  const entries = loaded.filter(({ font }) => font === name);
  if (entries.length === 0) return wanted;
  return entries.flatMap(({ weights }) => weights.map((weight) => nearest(family, Number.parseInt(weight, 10), weight.endsWith('i'))));
}

/** The loaded cut that the browser uses for a wanted one. */
const taken = (cuts: readonly Cut[], wanted: Cut): Cut | undefined =>
  cuts
    .filter(({ italic }) => italic === wanted.italic || cuts.every((cut) => cut.italic !== wanted.italic))
    .toSorted((a, b) => Math.abs(a.weight - wanted.weight) - Math.abs(b.weight - wanted.weight) || a.weight - b.weight)[0];

const keyOf = ({ weight, italic }: Cut): string => `${weight}${italic ? 'i' : ''}`;

/** The fonts of a site as CSS needs them. */
export interface SiteFonts {
  /** `@font-face` rules of the wanted cuts and their fallbacks. */
  readonly css: string;
  /** Files that the first view needs, absolute paths. */
  readonly preload: readonly string[];
  /** Values of the custom properties. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Faces, files and properties for a site's fonts: the listed weights, else body, bold and heading, nothing else (SITE-05). */
export function siteFonts(fonts: ThemeFonts, manifest: FontManifest): SiteFonts {
  const body = manifest.families[fonts.body];
  const heading = manifest.families[fonts.heading];
  const bodyCut = body && nearest(body, fonts.weightBody, fonts.italicBody === true);
  const boldCut = body && nearest(body, fonts.weightBold, fonts.italicBody === true);
  const headingCut = heading && nearest(heading, fonts.weightHeading, fonts.italicHeading === true);
  const wanted = [
    [fonts.body, bodyCut],
    [fonts.body, boldCut],
    [fonts.heading, headingCut],
  ] as const;
  const cutsOf = (name: string): readonly Cut[] => {
    const family = manifest.families[name];
    return family === undefined ? [] : loadedCuts(name, family, wanted.flatMap(([of, cut]) => (of === name && cut !== undefined ? [cut] : [])), fonts.loaded);
  };
  const names = [...new Set([fonts.body, fonts.heading, ...(fonts.loaded ?? []).map(({ font }) => font)])];
  const faces = new Map<string, string>();
  for (const name of names) {
    const family = manifest.families[name];
    if (family === undefined) continue;
    for (const cut of cutsOf(name)) faces.set(`${name}/${cut.weight}/${cut.italic}`, faceCss(name, family, cut, manifest.latinExt));
  }
  const fileFor = (name: string, family: FontFamily | undefined, cut: Cut | undefined): string | undefined => {
    const file = cut && taken(cutsOf(name), cut);
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
      ...headingMeasures(heading, headingCut),
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
  return `${FONT_PATH}${family.package}-${subset}-${cut.weight}-${cut.italic ? 'italic' : 'normal'}.${subset === 'latin' ? face.latin : face.ext}.woff2`;
}

function faceCss(name: string, family: FontFamily, cut: Cut, latinExt: string): string {
  const face = family.faces[keyOf(cut)];
  if (face === undefined) return '';
  const head = `font-style:${cut.italic ? 'italic' : 'normal'};font-weight:${cut.weight};`;
  const real = (subset: 'latin' | 'latin-ext', range: string): string =>
    `@font-face{font-family:"${name}";${head}font-display:swap;src:url(${fileOf(family, cut, subset)}) format("woff2")${range}}`;
  const suffix = [isBold(cut.weight) ? ' Bold' : '', cut.italic ? ' Italic' : ''].join('');
  const local = FALLBACKS[family.kind].names.map((font) => `local("${font}${suffix}")`).join(',');
  const percent = (value: number): string => `${Math.round((value / face.size) * 1000) / 10}%`;
  return (
    real('latin', '') +
    real('latin-ext', `;unicode-range:${latinExt}`) +
    `@font-face{font-family:"${fallbackName(name)}";${head}src:${local};size-adjust:${Math.round(face.size * 1000) / 10}%;` +
    `ascent-override:${percent(family.ascent)};descent-override:${percent(family.descent)};line-gap-override:${percent(family.lineGap)}}`
  );
}

const SCALE = { base: 0.5, slope: 1.6, least: 0.94, most: 1.2 } as const;
const TRACKING = {
  sans: ['-.008em', '-.022em'],
  serif: ['-.012em', '-.024em'],
  mono: ['-.02em', '-.03em'],
  narrow: ['0em', '-.008em'],
} as const;
/** Narrower than this share of the fallback font a family is set without negative tracking. */
const NARROW = 0.89;

/** Factor of heading sizes by the x-height, so that any family keeps its optical size, and its tracking (ux 2). */
function headingMeasures(family: FontFamily | undefined, cut: Cut | undefined): Readonly<Record<string, string>> {
  const face = family && cut ? family.faces[keyOf(cut)] : undefined;
  const scale = face === undefined ? 1 : 1 + SCALE.slope * (SCALE.base - face.xHeight);
  const tracking = TRACKING[face !== undefined && face.size < NARROW ? 'narrow' : (family?.kind ?? 'sans')];
  const clamped = Math.min(SCALE.most, Math.max(SCALE.least, scale));
  return { headingScale: String(Math.round(clamped * 100) / 100), headingTracking: tracking[0], displayTracking: tracking[1] };
}
