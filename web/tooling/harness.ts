// `npm run preview:pages`: renders every sample page as the server does, into /tmp/pages.
//
//   --out <dir>      writes to another directory
//   --dev            uses the development builds, which print React's warnings
//   --serve [port]   serves the pages afterwards (default port 4310), with scripts, pictures and the strict policy,
//                    and the trial editor at http://editor.localhost:{port}/?site=http://localhost:{port}/{page}
//   --art <dir>      pictures for --serve: {dir}/{picture id}.svg; without it pictures are colored boxes

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageData, Rendered } from '@marquee/api/schema.gen.ts';
import { PREVIEW_PATH } from '@marquee/rules/paths.gen.ts';
import { ASSETS_PREFIX, FONTS_PREFIX, MEDIA_PREFIX, SERVICE_WORKER_PATH } from '@marquee/rules/paths.gen.ts';
import { documentOf } from './document.ts';
import { isolate } from './isolate.ts';
import type { Manifest } from './manifest.ts';
import { DIST, WEB } from './paths.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(tmpdir(), 'pages') },
    art: { type: 'string' },
    dev: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
  },
});

const SAMPLES = join(WEB, 'testkit/pages');
const files = options.dev ? join(DIST, 'dev') : DIST;
const names = (): string[] =>
  readdirSync(SAMPLES)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -5))
    .toSorted();

/** Renders a page. Returns its HTML, and the inline style and script whose hashes the policy needs. */
function page(name: string): { html: string; css: string; headScript: string } {
  const { render, console: consoleLines } = isolate(
    join(DIST, options.dev ? 'ssr.dev.js' : 'ssr.js'),
    options.dev ? 'stopped' : 'none',
  );
  const data: PageData = JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8'));
  const json = JSON.stringify(data);
  const started = performance.now();
  const rendered: Rendered = JSON.parse(render(json));
  const elapsed = performance.now() - started;
  const manifest: Manifest = JSON.parse(readFileSync(join(files, 'manifest.json'), 'utf8'));
  console.log(
    `${name}: ${rendered.body.length} characters, ${rendered.body.match(/<[a-z]/g)?.length ?? 0} elements, ${Math.round(elapsed)} ms`,
  );
  for (const line of consoleLines) console.warn(`  console: ${line}`);
  if (/<[^>]*\sstyle="/.test(rendered.body)) console.warn('  a style attribute: the content security policy forbids it');
  return { html: documentOf(data, json, rendered, manifest), css: rendered.css, headScript: rendered.headScript ?? '' };
}

mkdirSync(options.out, { recursive: true });
for (const name of names()) {
  const { html } = page(name);
  // Opened as a file, absolute paths must lead to the build.
  const local = html.replace(
    /(["(\s])\/(assets|fonts)\//g,
    (_, before: string, dir: string) => `${before}file://${dir === 'fonts' ? DIST : files}/${dir}/`,
  );
  writeFileSync(join(options.out, `${name}.html`), local);
}
console.log(`${names().length} pages in ${options.out}`);

/** The sample that is served at /offline.html. */
const OFFLINE = 'aster-offline';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
  '.txt': 'text/plain',
};

if (options.serve) {
  const port = Number(positionals[0] ?? 4310);
  createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const requested = path.slice(1).replace(/\.html$/, '') || 'index';
    const name = requested === 'offline' ? OFFLINE : requested;
    if (path.includes('..')) return void response.writeHead(400).end();
    if (request.headers.host === `editor.localhost:${port}`) {
      const file = join(WEB, 'editor-trial', path === '/' ? 'index.html' : path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const policy = "default-src 'none'; script-src 'self'; style-src 'self'; frame-src http: https:";
      return void response
        .writeHead(200, { 'content-type': TYPES[extname(file)], 'content-security-policy': policy })
        .end(readFileSync(file));
    }
    if (path === PREVIEW_PATH) {
      const origins = [`http://editor.localhost:${port}`];
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ origins }));
    }
    if (path.startsWith(ASSETS_PREFIX) || path.startsWith(FONTS_PREFIX)) {
      const file = join(path.startsWith(FONTS_PREFIX) ? DIST : files, path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      return void response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(readFileSync(file));
    }
    if (path === SERVICE_WORKER_PATH)
      return void response
        .writeHead(200, { 'content-type': TYPES['.js'], 'cache-control': 'no-cache' })
        .end(readFileSync(join(files, path)));
    if (path.startsWith(MEDIA_PREFIX)) return void response.writeHead(200, { 'content-type': TYPES['.svg'] }).end(picture(path));
    if (name === 'index') {
      const links = names().map((link) => `<li><a href="/${link}">${link}</a>`);
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><ul>${links.join('')}</ul>`);
    }
    if (!names().includes(name)) return void response.writeHead(404).end(`no sample ${name}`);
    const { html, css, headScript } = page(name);
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src 'self' 'sha256-${hash(headScript)}'; style-src 'self' 'sha256-${hash(css)}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; form-action 'self'`,
    });
    response.end(html);
  }).listen(port, () => console.log(`http://localhost:${port}/`));
}

/** The picture of --art with the id in this path, or a colored box. */
function picture(path: string): string | Buffer {
  const id = path.split('/')[3] ?? '';
  const art = options.art === undefined ? undefined : join(options.art, `${id}.svg`);
  if (art !== undefined && existsSync(art)) return readFileSync(art);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><rect width="2" height="3" fill="#${createHash('sha256').update(id).digest('hex').slice(0, 6)}"/></svg>`;
}
