// Serves the built editor with an in-memory API, to look at it without the server: `npm run preview:editor`.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { FakeEditorApi } from '@marquee/testkit/editor/fake-editor-api.ts';
import { DIST, ROOT } from './paths.ts';

const PORT = Number(process.env['PORT'] ?? 8090);
/** Origin of the framed site, by its key. */
const originOf = (key: string): string => (key === 'aster' ? 'http://aster.localhost:8080' : 'http://localhost:8080');

/** As the server sends it for the editor. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src http:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
/** Drawings in place of pictures. */
const pictures = ['#14523F', '#F5B921', '#A01D34', '#6FB7E9', '#E4002B', '#2E6B34'].map((color, index) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16"><path fill="${color}" d="M0 0h24v16H0z"/><circle cx="${5 + index * 3}" cy="6" r="4" fill="#fff8"/></svg>`;
  return {
    source: `3f7a9c${index}e1b2d4`,
    address: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width: 2400 - index * 200,
    height: 1600 - index * 100,
  };
});
const api = new FakeEditorApi({
  schema: read('docs/reference/site.schema.json'),
  sites: Object.fromEntries(
    (process.env['NO_SITES'] === '1' ? [] : ['aster', 'meridian']).map((key) => [
      key,
      { record: read(`fixtures/demo/${key}/site.json`), origin: originOf(key) },
    ]),
  ),
  hasTotp: process.env['TOTP'] === '1',
  looks: read('crates/marquee-site/src/new_site/looks.json'),
  pictures,
});
api.isSignedIn = process.env['SIGNED_OUT'] !== '1';

createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://editor');
  if (pathname.startsWith(EDITOR_API_PREFIX)) {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // A request with this header is that of another person, to try conflicts.
      const actor = request.headers['x-actor']?.toString();
      const bytes = Buffer.concat(chunks);
      const type = request.headers['content-type'] ?? 'application/json';
      const text =
        type === 'application/json' ? bytes.toString() : JSON.stringify(`data:${type};base64,${bytes.toString('base64')}`);
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const result = api.handle(request.method ?? 'GET', pathname.slice(EDITOR_API_PREFIX.length) + search, body, actor);
      response.writeHead(result.status, { 'content-type': result.status < 400 ? 'application/json' : 'application/problem+json' });
      response.end(result.body === undefined ? undefined : JSON.stringify(result.body));
    });
    return;
  }
  const file = join(DIST, normalize(pathname));
  const isFile = existsSync(file) && statSync(file).isFile();
  const served = isFile ? file : join(DIST, 'editor/index.html');
  response.writeHead(200, {
    'content-type': TYPES[extname(served)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
  });
  createReadStream(served).pipe(response);
}).listen(PORT, () => console.log(`http://localhost:${PORT}/editor/`));
