// Compresses the text files of the front end once, at build time, because the highest levels take seconds.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSED: ReadonlySet<string> = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt']);

/** Text as the server sends it to browsers that accept Brotli. */
export const brotliOf = (content: string | Uint8Array): Buffer =>
  brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(content),
    },
  });

/** Writes `{file}.br` and `{file}.gz` beside every text file of `folder` except those that the browser never requests. */
export function precompress(folder: string, isPrivate: (path: string) => boolean): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSED.has(extname(path)) || isPrivate(path)) continue;
    const file = join(folder, path);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliOf(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
