// The two Vite builds: one script for the server's renderer, modules and two stylesheets for the browser.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';
import { markEagerFunctions } from './eager.ts';
import { plainImports } from './imports.ts';
import { MODE, manifestPlugin } from './manifest.ts';
import { entryOf, localesOf, messages } from './messages.ts';
import { splitMemberStyles } from './split-styles.ts';
import { DIST, LOCALES, SITE, WEB } from './paths.ts';

/** `production` is what ships; `development` has React's warnings, for the browser tests. */
export type Flavor = 'production' | 'development';

/** The folder of the entries, and the folder of the output. */
export interface Places {
  readonly site: string;
  readonly dist: string;
}
const PLACES: Places = { site: SITE, dist: DIST };

const require = createRequire(import.meta.url);

/** Options of both builds. Class names must be the same in both. */
function shared(flavor: Flavor, site: string): InlineConfig {
  const development = flavor === 'development';
  return {
    configFile: false,
    root: WEB,
    mode: flavor,
    logLevel: 'warn',
    publicDir: false,
    plugins: [messages(LOCALES, site)],
    define: { 'process.env.NODE_ENV': JSON.stringify(flavor) },
    oxc: { jsx: { runtime: 'automatic', development } },
    css: { modules: { generateScopedName: (name, file) => scopedName(flavor, name, file) } },
  };
}

/**
 * A class name that depends only on the file and the name. In production it is a code of three characters for the file and the
 * unchanged name, because that compresses well.
 */
export function scopedName(flavor: Flavor, name: string, file: string): string {
  return `${flavor === 'production' ? '' : `${basename(file.split('?')[0] ?? file, '.module.css')}-`}${codeOf(file)}-${name}`;
}

/** The code of a file's class names. */
const codeOf = (file: string): string => fileCode(relative(WEB, file.split('?')[0] ?? file).replaceAll('\\', '/'));

const CODES = new Map<string, string>();

function fileCode(path: string): string {
  const number = Number.parseInt(createHash('sha256').update(path).digest('hex').slice(0, 8), 16);
  const code =
    String.fromCharCode(97 + (number % 26)) +
    Math.floor(number / 26)
      .toString(36)
      .padStart(2, '0')
      .slice(-2);
  const owner = CODES.get(code) ?? path;
  if (owner !== path) throw new Error(`${path} and ${owner} have the same code ${code}: rename one`);
  CODES.set(code, path);
  return code;
}

/**
 * Builds one classic script with the global function `render`. It runs without Intl, DOM and timers, so `react-dom/server` is
 * React's legacy browser build, whose `renderToString` needs none of them.
 */
export function serverConfig(flavor: Flavor, { site, dist }: Places = PLACES): InlineConfig {
  const reactDom = join(require.resolve('react-dom/package.json'), '../cjs');
  const base = shared(flavor, site);
  return {
    ...base,
    plugins: [...(base.plugins ?? []), dropDynamicImports],
    resolve: {
      alias: {
        'react-dom/server': join(reactDom, `react-dom-server-legacy.browser.${flavor}.js`),
        '@tanstack/react-query': join(SITE, 'state/member/react-query-stub.ts'),
      },
    },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(site, 'entry-server.tsx'),
      outDir: dist,
      emptyOutDir: false,
      target: 'es2023',
      sourcemap: true,
      minify: flavor === 'production',
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          format: 'iife',
          name: 'marquee',
          exports: 'named',
          codeSplitting: false,
          entryFileNames: flavor === 'production' ? 'ssr.js' : 'ssr.dev.js',
          footer: 'var render=marquee.render;',
        },
      },
    },
  };
}

/** Removes dynamic imports: the renderer renders a page synchronously, so they would never resolve. */
const dropDynamicImports: Plugin = {
  name: 'marquee-drop-dynamic-imports',
  enforce: 'pre',
  resolveDynamicImport: () => ({ id: '\0dropped' }),
  load: (id) => (id === '\0dropped' ? 'export {};' : null),
};

/** Keeps a stylesheet even if no script reads its class names, because the server's HTML uses them. */
const keepStyles: Plugin = {
  name: 'marquee-keep-styles',
  enforce: 'post',
  transform: (code, id) => (id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null),
};

/** Builds one entry per locale with shared chunks, the script of the head, one stylesheet for all pages, one for the member area, and the manifest. */
export function browserConfig(flavor: Flavor, { site, dist }: Places = PLACES): InlineConfig {
  const base = shared(flavor, site);
  const locales = localesOf(LOCALES);
  const input = Object.fromEntries(locales.map((locale) => [locale, entryOf(locale).slice(1)]));
  const entries = locales.map(entryOf);
  const mode = { [MODE]: join(site, 'entry-mode.ts') };
  return {
    ...base,
    base: '/',
    // Removes React's code for its developer tools from the production build.
    define: { ...base.define, ...(flavor === 'production' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {}) },
    plugins: [
      ...(base.plugins ?? []),
      keepStyles,
      plainImports(),
      splitMemberStyles(join(site, 'pages/load-member.tsx'), entries, codeOf),
      manifestPlugin(locales),
      markEagerFunctions(),
    ],
    build: {
      outDir: flavor === 'production' ? dist : join(dist, 'dev'),
      emptyOutDir: false,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      sourcemap: flavor === 'production' ? 'hidden' : true,
      // Three passes of Terser save 1 % over the default minifier, which the limit in sizes.ts requires.
      minify: flavor === 'production' ? 'terser' : false,
      terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
      copyPublicDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false, moduleLevelDirective: false },
        // Otherwise a constant that two entries use is a file of its own.
        optimization: { inlineConst: { mode: 'all' } },
        input: { ...input, ...mode },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: chunkGroups({
            entries,
            hydrate: join(site, 'entry-hydrate.tsx'),
            common: join(site, 'pages/List.tsx'),
            separate: join(site, 'pages/load-member.tsx'),
          }),
        },
      },
    },
  };
}
