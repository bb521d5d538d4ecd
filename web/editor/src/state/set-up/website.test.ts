import type { WebsiteFinding } from '@marquee/api/editor.gen.ts';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contrastsOf, isLow } from '../design/contrast.ts';
import { themeColorsOf } from '../design/theme.ts';
import { defaultsOf, requestOf, wayOf } from './form.ts';
import { NO_SCHEDULE } from '../schedule.ts';
import {
  NO_WEBSITE,
  type Website,
  corrected,
  forgetWebsite,
  isFound,
  readWebsite,
  sampleFilms,
  websiteStore,
  withFinding,
} from './website.ts';

const PALETTE = {
  primary: '#7A1F5C',
  accent: '#D8B9CE',
  highlight: '#E08A00',
  muted: '#D9D7D3',
  background: '#FFFDF8',
  headerBackground: '#241A22',
  footerBackground: '#241A22',
};
const show = (movieId: string, startsAt: string) => ({ added: true, fields: { movieId, theaterId: 't', startsAt } });
const FINDINGS: readonly WebsiteFinding[] = [
  { found: 'identity', name: 'Lantern', description: 'A small cinema', host: 'lantern.example' },
  { found: 'style', palette: PALETTE, fonts: { heading: 'Bitter', body: 'Nunito' } },
  { found: 'logo', picture: 'AAAA' },
  {
    found: 'program',
    program: {
      theaters: [],
      films: { '1': { added: true, fields: { title: 'Orchard' } }, '2': { added: true, fields: { title: 'Moths' } } },
      shows: {
        a: show('1', '2026-11-28T00:30:00Z'),
        b: show('2', '2026-11-27T20:00:00Z'),
        c: show('1', '2026-11-29T00:30:00Z'),
      },
    },
    until: '2026-11-28',
    withoutPicture: 2,
  },
  { found: 'pages', pages: [{ title: 'About us', paragraphs: ['We show films.'] }] },
  { found: 'end' },
];
const START: Website = { state: 'reading', address: 'lantern.example' };
const after = (count: number): Website => FINDINGS.slice(0, count).reduce(withFinding, START);
const READ = after(FINDINGS.length);
const FORM = { ...defaultsOf({ languages: ['en-US'], timeZone: 'UTC', offered: ['en'] }), name: 'L', website: 'lantern.example' };

describe('findings', () => {
  it('fill the rows one by one', () => {
    const rows = [1, 2, 3, 4, 5].map((count) => [isFound(after(count), 'colors'), isFound(after(count), 'program')]);
    expect(rows).toEqual([
      [undefined, undefined],
      [true, undefined],
      [true, undefined],
      [true, true],
      [true, true],
    ]);
    expect(READ.state).toBe('read');
  });

  it('that did not come before the end are missing', () => {
    const partly = withFinding(after(2), { found: 'end' });
    expect([isFound(partly, 'colors'), isFound(partly, 'logo'), isFound(partly, 'program')]).toEqual([true, false, false]);
    expect(withFinding(START, { found: 'end', problem: 'unreachable' })).toMatchObject({ state: 'failed', failure: 'unreadable' });
    expect(withFinding(START, { found: 'end', problem: 'address' }).failure).toBe('address');
  });

  it('are shown as the films that play next', () => {
    expect(sampleFilms(READ, 4)).toEqual([
      { title: 'Moths', times: ['2026-11-27T20:00:00Z'] },
      { title: 'Orchard', times: ['2026-11-28T00:30:00Z', '2026-11-29T00:30:00Z'] },
    ]);
  });
});

describe('the request', () => {
  it('has what is ticked', () => {
    expect(requestOf(FORM, false, READ, NO_SCHEDULE).website).toEqual({
      host: 'lantern.example',
      description: 'A small cinema',
      palette: READ.palette,
      fonts: { heading: 'Bitter', body: 'Nunito' },
      logo: 'AAAA',
      pages: [],
      program: { theaters: [], films: READ.program?.films, shows: READ.program?.shows },
    });
    const nothing = requestOf({ ...FORM, takes: ['pages'] }, false, READ, NO_SCHEDULE).website;
    expect(nothing).toEqual({ host: 'lantern.example', description: 'A small cinema', pages: READ.pages });
  });

  it('has no program if the operator types it in, and nothing without an address', () => {
    expect(requestOf({ ...FORM, program: 'type' }, false, READ, NO_SCHEDULE).website?.program).toBeUndefined();
    expect(requestOf({ ...FORM, website: '' }, false, READ, NO_SCHEDULE).website).toBeUndefined();
    expect(requestOf(FORM, false, NO_WEBSITE, NO_SCHEDULE).website).toBeUndefined();
    expect([wayOf(FORM, READ), wayOf(FORM, NO_WEBSITE), wayOf({ ...FORM, takes: [] }, READ)]).toEqual(['website', 'type', 'type']);
  });
});

it('corrects colors of any website until they pass contrast', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`);
  const palettes = fc.record({
    primary: color,
    accent: color,
    highlight: color,
    muted: color,
    background: color,
    headerBackground: color,
    footerBackground: color,
  });
  fc.assert(
    fc.property(palettes, (palette) => {
      const colors = themeColorsOf({ site: { config: { theme: { colors: { palette: corrected(palette) } } } } });
      const low = contrastsOf(colors).filter((pair) => isLow(pair) && pair.name === 'buttonOnPage');
      expect(low).toEqual([]);
    }),
    { numRuns: 200, seed: 20_261_126 },
  );
  expect(corrected(PALETTE)).toEqual({ ...PALETTE, highlight: '#C37800' });
});

describe('a reading', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    forgetWebsite();
  });

  const respond = (body: BodyInit, status = 200): void =>
    void vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  const LINES = FINDINGS.map((finding) => `${JSON.stringify(finding)}\n`).join('');

  it('takes lines in any pieces', async () => {
    const bytes = new TextEncoder().encode(LINES);
    const pieces = [bytes.slice(0, 7), bytes.slice(7, 300), bytes.slice(300)];
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    respond(stream);
    await readWebsite('lantern.example', 'UTC');
    expect(websiteStore.value()).toEqual(READ);
  });

  it('that breaks off keeps what was found', async () => {
    respond(LINES.split('\n').slice(0, 2).join('\n') + '\n');
    await readWebsite('lantern.example', 'UTC');
    expect(websiteStore.value()).toMatchObject({ state: 'read', host: 'lantern.example', logo: '' });
  });

  it.each([
    [503, 'busy'],
    [429, 'busy'],
    [500, 'unreadable'],
  ])('that is refused with %i is %s', async (status, failure) => {
    respond('{}', status);
    await readWebsite('lantern.example', 'UTC');
    expect(websiteStore.value()).toMatchObject({ state: 'failed', failure });
  });
});
