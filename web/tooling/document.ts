// Builds a document as the server does, to look at pages without the server.

import type { PageData, Rendered } from '@marquee/api/schema.gen.ts';
import type { Manifest } from './manifest.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that cannot end its script element. */
const dataBlock = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

export function documentOf(data: PageData, json: string, rendered: Rendered, manifest: Manifest): string {
  const { short } = data.context.intl.locale;
  const entry = manifest.entries[short] ?? manifest.entries.en;
  const attributes = Object.entries(rendered.htmlAttributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const picture = rendered.preloadPicture;
  return [
    `<!doctype html><html lang="${escape(short)}"${attributes.join('')}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escape(data.head.title)}</title>`,
    rendered.headScript === undefined ? '' : `<script>${rendered.headScript}</script>`,
    'data-mode' in rendered.htmlAttributes ? `<script src="/${escape(manifest.mode)}"></script>` : '',
    ...(entry?.css ?? []).map((file) => `<link rel="stylesheet" href="/${escape(file)}">`),
    `<meta name="theme-color" content="${escape(rendered.themeColor)}"><meta name="color-scheme" content="${escape(rendered.colorScheme)}">`,
    picture === undefined
      ? ''
      : `<link rel="preload" as="image" fetchpriority="high" imagesrcset="${escape(picture.srcset)}" imagesizes="${escape(picture.sizes)}">`,
    `<style>${rendered.css}</style>`,
    ...rendered.preloadFonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${escape(file)}">`,
    ),
    `</head><body><div id="root">${rendered.body}</div><div id="modal-root"></div>`,
    `<script type="application/json" id="page-data">${dataBlock(json)}</script>`,
    entry === undefined ? '' : `<script type="module" src="/${escape(entry.js)}" fetchpriority="low"></script>`,
    '</body></html>',
  ].join('');
}
