// The compressed sizes of what a page loads, and their limits.

import { createHash } from 'node:crypto';
import { MODE, isMemberSheet } from './manifest.ts';
import { brotliOf } from './precompress.ts';

/** Limit of a page's JavaScript, brotli, in bytes (ux 12). */
export const SCRIPT_LIMIT = 72_000;

/** Limit of the stylesheet, brotli, in bytes (ux 12). */
const STYLE_LIMIT = 16_000;

/** A file with its compressed size in bytes. */
export type FileSize = readonly [file: string, bytes: number];

/** What a page of a locale loads without user action. */
export interface PageSize {
  readonly locale: string;
  readonly scripts: readonly FileSize[];
  readonly styles: readonly FileSize[];
}

export const brotli = (content: string | Uint8Array): number => brotliOf(content).length;

/** Number of characters of the hash in a file's name. */
const HASH_LENGTH = 8;

/**
 * Code whose imports name files with a hash of the name instead of the content. Any change of a module changes the hashes of those that
 * import it, and with them the compressed size by up to 100 bytes in either direction.
 */
export const withStableNames = (code: string): string =>
  code.replaceAll(
    /([\w.]+)-[\w-]{8}(?=\.(?:js|css)\b)/gu,
    (_, name: string) => `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, HASH_LENGTH)}`,
  );

export const total = (files: readonly FileSize[]): number => files.reduce((sum, [, bytes]) => sum + bytes, 0);

/** The fields of the bundler's output that are read here. */
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

/** Modules that a film list imports without user action. Every other dynamic import loads on user action. */
const LIST_PAGE = [
  'site/src/entry-hydrate.tsx',
  'site/src/pages/List.tsx',
  'site/src/state/worker.ts',
  'react-dom/cjs/react-dom-client.production.js',
] as const;

/** The sizes of each locale's film list: the entry, the `modules` that it loads without user action, and everything they import. */
export function sizesOf(output: readonly Built[], modules: readonly string[] = LIST_PAGE): PageSize[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const styles = output.flatMap((file): FileSize[] =>
    file.type === 'asset' && file.fileName.endsWith('.css') && !isMemberSheet(file.fileName)
      ? [[file.fileName, brotli(file.source)]]
      : [],
  );
  return [...chunks.values()]
    .filter((chunk) => chunk.isEntry && chunk.name !== MODE)
    .map((entry) => {
      const loaded = loadedBy(entry, chunks, modules);
      // If a module is missing, the list is outdated and the sum too small.
      const missing = modules.filter((module) => !loaded.some((chunk) => containsModule(chunk, module)));
      if (missing.length > 0) throw new Error(`the page of ${entry.name} does not load ${missing.join(', ')}: update LIST_PAGE`);
      return {
        locale: entry.name,
        scripts: loaded.map((chunk): FileSize => [chunk.fileName, brotli(withStableNames(chunk.code))]),
        styles,
      };
    });
}

const containsModule = (chunk: BuiltChunk, module: string): boolean => chunk.moduleIds.some((id) => id.endsWith(`/${module}`));

function loadedBy(entry: BuiltChunk, chunks: ReadonlyMap<string, BuiltChunk>, modules: readonly string[]): BuiltChunk[] {
  const visited = new Set<BuiltChunk>();
  const load = (chunk: BuiltChunk | undefined): void => {
    if (chunk === undefined || visited.has(chunk)) return;
    visited.add(chunk);
    for (const file of chunk.imports) load(chunks.get(file));
    for (const file of chunk.dynamicImports) {
      const imported = chunks.get(file);
      if (imported !== undefined && modules.some((module) => containsModule(imported, module))) load(imported);
    }
  };
  load(entry);
  return [...visited];
}

/** A message for each size above its limit. */
export function oversized(pages: readonly PageSize[]): string[] {
  return pages.flatMap(({ locale, scripts, styles }) => [
    ...(total(scripts) > SCRIPT_LIMIT ? [`${locale}: ${total(scripts)} bytes of JavaScript, the limit is ${SCRIPT_LIMIT}`] : []),
    ...(total(styles) > STYLE_LIMIT ? [`${locale}: ${total(styles)} bytes of CSS, the limit is ${STYLE_LIMIT}`] : []),
  ]);
}

/** A message for each stylesheet that the browser build lacks because only a `.server` file imports it. */
export function missingStyles(stylesheets: readonly string[], output: readonly Built[]): string[] {
  const built = new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).map((id) => id.split('?')[0]));
  return stylesheets
    .filter((file) => !built.has(file))
    .map((file) => `${file} is not in the browser build: import it in a file that is sent to the browser`);
}
