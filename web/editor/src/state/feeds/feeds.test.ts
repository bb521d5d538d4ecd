import type { EditorFeed, FeedHealth, FeedLoss, FeedRun } from '@marquee/api/editor.gen.ts';
import { describe, expect, it } from 'vitest';
import { CATALOGS } from 'virtual:editor-messages';
import { ApiError } from '../api/client.ts';
import { forgetBegunForms, forgetBegunSecrets } from '../begun-forms.ts';
import { SCHEDULE_FORMATS } from '../schedule.ts';
import {
  type FeedForm,
  NEW_FEED,
  formOf,
  isKept,
  keepForm,
  matchTheaters,
  needsTrial,
  percentOf,
  refusedField,
  settingsOf,
  stepsOf,
  switchedSettings,
  systemFaults,
  isOfFilmsOnly,
  trialRequest,
  withMatch,
  withSystem,
} from './form.ts';
import { causesOf, isSuspicious, lossScope, needsPerson, problemText, secondsOf, showsBefore, waitingFeeds } from './health.ts';
import { SYSTEMS, findSystems, systemOf } from './systems.ts';

const FEED: EditorFeed = {
  id: 'f1',
  name: 'Box office',
  address: 'https://cinema.example/feed.json',
  format: 'boxoffice',
  theaters: [{ feed: 'T1', theater: 'mill' }, { feed: 'T2' }],
  intervalMinutes: 15,
  holdPercent: 30,
  conflicts: 'ask',
  missingShows: 'removed',
  titleRules: [],
  isOn: true,
  credential: 'bearer',
  health: 'healthy',
  days: [],
  shows: 3,
  warnings: 0,
};

const RUN: FeedRun = {
  id: 'r1',
  feed: 'f1',
  started: '2026-11-20T22:44:00Z',
  tookMilliseconds: 2140,
  result: 'held',
  added: 0,
  moved: 1,
  gone: 134,
  unchanged: 28,
  warnings: 0,
  hasResponse: true,
};

const ofHealth = (health: FeedHealth): EditorFeed => ({ ...FEED, id: health, health });

const FILLED: FeedForm = { ...NEW_FEED, name: 'Agile', address: ' https://cinema.example/feed ', format: 'boxoffice' };

describe('systems', () => {
  it('ux 5.11 is found by its format, of which each system has its own', () => {
    for (const system of SYSTEMS) expect(systemOf(system.format)).toBe(system);
    expect(systemOf(undefined)).toBeUndefined();
  });

  it('no format that a file may have is missing among the systems', () => {
    for (const format of SCHEDULE_FORMATS) expect(systemOf(format), format).toBeDefined();
  });

  it('finds a system by the begin of its name, all without words', async () => {
    const { feeds } = (await CATALOGS.en()).messages;
    expect(findSystems(' ', feeds)).toEqual(SYSTEMS);
    expect(findSystems('spread', feeds).map(({ key }) => key)).toEqual(['spreadsheet']);
    expect(findSystems('qqqq', feeds)).toEqual([]);
  });
});

describe('the form of a feed', () => {
  const system = { key: 'veezi', format: 'boxoffice', credential: 'header', header: 'VeeziAccessToken' } as const;

  it('takes the name, the format and the header of the chosen system', () => {
    const form = withSystem(NEW_FEED, system, 'Veezi', undefined);
    expect(form).toMatchObject({ name: 'Veezi', format: 'boxoffice', credential: 'header', account: 'VeeziAccessToken' });
    const next = withSystem(form, { key: 'agile', format: 'json-ld' }, 'Agile', 'Veezi');
    expect(next).toMatchObject({ name: 'Agile', format: 'json-ld', credential: 'none', account: '' });
  });

  it('knows the address and the interval of a system that is the same for everybody, and keeps what was typed', () => {
    const tmdb = systemOf('tmdb');
    if (tmdb === undefined) throw new Error('no such system');
    const form = withSystem(NEW_FEED, tmdb, 'TMDB', undefined);
    expect(form).toMatchObject({ address: 'https://api.themoviedb.org/3/', intervalMinutes: 1440, credential: 'bearer' });
    expect(stepsOf(form)).toEqual(['system', 'trial']);
    const back = withSystem(form, { key: 'veezi', format: 'veezi' }, 'Veezi', 'TMDB');
    expect(back).toMatchObject({ address: '', intervalMinutes: NEW_FEED.intervalMinutes });
    expect(stepsOf(back)).toEqual(['system', 'theaters', 'trial']);
    const typed = { ...NEW_FEED, address: 'https://cinema.example/week.csv', intervalMinutes: 60 };
    expect(withSystem(typed, { key: 'veezi', format: 'veezi' }, 'Veezi', undefined)).toMatchObject({
      address: typed.address,
      intervalMinutes: 60,
    });
    expect(withSystem(typed, tmdb, 'TMDB', undefined).address).toBe('https://api.themoviedb.org/3/');
    const again = withSystem(withSystem(typed, tmdb, 'TMDB', undefined), { key: 'agile', format: 'agile' }, 'Agile', 'TMDB');
    expect(again).toMatchObject({ address: typed.address, intervalMinutes: 60 });
    const proxied = { ...form, address: 'https://proxy.example/3/' };
    expect(withSystem(proxied, tmdb, 'TMDB', 'TMDB').address).toBe(proxied.address);
    expect(systemFaults({ ...form, secret: 'x', holdPercent: '200' })).toEqual({});
    const theaters = [{ feed: 'T1', theater: 'mill' }];
    expect(settingsOf({ ...form, theaters }, true, []).theaters).toEqual([]);
  });

  it('keeps a name that was typed, and a credential that is stored', () => {
    expect(withSystem({ ...NEW_FEED, name: 'Ours' }, system, 'Veezi', undefined).name).toBe('Ours');
    expect(withSystem(formOf(FEED), system, 'Veezi', 'Box office').credential).toBe('stored');
  });

  it('describes films only if no theater is chosen (decision 0079)', () => {
    expect(isOfFilmsOnly({ ...FILLED, theaters: [{ feed: 'T1' }] })).toBe(true);
    expect(isOfFilmsOnly({ ...FILLED, theaters: [] })).toBe(true);
    expect(isOfFilmsOnly(formOf(FEED))).toBe(false);
  });

  it('names each field that is empty or wrong', () => {
    expect(systemFaults(NEW_FEED)).toEqual({ name: 'required', address: 'required' });
    expect(systemFaults(FILLED)).toEqual({});
    expect(systemFaults({ ...FILLED, address: 'cinema.example' })).toEqual({ address: 'address' });
    expect(systemFaults({ ...FILLED, address: 'file:///etc/passwd' })).toEqual({ address: 'address' });
    expect(systemFaults({ ...FILLED, name: 'x'.repeat(61) })).toEqual({ name: 'long' });
    expect(systemFaults({ ...FILLED, credential: 'bearer' })).toEqual({ secret: 'required' });
    expect(systemFaults({ ...FILLED, credential: 'basic', secret: 'x' })).toEqual({ account: 'required' });
    expect(systemFaults({ ...FILLED, credential: 'stored', holdPercent: '0' })).toEqual({ holdPercent: 'percent' });
  });

  it.each([
    ['1', 1],
    [' 100 ', 100],
    ['0', undefined],
    ['101', undefined],
    ['4.5', undefined],
    ['', undefined],
  ])('reads %j percent as %s', (typed, percent) => expect(percentOf(typed)).toBe(percent));

  it('sends the credential of the chosen kind only', () => {
    const typed = { ...FILLED, account: ' X-Key ', secret: ' s3cret ' };
    expect(settingsOf({ ...typed, credential: 'header' }, true, []).credential).toEqual({
      kind: 'header',
      name: 'X-Key',
      value: 's3cret',
    });
    expect(settingsOf({ ...typed, credential: 'bearer' }, true, []).credential).toEqual({ kind: 'bearer', token: 's3cret' });
    expect(settingsOf({ ...typed, credential: 'none' }, true, []).credential).toEqual({ kind: 'none' });
    expect(settingsOf({ ...typed, credential: 'stored' }, true, [])).not.toHaveProperty('credential');
  });

  it('switches a feed off without another change', () => {
    const { name, address, format, theaters, intervalMinutes, holdPercent, conflicts, missingShows, titleRules } = FEED;
    expect(switchedSettings(FEED, false)).toEqual({
      name,
      address,
      format,
      theaters,
      intervalMinutes,
      holdPercent,
      conflicts,
      missingShows,
      titleRules,
      isOn: false,
    });
  });

  it('tries with the stored credential only if none is typed', () => {
    expect(trialRequest(formOf(FEED), FEED, true)).toMatchObject({ feed: 'f1', theaters: FEED.theaters, holdPercent: 30 });
    expect(trialRequest({ ...formOf(FEED), credential: 'none' }, FEED, false)).not.toHaveProperty('feed');
    const typed = trialRequest({ ...FILLED, credential: 'bearer', secret: 's' }, undefined, false);
    expect(typed).toEqual({
      address: 'https://cinema.example/feed',
      format: 'boxoffice',
      holdPercent: 40,
      conflicts: 'feedWins',
      credential: { kind: 'bearer', token: 's' },
    });
  });

  it('must be tried again if it may read other shows', () => {
    const form = formOf(FEED);
    expect(needsTrial({ ...form, name: 'Other', intervalMinutes: 60, holdPercent: '50' }, FEED)).toBe(false);
    expect(needsTrial({ ...form, address: 'https://other.example/' }, FEED)).toBe(true);
    expect(needsTrial({ ...form, credential: 'none' }, FEED)).toBe(true);
    expect(needsTrial({ ...form, format: 'json-ld' }, FEED)).toBe(true);
  });

  it('matches theaters as before, by id, by name, or the only ones', () => {
    const site = [
      { id: 'mill', name: 'Old Mill' },
      { id: 'harbor', name: 'Harbor' },
    ];
    const found = [
      { id: 'T1', name: 'Elsewhere', shows: 1 },
      { id: 'T2', name: 'HARBOR', shows: 1 },
      { id: 'T3', name: 'Foyer', shows: 0 },
      { id: 'T4', name: 'Mill', shows: 2, theater: 'mill' },
    ];
    expect(matchTheaters(found, site, [{ feed: 'T1', theater: 'mill' }])).toEqual([
      { feed: 'T1', theater: 'mill' },
      { feed: 'T2', theater: 'harbor' },
      { feed: 'T3' },
      { feed: 'T4', theater: 'mill' },
    ]);
    expect(matchTheaters([{ id: 'X', name: 'Other', shows: 1 }], site.slice(0, 1), [])).toEqual([{ feed: 'X', theater: 'mill' }]);
    expect(withMatch(FEED.theaters, 'T1', undefined)).toEqual([{ feed: 'T1' }, { feed: 'T2' }]);
  });

  it('is kept by site and feed until it is saved', () => {
    keepForm('aster', 'f1', FILLED);
    expect(isKept('aster', 'f1', FILLED)).toBe(true);
    expect(isKept('aster', 'f2', FILLED)).toBe(false);
    expect(isKept('meridian', 'f1', FILLED)).toBe(false);
    keepForm('aster', 'f1', { ...FILLED, name: 'Other' });
    expect(isKept('aster', 'f1', FILLED)).toBe(false);
    keepForm('aster', 'f1', undefined);
    expect(isKept('aster', 'f1', FILLED)).toBe(false);
  });

  it('is forgotten when the operator signs out; with a secret, also when the session ends', () => {
    const secret: FeedForm = { ...FILLED, credential: 'bearer', secret: 's3cret' };
    keepForm('aster', undefined, FILLED);
    keepForm('aster', 'f1', secret);
    forgetBegunSecrets();
    expect(isKept('aster', undefined, FILLED)).toBe(true);
    expect(isKept('aster', 'f1', secret)).toBe(false);
    forgetBegunForms();
    expect(isKept('aster', undefined, FILLED)).toBe(false);
  });

  it('finds the field that the server refuses', () => {
    const refused = (body: object) => refusedField(new ApiError(422, body));
    expect(refused({ field: 'name' })).toBe('name');
    expect(refused({ field: 'credential' })).toBe('secret');
    expect(refused({ code: 'credential' })).toBe('secret');
    expect(refused({ code: 'unreachable' })).toBe('address');
    expect(refused({ code: 'invalid' })).toBeUndefined();
    expect(refused({ field: 'intervalMinutes' })).toBeUndefined();
  });
});

describe('the health of feeds', () => {
  it('counts feeds that are held or stale, held ones first', () => {
    const feeds = (['failing', 'stale', 'healthy', 'held', 'off', 'new'] as const).map((health) => ofHealth(health));
    expect(feeds.filter(needsPerson).map(({ id }) => id)).toEqual(['stale', 'held']);
    expect(waitingFeeds(feeds).map(({ id }) => id)).toEqual(['held', 'stale']);
  });

  it('has the shows before a run, and its time in whole seconds', () => {
    expect(showsBefore(RUN)).toBe(163);
    expect(secondsOf(RUN)).toBe(2);
    expect(secondsOf({ tookMilliseconds: 12 })).toBe(1);
  });

  it('names the theaters that lose too many shows, unless it is the site that does', () => {
    const [mill, harbor] = [
      { id: 'mill', name: 'Old Mill', before: 100, gone: 90 },
      { id: 'harbor', name: 'Harbor', before: 11, gone: 11 },
    ];
    const scope = (percent: number, theaters: FeedLoss['theaters'], count = 4) =>
      lossScope({ percent, isHeld: true, theaters }, 40, count);
    expect(scope(30, [mill])).toEqual({ theaters: ['Old Mill'], percent: 90, isAll: false });
    expect(scope(82, [mill])).toEqual({ theaters: ['Old Mill'], percent: 90, isAll: false });
    expect(scope(10, [harbor])).toEqual({ theaters: ['Harbor'], percent: 100, isAll: true });
    expect(scope(30, [mill, harbor])).toEqual({ theaters: ['Old Mill', 'Harbor'], percent: 91, isAll: false });
    expect(scope(60, [mill, harbor])).toEqual({ theaters: [], percent: 60, isAll: false });
    expect(scope(90, [mill], 1)).toEqual({ theaters: [], percent: 90, isAll: false });
    expect(scope(41, [])).toEqual({ theaters: [], percent: 41, isAll: false });
    expect(scope(5, [{ ...harbor, name: '' }]).theaters).toEqual(['harbor']);
  });

  it('tells what speaks for a mistake', () => {
    const theaters = [{ id: 'mill', name: 'Old Mill', before: 163, gone: 134 }];
    const causes = causesOf(RUN, { percent: 82, isHeld: true, theaters, nothingFrom: '2026-11-21' });
    expect(causes.map(({ kind }) => kind)).toEqual(['responded', 'same', 'nothingFrom', 'theater']);
    expect(causes.filter(isSuspicious).map(({ kind }) => kind)).toEqual(['nothingFrom', 'theater']);
    expect(causesOf({ ...RUN, unchanged: 0 }, { percent: 1, isHeld: false, theaters: [] })).toEqual([
      { kind: 'responded', seconds: 2 },
    ]);
  });

  it('says why a feed could not be read', async () => {
    const { messages } = await CATALOGS.en();
    const textOf = (body: object) => problemText(new ApiError(422, body), 'Agile', messages);
    expect(textOf({ code: 'credential' })).toBe('Agile does not accept the key. Paste a new one.');
    expect(textOf({ code: 'invalid', title: 'line 3' })).toBe('We cannot read the response: line 3');
    expect(textOf({ title: 'name is the name of another feed' })).toBe('name is the name of another feed');
    expect(problemText(new ApiError(0, undefined), 'Agile', messages)).toBe(messages.errors.unreachable());
  });
});
