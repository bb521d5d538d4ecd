// The two Vite builds: one script for the server's renderer, modules and two stylesheets for the browser.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';
import { eager } from './eager.ts';
import { plainImports } from './imports.ts';
import { MODE, manifestPlugin } from './manifest.ts';
import { messages } from './messages.ts';
import { splitMemberStyles } from './split-styles.ts';
import { DIST, MESSAGES, SITE, WEB } from './paths.ts';

/** `production` ships; `development` has React's warnings, for the browser tests. */
export type Flavour = 'production' | 'development';

/** Where the entries are and where the files go. */
export interface Places {
  readonly site: string;
  readonly dist: string;
}
const PLACES: Places = { site: SITE, dist: DIST };

const require = createRequire(import.meta.url);

/** The same in both builds, or the server's class names would not meet the stylesheet. */
function shared(flavour: Flavour): InlineConfig {
  const development = flavour === 'development';
  return {
    configFile: false,
    root: WEB,
    mode: flavour,
    logLevel: 'warn',
    publicDir: false,
    plugins: [messages(MESSAGES)],
    define: { 'process.env.NODE_ENV': JSON.stringify(flavour) },
    oxc: { jsx: { runtime: 'automatic', development } },
    css: { modules: { generateScopedName: (name, file) => scopedName(flavour, name, file) } },
  };
}

/**
 * A class name that depends on nothing but the file and the name. In production three characters for the file and the
 * name as it is: what repeats compresses, and the table of names that the scripts carry nearly vanishes.
 */
export function scopedName(flavour: Flavour, name: string, file: string): string {
  return `${flavour === 'production' ? '' : `${basename(file.split('?')[0] ?? file, '.module.css')}-`}${codeOf(file)}-${name}`;
}

/** The code of a file's class names. */
const codeOf = (file: string): string => fileCode(relative(WEB, file.split('?')[0] ?? file).replaceAll('\\', '/'));

const CODES = new Map<string, string>();

function fileCode(path: string): string {
  const number = Number.parseInt(createHash('sha256').update(path).digest('hex').slice(0, 8), 16);
  const code = String.fromCharCode(97 + (number % 26)) + Math.floor(number / 26).toString(36).padStart(2, '0').slice(-2);
  const other = CODES.get(code) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} have the same code ${code}: rename one`);
  CODES.set(code, path);
  return code;
}

/**
 * One classic script with the global function `render`. It runs where there is no Intl, no DOM and no timer, so
 * `react-dom/server` is its legacy browser build: `renderToString` of it asks for nothing.
 */
export function serverConfig(flavour: Flavour, { site, dist }: Places = PLACES): InlineConfig {
  const reactDom = join(require.resolve('react-dom/package.json'), '../cjs');
  return {
    ...shared(flavour),
    plugins: [messages(MESSAGES), leaveLater],
    resolve: {
      alias: {
        'react-dom/server': join(reactDom, `react-dom-server-legacy.browser.${flavour}.js`),
        '@tanstack/react-query': join(SITE, 'state/member/no-queries.ts'),
      },
    },
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: join(site, 'entry-server.tsx'),
      outDir: dist,
      emptyOutDir: false,
      target: 'es2023',
      sourcemap: true,
      minify: flavour === 'production',
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          format: 'iife',
          name: 'marquee',
          exports: 'named',
          codeSplitting: false,
          entryFileNames: flavour === 'production' ? 'ssr.js' : 'ssr.dev.js',
          footer: 'var render=marquee.render;',
        },
      },
    },
  };
}

/** The renderer makes a page at one go: what a page would import later never comes, so it is not in its script. */
const leaveLater: Plugin = {
  name: 'marquee-leave-later',
  enforce: 'pre',
  resolveDynamicImport: () => ({ id: '\0later' }),
  load: (id) => (id === '\0later' ? 'export {};' : null),
};

/** A stylesheet stays even where no script reads its class names: the server's HTML has them. */
const keepStyles: Plugin = {
  name: 'marquee-keep-styles',
  enforce: 'post',
  transform: (code, id) => (id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null),
};

/** One entry per locale over shared chunks, the script of the head, one stylesheet for all pages and one for the member area, and the manifest that names them. */
export function browserConfig(flavour: Flavour, { site, dist }: Places = PLACES): InlineConfig {
  const base = shared(flavour);
  const input = { en: join(site, 'entry-client.en.ts'), fr: join(site, 'entry-client.fr.ts') };
  const mode = { [MODE]: join(site, 'entry-mode.ts') };
  return {
    ...base,
    base: '/',
    // What React does for its developer tools is left out of what ships.
    define: { ...base.define, ...(flavour === 'production' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {}) },
    plugins: [...(base.plugins ?? []), keepStyles, plainImports(), splitMemberStyles(join(site, 'pages/load-member.tsx'), Object.values(input), codeOf), manifestPlugin(['en', 'fr']), eager()],
    build: {
      outDir: flavour === 'production' ? dist : join(dist, 'dev'),
      emptyOutDir: false,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      sourcemap: flavour === 'production' ? 'hidden' : true,
      // Three passes of Terser are worth 1 % over the default minifier, which the limit of sizes.ts needs.
      minify: flavour === 'production' ? 'terser' : false,
      terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
      copyPublicDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { ...input, ...mode },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
          codeSplitting: chunkGroups({
            entries: Object.values(input),
            hydrate: join(site, 'entry-hydrate.tsx'),
            common: join(site, 'pages/List.tsx'),
            apart: join(site, 'pages/load-member.tsx'),
          }),
        },
      },
    },
  };
}
