// Writes manifest.json: the files that a document of each locale loads. The server reads it.

import type { Plugin } from 'vite';
import { MEMBER_STYLES } from './split-styles.ts';

/** The files of one locale, relative to the folder of the manifest. */
export interface Entry {
  readonly js: string;
  /** What the entry imports statically, each file after the one that imports it. */
  readonly imports: readonly string[];
  readonly css: readonly string[];
}
export interface Manifest {
  /** The classic script in the head that applies the visitor's color mode. */
  readonly mode: string;
  /** The additional stylesheet of the member area; empty without one. */
  readonly memberCss: string;
  readonly entries: Readonly<Record<string, Entry>>;
}

/** Name of the entry for color modes; the name of every other entry is a locale. */
export const MODE = 'mode';

/** Whether this file is the stylesheet of the member area. */
export const isMemberSheet = (file: string): boolean => file.startsWith(`assets/${MEMBER_STYLES}-`);

/** Writes manifest.json beside the assets. */
export function manifestPlugin(locales: readonly string[]): Plugin {
  return {
    name: 'marquee-manifest',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'));
      const memberCss = sheets.find(isMemberSheet) ?? '';
      const css = sheets.filter((file) => file !== memberCss);
      if (css.length > 1) this.error(`expected one stylesheet, found ${css.join(', ')}`);
      const importsOf = (file: string, visited: Set<string>): Set<string> => {
        for (const next of chunks.find((chunk) => chunk.fileName === file)?.imports ?? []) {
          if (visited.has(next)) continue;
          visited.add(next);
          importsOf(next, visited);
        }
        return visited;
      };
      const entries = locales.map((locale): [string, Entry] => {
        const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === locale);
        if (entry === undefined) return this.error(`no entry for ${locale}`);
        return [locale, { js: entry.fileName, imports: [...importsOf(entry.fileName, new Set())], css }];
      });
      const mode = chunks.find((chunk) => chunk.isEntry && chunk.name === MODE);
      // A classic script cannot import or export.
      if (mode === undefined || mode.imports.length + mode.exports.length > 0)
        return this.error(`${MODE} must be one file without imports and exports`);
      const manifest: Manifest = { mode: mode.fileName, memberCss, entries: Object.fromEntries(entries) };
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source: `${JSON.stringify(manifest, undefined, 1)}\n` });
    },
  };
}
