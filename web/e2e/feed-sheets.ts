// What the systems of feeds respond in the tests of feeds.

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
export const TMDB: Readonly<Record<string, unknown>> = { '/3/search/movie': { results: [DETAILS] }, '/3/movie/4711': DETAILS };
export const SHEETS: Readonly<Record<string, string>> = {
  '/week.csv': SHEET,
  '/titles.csv': OTHER_TITLES,
  '/versions.csv': VERSIONS,
  '/asked.csv': ASKED,
  '/bare.csv': BARE,
};
