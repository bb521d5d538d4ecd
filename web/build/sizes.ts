// What the visitor downloads, and the limit of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Manifest } from './manifest.ts';

/** Most JavaScript of a browsing page, brotli, in bytes (ux 12). */
export const SCRIPT_LIMIT = 72_000;

/** Most of the stylesheet, brotli, in bytes (ux 12). */
export const STYLE_LIMIT = 16_000;

const brotli = (file: string): number =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Compressed bytes of each file that a page of a locale loads at once. */
export interface PageSize {
  readonly locale: string;
  readonly scripts: readonly (readonly [file: string, bytes: number])[];
  readonly styles: readonly (readonly [file: string, bytes: number])[];
}

export function sizesOf(manifest: Manifest, dist: string): PageSize[] {
  const measure = (files: readonly string[]) => files.map((file) => [file, brotli(join(dist, file))] as const);
  return Object.entries(manifest.entries).map(([locale, { js, imports, css }]) => ({
    locale,
    scripts: measure([js, ...imports]),
    styles: measure(css),
  }));
}

export const total = (files: readonly (readonly [string, number])[]): number => files.reduce((sum, [, bytes]) => sum + bytes, 0);

/** What is too large, in words. */
export function excess(pages: readonly PageSize[]): string[] {
  return pages.flatMap(({ locale, scripts, styles }) => [
    ...(total(scripts) > SCRIPT_LIMIT ? [`${locale}: ${total(scripts)} bytes of JavaScript, ${SCRIPT_LIMIT} are allowed`] : []),
    ...(total(styles) > STYLE_LIMIT ? [`${locale}: ${total(styles)} bytes of CSS, ${STYLE_LIMIT} are allowed`] : []),
  ]);
}
