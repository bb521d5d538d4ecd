// The system of the feeds in the tests of feeds: it serves spreadsheets and facts of films, and takes messages of webhooks.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The system of the feed: a spreadsheet with one show at Old Mill, far fewer than the demo has there. */
export const SHEET = 'Date,Time,Film,Theater\n2026-11-23,21:41,Mother Tongue,Old Mill\n';
/** Two films whose titles are not those of the site. */
const OTHER_TITLES = `Date,Time,Film,Theater
2026-11-23,19:02,MOTHER TONGUE (2D),Old Mill
2026-11-23,17:03,Low Tide Orchestra [4K],Old Mill
`;
/** A film in two versions. */
const VERSIONS = `Date,Time,Film,Theater
2026-11-23,19:03,Night Ferry,Old Mill
2026-11-23,21:04,Night Ferry (subt.),Old Mill
`;
/** A show that a person moves. */
const ASKED = 'Date,Time,Film,Theater\n2026-11-24,18:11,Night Ferry,Old Mill\n';
/** Where the editor's API has it. */
export const PROGRAM = 'aster/program?theater=aster-old-mill&from=2026-11-24&days=1';
/** A show of a cinema with one theater. */
const SINGLE = 'Date,Time,Film\n2026-11-24,18:11,Night Ferry to Lisle\n';
/** A film of which the feed knows little. */
const BARE = 'Date,Time,Film,Theater,Length\n2026-11-23,18:06,Lantern Street,Old Mill,104\n';
/** What TMDB says of it. */
const DETAILS = {
  id: 4711,
  title: 'Lantern Street',
  release_date: '2026-10-02',
  runtime: 104,
  overview: 'A street that is dark for one night.',
  genres: [{ name: 'Drama' }],
  credits: { cast: [{ name: 'Ada Moor' }], crew: [{ name: 'Cy Vane', job: 'Director' }] },
};
const TMDB: Readonly<Record<string, unknown>> = { '/3/search/movie': { results: [DETAILS] }, '/3/movie/4711': DETAILS };
/** What a site of Vue says of one show. */
const SESSION = {
  sessionId: '1',
  bookingUrl: '/book-tickets/summary/10032/HO1/1',
  startTime: '6:22 PM',
  showTimeWithTimeZone: '2026-11-23T18:22:00-05:00',
  isBookingAvailable: true,
  screenName: 'Screen 1',
};
const VUE = {
  result: [{ filmId: 'HO1', filmTitle: 'The Tin Orchard', showingGroups: [{ date: '2026-11-23T00:00:00', sessions: [SESSION] }] }],
};
const SHEETS: Readonly<Record<string, string>> = {
  '/week.csv': SHEET,
  '/titles.csv': OTHER_TITLES,
  '/versions.csv': VERSIONS,
  '/asked.csv': ASKED,
  '/single.csv': SINGLE,
  '/bare.csv': BARE,
  '/vue.json': JSON.stringify(VUE),
};
/** Messages that the program of somebody else has received. */
export const messages: string[] = [];
const system = createServer((request, response) => {
  if (request.method === 'POST') {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      messages.push(body);
      response.writeHead(request.url === '/refuses' ? 500 : 204).end();
    });
    return;
  }
  const { pathname } = new URL(request.url ?? '', 'http://system.example');
  if (TMDB[pathname] !== undefined) {
    const isAllowed = request.headers.authorization === 'Bearer s3cret';
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(TMDB[pathname]));
    return;
  }
  const sheet = SHEETS[request.url ?? ''];
  response.writeHead(sheet === undefined ? 404 : 200, { 'content-type': 'text/csv' });
  response.end(sheet);
});
await new Promise<void>((resolve) => {
  system.listen(0, '127.0.0.1', resolve);
});
// oxlint-disable-next-line consistent-type-assertions -- it listens to a port
export const { port } = system.address() as AddressInfo;
export const ADDRESS = `http://127.0.0.1:${port}/week.csv`;

export function stopSystem(): void {
  system.close();
  // The demo server keeps its connections open.
  system.closeAllConnections();
}
