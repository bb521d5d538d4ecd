// What the visitor downloads, and the limit of it.

import { brotliCompressSync, constants } from 'node:zlib';
import { MODE, isMemberSheet } from './manifest.ts';

/** Most JavaScript of a browsing page, brotli, in bytes (ux 12). */
export const SCRIPT_LIMIT = 72_000;

/** Most of the stylesheet, brotli, in bytes (ux 12). */
export const STYLE_LIMIT = 16_000;

/** Compressed bytes of a file. */
export type FileSize = readonly [file: string, bytes: number];

/** What a page of a locale loads without the visitor asking for it. */
export interface PageSize {
  readonly locale: string;
  readonly scripts: readonly FileSize[];
  readonly styles: readonly FileSize[];
}

export const brotli = (content: string | Uint8Array): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

export const total = (files: readonly FileSize[]): number => files.reduce((sum, [, bytes]) => sum + bytes, 0);

/** What of a built file matters here. */
export type Built = BuiltChunk | { readonly type: 'asset'; readonly fileName: string; readonly source: string | Uint8Array };
export interface BuiltChunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly name: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly code: string;
}

/** Modules that a film list loads by itself, at once or a moment later. Any other dynamic import waits for the visitor. */
export const LIST_PAGE = [
  'site/src/entry-hydrate.tsx',
  'site/src/pages/List.tsx',
  'site/src/state/worker.ts',
  'react-dom/cjs/react-dom-client.production.js',
] as const;

/** The sizes of each locale's film list: the entry, `modules` that it loads by itself, and all that these import. */
export function sizesOf(output: readonly Built[], modules: readonly string[] = LIST_PAGE): PageSize[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const styles = output.flatMap((file): FileSize[] => (file.type === 'asset' && file.fileName.endsWith('.css') && !isMemberSheet(file.fileName) ? [[file.fileName, brotli(file.source)]] : []));
  return [...chunks.values()].filter((chunk) => chunk.isEntry && chunk.name !== MODE).map((entry) => {
    const loaded = loadedBy(entry, chunks, modules);
    // A module that is not found means that this list is old and the sum too small.
    const missing = modules.filter((module) => !loaded.some((chunk) => holds(chunk, module)));
    if (missing.length > 0) throw new Error(`the page of ${entry.name} does not load ${missing.join(', ')}: bring LIST_PAGE up to date`);
    return { locale: entry.name, scripts: loaded.map((chunk): FileSize => [chunk.fileName, brotli(chunk.code)]), styles };
  });
}

const holds = (chunk: BuiltChunk, module: string): boolean => chunk.moduleIds.some((id) => id.endsWith(`/${module}`));

function loadedBy(entry: BuiltChunk, chunks: ReadonlyMap<string, BuiltChunk>, modules: readonly string[]): BuiltChunk[] {
  const seen = new Set<BuiltChunk>();
  const load = (chunk: BuiltChunk | undefined): void => {
    if (chunk === undefined || seen.has(chunk)) return;
    seen.add(chunk);
    for (const file of chunk.imports) load(chunks.get(file));
    for (const file of chunk.dynamicImports) {
      const later = chunks.get(file);
      if (later !== undefined && modules.some((module) => holds(later, module))) load(later);
    }
  };
  load(entry);
  return [...seen];
}

/** What is too large, in words. */
export function excess(pages: readonly PageSize[]): string[] {
  return pages.flatMap(({ locale, scripts, styles }) => [
    ...(total(scripts) > SCRIPT_LIMIT ? [`${locale}: ${total(scripts)} bytes of JavaScript, ${SCRIPT_LIMIT} are allowed`] : []),
    ...(total(styles) > STYLE_LIMIT ? [`${locale}: ${total(styles)} bytes of CSS, ${STYLE_LIMIT} are allowed`] : []),
  ]);
}

/** Stylesheets that the build left out, because only a `.server` file imports them: their classes would have no rules. */
export function lostStyles(stylesheets: readonly string[], output: readonly Built[]): string[] {
  const built = new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).map((id) => id.split('?')[0]));
  return stylesheets.filter((file) => !built.has(file)).map((file) => `${file} is in no file of the browser: one that is must import it`);
}
