// The 43 families of the site rules, and their faces for names that are set in themselves.

import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { type FontFamily, nearest } from '@marquee/rules/theme/fonts.ts';
import { FONTS_PREFIX } from '@marquee/rules/paths.gen.ts';

export const FAMILIES: readonly string[] = Object.keys(FONTS.families);

const familyOf = (name: string): FontFamily | undefined => FONTS.families[name];

/** The weights of a family, ascending. */
export const weightsOf = (name: string): readonly number[] =>
  [...new Set(Object.keys(familyOf(name)?.faces ?? {}).map((key) => Number.parseInt(key, 10)))].toSorted((a, b) => a - b);

/** The weight that a site shows a family with: the nearest that the family has (THEME-09). */
export const nearestWeight = (name: string, weight: number, isItalic: boolean): number => {
  const family = familyOf(name);
  return family === undefined ? weight : nearest(family, weight, isItalic).weight;
};

export const hasItalic = (name: string): boolean => Object.keys(familyOf(name)?.faces ?? {}).some((key) => key.endsWith('i'));

const loaded = new Map<string, Promise<boolean>>();

/** Loads the face for a family's name; false if that fails. The name of the loaded family is `Sample {name}`. */
export function loadSample(name: string): Promise<boolean> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = load(name);
  loaded.set(name, loading);
  return loading;
}

async function load(name: string): Promise<boolean> {
  const family = familyOf(name);
  if (family === undefined) return false;
  const { weight } = nearest(family, 500, false);
  const face = family.faces[`${weight}`];
  if (face === undefined) return false;
  const source = `url(${FONTS_PREFIX}${family.package}-latin-${weight}-normal.${face.latin}.woff2)`;
  try {
    document.fonts.add(await new FontFace(sampleName(name), source).load());
    return true;
  } catch {
    return false;
  }
}

export const sampleName = (name: string): string => `Sample ${name}`;
