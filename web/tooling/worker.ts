// Builds the service worker: one classic script at the root that lists the files of its build.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { messages } from './messages.ts';
import { DIST, LOCALES, WEB } from './paths.ts';
import type { Built, BuiltChunk } from './sizes.ts';
import type { Flavor } from './vite.ts';

/** Modules that are useless without a connection: the worker does not store what only they need. */
const ONLINE_ONLY = ['ui/VideoLink/VideoDialog.tsx', 'site/src/pages/preview-app.tsx', 'site/src/entry-outside.ts'] as const;

/** The files that pages need without a connection: stylesheets, the entries, and what they import, statically or dynamically. */
export function offlineFiles(output: readonly Built[], onlineOnly: readonly string[] = ONLINE_ONLY): string[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  for (const module of onlineOnly) {
    if (![...chunks.values()].some((chunk) => containsModule(chunk, module)))
      throw new Error(`no file contains ${module}: update ONLINE_ONLY`);
  }
  const visited = new Set<string>();
  const visit = (file: string): void => {
    const chunk = chunks.get(file);
    if (chunk === undefined || visited.has(file) || onlineOnly.some((module) => containsModule(chunk, module))) return;
    visited.add(file);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName);
  const styles = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css')).map((file) => file.fileName);
  return [...styles, ...visited].toSorted();
}

const containsModule = (chunk: BuiltChunk, module: string): boolean => chunk.moduleIds.some((id) => id.endsWith(`/${module}`));

/**
 * Builds `sw.js` for these files. Their names contain a hash, so they need no revision, and the hash of all names identifies the
 * build. Workbox is always built for production: its development build logs every request.
 */
export function workerConfig(flavor: Flavor, files: readonly string[], dist: string = DIST): InlineConfig {
  const manifest = files.map((file) => ({ url: `/${file}`, revision: null }));
  const build = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 8);
  return {
    configFile: false,
    root: WEB,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [messages(LOCALES)],
    define: {
      'process.env.NODE_ENV': '"production"',
      PRECACHE: JSON.stringify(manifest),
      BUILD: JSON.stringify(build),
    },
    build: {
      outDir: flavor === 'production' ? dist : join(dist, 'dev'),
      emptyOutDir: false,
      target: 'es2022',
      minify: flavor === 'production' ? 'terser' : false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(WEB, 'worker/src/sw.ts'),
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'sw.js' },
      },
    },
  };
}
