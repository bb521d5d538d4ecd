// The website that the cinema has today: what is found on it, line by line, and what the new site takes over.

import { field, isRecord } from '@marquee/api/json.ts';
import type {
  FontPair,
  Palette,
  SiteFromWebsite,
  WebsiteFinding,
  WebsitePage,
  WebsiteProgram,
  WebsiteRequest,
} from '@marquee/api/editor.gen.ts';
import { ApiError, lines } from '../api/client.ts';
import { contrastsOf, correctionOf, isLow } from '../design/contrast.ts';
import { PALETTE, themeColorsOf } from '../design/theme.ts';
import { valueStore } from '../value-store.ts';

/** What can be taken over, in the order in which it is found. */
export const PARTS = ['logo', 'colors', 'program', 'pages'] as const;
export type Part = (typeof PARTS)[number];

/** How far the reading is. A part that is undefined is still being looked for. */
export interface Website {
  readonly state: 'idle' | 'reading' | 'read' | 'failed';
  /** Address as it was typed. */
  readonly address: string;
  /** Why it could not be read. */
  readonly failure?: 'address' | 'busy' | 'unreadable';
  readonly host?: string;
  readonly description?: string;
  /** A picture as a data URL; empty for none. */
  readonly logo?: string;
  /** Corrected, so that it passes contrast; null for none. */
  readonly palette?: Palette | null;
  readonly fonts?: FontPair | null;
  readonly program?: FoundProgram;
  readonly pages?: readonly WebsitePage[];
}

interface FoundProgram extends WebsiteProgram {
  /** Day of the last show; empty without shows. */
  readonly until: string;
  readonly withoutPicture: number;
}

export const NO_WEBSITE: Website = { state: 'idle', address: '' };
const PNG = 'data:image/png;base64,';

/** The website with one more finding. */
export function withFinding(website: Website, finding: WebsiteFinding): Website {
  switch (finding.found) {
    case 'identity':
      return { ...website, host: finding.host, description: finding.description };
    case 'style':
      return {
        ...website,
        palette: finding.palette === undefined ? null : corrected(finding.palette),
        fonts: finding.fonts ?? null,
      };
    case 'logo':
      return { ...website, logo: finding.picture === undefined ? '' : PNG + finding.picture };
    case 'program':
      return {
        ...website,
        program: { ...finding.program, until: finding.until ?? '', withoutPicture: finding.withoutPicture },
      };
    case 'pages':
      return { ...website, pages: finding.pages };
    case 'end':
      return ended(website, finding.problem);
  }
}

/** The end of a reading: what was not found by then is missing. */
function ended(website: Website, problem: string | undefined): Website {
  if (problem !== undefined && website.host === undefined)
    return { ...website, state: 'failed', failure: problem === 'address' ? 'address' : 'unreadable' };
  return { logo: '', palette: null, fonts: null, program: NO_PROGRAM, pages: [], ...website, state: 'read' };
}

const NO_PROGRAM: FoundProgram = { theaters: [], films: {}, shows: {}, until: '', withoutPicture: 0 };

/** A palette in which the pairs of the site's own rules pass: the nearest colors replace those that do not. */
export function corrected(palette: Palette, rounds: number = PALETTE.length): Palette {
  const colors = themeColorsOf({ site: { config: { theme: { colors: { palette } } } } });
  const corrections = contrastsOf(colors)
    .filter(isLow)
    .flatMap((pair) => correctionOf(pair, colors) ?? []);
  if (corrections.length === 0 || rounds === 0) return palette;
  return corrected({ ...palette, ...Object.fromEntries(corrections.map(({ color, hex }) => [color, hex])) }, rounds - 1);
}

export const countOf = (records: Readonly<Record<string, unknown>> | undefined): number => Object.keys(records ?? {}).length;

/** Whether a part was found; undefined while it is being looked for. */
export function isFound(website: Website, part: Part): boolean | undefined {
  switch (part) {
    case 'logo':
      return website.logo === undefined ? undefined : website.logo !== '';
    case 'colors':
      return website.palette === undefined ? undefined : website.palette !== null;
    case 'program':
      return website.program && countOf(website.program.shows) > 0;
    case 'pages':
      return website.pages && website.pages.length > 0;
  }
}

/** Whether a part is taken over. */
export const isTaken = (website: Website, takes: readonly Part[], part: Part): boolean =>
  takes.includes(part) && isFound(website, part) === true;

/** What the new site takes over; undefined for nothing. */
export function takenOver(website: Website, takes: readonly Part[], keepsProgram: boolean): SiteFromWebsite | undefined {
  if (website.host === undefined) return undefined;
  const { host, description = '', palette, fonts, logo = '', program, pages = [] } = website;
  const has = (part: Part): boolean => isTaken(website, takes, part);
  return {
    host,
    description,
    pages: has('pages') ? [...pages] : [],
    ...(has('colors') && palette ? { palette } : {}),
    ...(has('colors') && fonts ? { fonts } : {}),
    ...(has('logo') ? { logo: logo.slice(PNG.length) } : {}),
    ...(has('program') && keepsProgram && program
      ? { program: { theaters: program.theaters, films: program.films, shows: program.shows } }
      : {}),
  };
}

/** A film of the program with its next times, for the preview. */
export interface SampleFilm {
  readonly title: string;
  /** Instants. */
  readonly times: readonly string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The films that play next. */
export function sampleFilms(website: Website, count: number): readonly SampleFilm[] {
  const { films = {}, shows = {} } = website.program ?? {};
  const times = new Map<string, string[]>();
  const sorted = Object.values(shows).toSorted((a, b) => text(a.fields['startsAt']).localeCompare(text(b.fields['startsAt'])));
  for (const show of sorted) {
    const film = text(show.fields['movieId']);
    const known = times.get(film) ?? [];
    if (known.length < 2) times.set(film, [...known, text(show.fields['startsAt'])]);
  }
  return [...times].slice(0, count).map(([film, starts]) => ({ title: text(films[film]?.fields['title']), times: starts }));
}

const FOUND: ReadonlySet<string> = new Set(['identity', 'style', 'logo', 'program', 'pages', 'end']);
/** A line of the response; undefined for one of another version of the server. */
function findingOf(line: unknown): WebsiteFinding | undefined {
  if (!isRecord(line) || !FOUND.has(text(field(line, 'found')))) return undefined;
  // oxlint-disable-next-line consistent-type-assertions -- the server's types are generated
  return line as unknown as WebsiteFinding;
}

const store = valueStore<Website>(NO_WEBSITE);
export const websiteStore: Pick<typeof store, 'value' | 'subscribe'> = store;
let running: AbortController | undefined;

/** Forgets what was found. */
export function forgetWebsite(): void {
  running?.abort();
  running = undefined;
  store.set(NO_WEBSITE);
}

/** Reads a website. The reading goes on while the operator is at other steps. */
export async function readWebsite(address: string, timeZone: string): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  store.set({ state: 'reading', address });
  const isCurrent = (): boolean => running === controller;
  try {
    const request: WebsiteRequest = { address: address.trim(), timeZone };
    for await (const line of lines('website', request, controller.signal)) {
      const finding = findingOf(line);
      if (finding !== undefined && isCurrent()) store.set(withFinding(store.value(), finding));
    }
    // The connection may have ended before the last line.
    if (isCurrent() && store.value().state === 'reading') store.set(ended(store.value(), 'unreachable'));
  } catch (error) {
    if (!isCurrent()) return;
    const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
    const known = store.value();
    store.set(isBusy ? { ...known, state: 'failed', failure: 'busy' } : ended(known, 'unreachable'));
  }
}
