// `npm run build`: everything the server ships, into web/dist.

import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FONTS } from '@marquee/rules/theme/fonts.gen.ts';
import { build } from 'vite';
import { copyFonts } from './fonts.ts';
import { DIST, SITE, WEB } from './paths.ts';
import { type PageSize, brotli, excess, lostStyles, sizesOf, total } from './sizes.ts';
import { type Flavour, browserConfig, serverConfig } from './vite.ts';
import { offlineFiles, workerConfig } from './worker.ts';

for (const old of ['assets', 'dev', 'editor-trial', 'icons', 'manifest.json', 'sw.js', 'ssr.js', 'ssr.js.map', 'ssr.dev.js', 'ssr.dev.js.map']) {
  rmSync(join(DIST, old), { recursive: true, force: true });
}

const fonts = copyFonts(FONTS, join(DIST, 'fonts'));
console.log(`fonts: ${fonts.files} files, ${Math.round(fonts.bytes / 1e5) / 10} MB`);

const stylesheets = [SITE, join(WEB, 'ui')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.module.css')).map((name) => join(folder, name)),
);
const pages: PageSize[] = [];
const lost: string[] = [];
const flavours: readonly Flavour[] = process.argv.includes('--only-production') ? ['production'] : ['production', 'development'];
for (const flavour of flavours) {
  process.env.NODE_ENV = flavour;
  await build(serverConfig(flavour));
  const browser = await build(browserConfig(flavour));
  if (!('output' in browser)) throw new Error('the browser build has no output');
  if (flavour === 'production') {
    pages.push(...sizesOf(browser.output));
    lost.push(...lostStyles(stylesheets, browser.output));
  }
  await build(workerConfig(flavour, offlineFiles(browser.output)));
  cpSync(join(WEB, 'editor-trial'), join(DIST, flavour === 'production' ? '' : 'dev', 'editor-trial'), { recursive: true });
}
cpSync(join(WEB, 'icons'), join(DIST, 'icons'), { recursive: true });
if (pages.length === 0) throw new Error('the browser build named no entry');

for (const { locale, scripts, styles } of pages) {
  console.log(`${locale}: ${total(scripts)} bytes of JavaScript, ${total(styles)} bytes of CSS (brotli)`);
  for (const [file, bytes] of [...scripts, ...styles]) console.log(`  ${file} ${bytes}`);
}
console.log(`server: ${readFileSync(join(DIST, 'ssr.js')).length} bytes`);
console.log(`service worker: ${brotli(readFileSync(join(DIST, 'sw.js')))} bytes (brotli)`);

const unsafe = readdirSync(join(DIST, 'assets'))
  .filter((file) => file.endsWith('.js') && /\beval\(|new Function\(/.test(readFileSync(join(DIST, 'assets', file), 'utf8')))
  .map((file) => `${file} evaluates text, which the content security policy forbids`);
const faults = [...excess(pages), ...unsafe, ...lost];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
