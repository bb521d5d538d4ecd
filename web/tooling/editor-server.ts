// Serves the built editor with an in-memory API, to look at it without the server: `npm run preview:editor`.

import { EDITOR_API_PREFIX } from '@marquee/rules/paths.gen.ts';
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { field, isRecord, list, text } from '@marquee/api/json.ts';
import { instantOf } from '@marquee/editor/src/state/program/clock.ts';
import { FakeEditorApi } from '@marquee/testkit/editor/fake-editor-api.ts';
import { DIST, ROOT } from './paths.ts';

const ART = join(ROOT, 'fixtures/art');
const PORT = Number(process.env['PORT'] ?? 8090);
/** Origin of the framed site, by its key. */
const originOf = (key: string): string => (key === 'aster' ? 'http://aster.localhost:8080' : 'http://localhost:8080');

/** As the server sends it for the editor. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: http:; connect-src 'self'; frame-src http:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

/** Records by a field, as the draft has them. */
const byKey = (rows: unknown, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list(rows).map((row) => [text(field(row, name)), row]));
const orderOf = (rows: unknown): readonly string[] => list(rows).map((row) => text(field(row, 'id')));

/** An event of the fixtures with dates, which the fixtures count from today. */
function eventOf(row: unknown): unknown {
  if (!isRecord(row)) return row;
  const { inDays, time, weekday, ...event } = row;
  const days = weekday === null ? list(inDays).map(Number) : [0];
  const dates = days.map((day) => {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
    return typeof time === 'string' ? { date, time: `${time}:00` } : { date };
  });
  return { ...event, dates, ...(weekday === null ? {} : { weekly: weekday }) };
}

/** Everything of a site that is edited, except its record. */
function contentOf(key: string): object {
  const part = (name: string): unknown => read(`fixtures/demo/${key}/${name}.json`);
  const [theaters, events] = [part('theaters'), list(part('events')).map(eventOf)];
  return {
    theaters: byKey(theaters, 'id'),
    theaterOrder: orderOf(theaters),
    events: byKey(events, 'id'),
    eventOrder: orderOf(events),
    pages: byKey(part('pages'), 'path'),
    menus: part('menus'),
    attributes: [],
    shows: {},
    films: {},
    programRules: {},
  };
}

/** The shows of the fixtures as a feed has them, from four days ago on. All theaters are in one time zone. */
function showsOf(key: string): readonly unknown[] {
  const today = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  return list(field(read(`fixtures/demo/${key}/schedule.json`), 'lines')).flatMap((line, index) =>
    list(field(line, 'days')).flatMap((offset) => {
      const day = new Date(Date.parse(`${today}T12:00:00Z`) + Number(offset) * 86_400_000).toISOString().slice(0, 10);
      const weekdays = list(field(line, 'weekdays'));
      const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
      if (weekdays.length > 0 && !weekdays.includes(weekday)) return [];
      return list(field(line, 'times')).map((time) => ({
        id: `${index}-${text(offset)}-${text(time).replace(':', '')}`,
        movieId: field(line, 'movieId'),
        theaterId: field(line, 'theaterId'),
        startsAt: instantOf({ zone: 'America/Detroit', startHour: 3 }, { day, minutes: minutesOf(text(time)) }),
        businessDate: day,
        screen: field(line, 'screen'),
        attributes: field(line, 'attributes'),
        price: field(line, 'price'),
      }));
    }),
  );
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return (hour < 3 ? hour + 24 : hour) * 60 + minute;
}

const daysLater = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The films as a feed has them. */
const movies = list(read('fixtures/demo/films.json')).flatMap((film) => {
  if (!isRecord(film)) return [];
  const { releaseInDays, year, ...movie } = film;
  return [
    { ...movie, ...(year === null ? {} : { year }), releaseDate: daysLater(Number(releaseInDays)), badges: [], attributes: [] },
  ];
});

const films = list(read('fixtures/demo/films.json')).map((film, index) => ({
  id: field(film, 'id'),
  title: field(film, 'title'),
  releaseDate: daysLater(Number(field(film, 'releaseInDays'))),
  shows: (index * 7) % 31,
  runtime: field(film, 'runtime'),
  certificate: field(film, 'certificate'),
  poster: field(film, 'poster'),
  feed: true,
}));

/** The art of the fixtures, which the server would have as renditions. */
const pictures = readdirSync(ART).map((file) => ({
  source: `art/${file}`,
  address: `/art/${file}`,
  width: 1600,
  height: 1000,
  places: [],
}));

const api = new FakeEditorApi({
  schema: read('docs/reference/site.schema.json'),
  sites: Object.fromEntries(
    (process.env['NO_SITES'] === '1' ? [] : ['aster', 'meridian']).map((key) => [
      key,
      { record: read(`fixtures/demo/${key}/site.json`), origin: originOf(key), content: contentOf(key) },
    ]),
  ),
  // NO_FILMS=1 is a server without the list of films.
  ...(process.env['NO_FILMS'] === '1' ? {} : { films, movies }),
  // NO_FEED=1 is a site whose shows are all typed in.
  ...(process.env['NO_FEED'] === '1' ? {} : { shows: { aster: showsOf('aster'), meridian: showsOf('meridian') } }),
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
      const json =
        type === 'application/json' ? bytes.toString() : JSON.stringify(`data:${type};base64,${bytes.toString('base64')}`);
      const body: unknown = json === '' ? undefined : JSON.parse(json);
      const result = api.handle(request.method ?? 'GET', pathname.slice(EDITOR_API_PREFIX.length) + search, body, actor);
      response.writeHead(result.status, { 'content-type': result.status < 400 ? 'application/json' : 'application/problem+json' });
      response.end(result.body === undefined ? undefined : JSON.stringify(result.body));
    });
    return;
  }
  const file = pathname.startsWith('/art/') ? join(ART, normalize(pathname).slice('/art'.length)) : join(DIST, normalize(pathname));
  const isFile = existsSync(file) && statSync(file).isFile();
  const served = isFile ? file : join(DIST, 'editor/index.html');
  response.writeHead(200, {
    'content-type': TYPES[extname(served)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
  });
  createReadStream(served).pipe(response);
}).listen(PORT, () => console.log(`http://localhost:${PORT}/editor/`));
