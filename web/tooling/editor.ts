// The Vite build of the site editor: a document, one entry, and a chunk for each screen and language.

import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { messages } from './messages.ts';
import { DIST, EDITOR, LOCALES } from './paths.ts';
import { type Built, type FileSize, brotli, total, withStableNames } from './sizes.ts';
import { type Flavor, scopedName } from './vite.ts';

/** Limit of the script that every screen of the editor loads, brotli, in bytes. */
const EDITOR_SCRIPT_LIMIT = 250_000;

/**
 * What so many screens and dialogs use is one file. Without it there are twice as many files, and 140 requests before a screen also works
 * offline; a new page of the list of films took 2.7 s of processor time instead of 2.4 (Chromium and the server, 12 pages each).
 */
const SHARED_BY = 4;

/** Where the editor's files are served. */
const BASE = '/editor/';

export function editorConfig(flavor: Flavor): InlineConfig {
  const development = flavor === 'development';
  return {
    configFile: false,
    root: EDITOR,
    base: BASE,
    mode: flavor,
    logLevel: 'warn',
    publicDir: false,
    plugins: [messages(LOCALES)],
    define: { 'process.env.NODE_ENV': JSON.stringify(flavor) },
    oxc: { jsx: { runtime: 'automatic', development } },
    css: { modules: { generateScopedName: (name, file) => scopedName(flavor, name, file) } },
    build: {
      outDir: join(DIST, development ? 'dev/editor' : 'editor'),
      emptyOutDir: true,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: development ? true : 'hidden',
      minify: !development,
      target: 'es2022',
      rolldownOptions: {
        checks: { bundlerTimings: false, moduleLevelDirective: false },
        input: join(EDITOR, 'index.html'),
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: { groups: [{ name: 'shared', minShareCount: SHARED_BY }] },
        },
      },
    },
  };
}

/** The scripts that every screen loads: the entry and its static imports. */
export function firstScripts(output: readonly Built[]): FileSize[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const imported of chunks.get(name)?.imports ?? []) load(imported);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) load(chunk.fileName);
  return [...loaded].flatMap((name): FileSize[] => {
    const chunk = chunks.get(name);
    return chunk === undefined ? [] : [[name, brotli(withStableNames(chunk.code))]];
  });
}

/** What is wrong with the built editor. */
export function editorFaults(scripts: readonly FileSize[]): string[] {
  const bytes = total(scripts);
  return bytes > EDITOR_SCRIPT_LIMIT ? [`editor: ${bytes} bytes of JavaScript, the limit is ${EDITOR_SCRIPT_LIMIT}`] : [];
}
