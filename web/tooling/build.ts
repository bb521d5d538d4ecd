// `npm run build`: everything the server ships, into web/dist.

import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { build } from 'vite';
import { editorConfig, editorFaults, firstScripts } from './editor.ts';
import { copyFonts } from './fonts.ts';
import { DIST, SITE, WEB } from './paths.ts';
import { precompress } from './precompress.ts';
import { type FileSize, type PageSize, brotli, oversized, missingStyles, sizesOf, total } from './sizes.ts';
import { type Flavor, browserConfig, serverConfig } from './vite.ts';
import { offlineFiles, workerConfig } from './worker.ts';

for (const name of [
  'assets',
  'dev',
  'editor',
  'editor-trial',
  'icons',
  'manifest.json',
  'sw.js',
  'sw.js.br',
  'sw.js.gz',
  'ssr.js',
  'ssr.js.map',
  'ssr.dev.js',
  'ssr.dev.js.map',
]) {
  rmSync(join(DIST, name), { recursive: true, force: true });
}

const fonts = copyFonts(FONTS, join(DIST, 'fonts'));
console.log(`fonts: ${fonts.files} files, ${Math.round(fonts.bytes / 1e5) / 10} MB`);

const stylesheets = [SITE, join(WEB, 'ui')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => join(folder, name)),
);
const pages: PageSize[] = [];
const missing: string[] = [];
const editorScripts: FileSize[] = [];
const flavors: readonly Flavor[] = process.argv.includes('--only-production') ? ['production'] : ['production', 'development'];
for (const flavor of flavors) {
  process.env.NODE_ENV = flavor;
  await build(serverConfig(flavor));
  const browser = await build(browserConfig(flavor));
  if (!('output' in browser)) throw new Error('the browser build has no output');
  if (flavor === 'production') {
    pages.push(...sizesOf(browser.output));
    missing.push(...missingStyles(stylesheets, browser.output));
  }
  await build(workerConfig(flavor, offlineFiles(browser.output)));
  const editor = await build(editorConfig(flavor));
  if (!('output' in editor)) throw new Error('the build of the editor has no output');
  if (flavor === 'production') editorScripts.push(...firstScripts(editor.output));
  cpSync(join(WEB, 'editor-trial'), join(DIST, flavor === 'production' ? '' : 'dev', 'editor-trial'), { recursive: true });
}
cpSync(join(WEB, 'icons'), join(DIST, 'icons'), { recursive: true });
precompress(DIST, (path) => path.startsWith('dev/') || path === 'manifest.json' || /^ssr\b/.test(path));
if (pages.length === 0) throw new Error('the browser build has no entry');

for (const { locale, scripts, styles } of pages) {
  console.log(`${locale}: ${total(scripts)} bytes of JavaScript, ${total(styles)} bytes of CSS (brotli)`);
  for (const [file, bytes] of [...scripts, ...styles]) console.log(`  ${file} ${bytes}`);
}
console.log(`server: ${readFileSync(join(DIST, 'ssr.js')).length} bytes`);
console.log(`editor: ${total(editorScripts)} bytes of JavaScript at first (brotli)`);
console.log(`service worker: ${brotli(readFileSync(join(DIST, 'sw.js')))} bytes (brotli)`);

const unsafe = ['assets', 'editor/assets']
  .flatMap((folder) => readdirSync(join(DIST, folder)).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.js') && /\beval\(|new Function\(/.test(readFileSync(join(DIST, file), 'utf8')))
  .map((file) => `${file} evaluates text, which the content security policy forbids`);
const faults = [...oversized(pages), ...editorFaults(editorScripts), ...unsafe, ...missing];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
