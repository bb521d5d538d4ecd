import type { SiteFrame } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { originsOf, stylingOf, withStyling } from './preview.ts';
import { MERIDIAN } from '@marquee/testkit/themes.ts';

const FAMILIES = { 'Open Sans': '', 'EB Garamond': '' };
const read = (message: unknown) => stylingOf(message, (name) => Object.hasOwn(FAMILIES, name));
const readMessage = (type: string, value: unknown) => read({ type, payload: { [type]: value } });

const PALETTE = {
  muted: '#111111',
  accent: '#222222',
  primary: '#a1b2c3',
  highlight: '#444444',
  background: '#555555',
  footerBackground: '#666666',
  headerBackground: '#777777',
};
const SITE: SiteFrame = {
  key: 'meridian',
  name: 'Meridian',
  headerLayout: 'BAR',
  footerLayout: 'COLUMNS',
  logoSize: 36,
  hasSearch: true,
  footerMobileLinks: true,
  menu: [],
  footer: { columns: [], legal: [], copyright: '' },
  locales: [],
  watchlist: false,
  lateBookingMinutes: 0,
  theme: MERIDIAN,
  allTheaters: [],
  theatersHref: '',
  homeHref: '/',
  searchHref: '/search/',
};
/** The site after a message. */
const after = (type: string, value: unknown): SiteFrame => {
  const styling = readMessage(type, value);
  return styling === undefined ? SITE : withStyling(SITE, styling);
};

describe('PREV-05 a message is {type, payload}', () => {
  it.each([
    'hello',
    null,
    undefined,
    7,
    true,
    [],
    {},
    { type: 'hasSearch' },
    { payload: { hasSearch: false } },
    { type: 'hasSearch', payload: false },
    { type: 'hasSearch', payload: { footerMobileLinks: false } },
    { type: 'lifeCycle', lifeCycle: 'mounted' },
    { type: ['hasSearch'], payload: { hasSearch: false } },
    { type: 'hassearch', payload: { hassearch: false } },
    { type: { toString: 1, valueOf: 1 }, payload: {} },
    [{ type: 'hasSearch', payload: { hasSearch: false } }],
  ])('%j is invalid', (message) => {
    expect(read(message)).toBeUndefined();
  });

  it('inherited fields are ignored', () => {
    expect(read(Object.create({ type: 'hasSearch', payload: { hasSearch: false } }))).toBeUndefined();
    expect(read({ type: 'hasSearch', payload: Object.create({ hasSearch: false }) })).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('type %s is unknown', (type) => {
    expect(read(JSON.parse(`{"type":"${type}","payload":{"${type}":{"hasSearch":false}}}`))).toBeUndefined();
  });
});

describe('PREV-06 the switches are booleans', () => {
  it.each(['hasSearch', 'footerMobileLinks'] as const)('%s', (type) => {
    expect(after(type, false)).toEqual({ ...SITE, [type]: false });
    for (const invalid of ['false', 0, null, {}, []]) expect(readMessage(type, invalid)).toBeUndefined();
  });
});

describe('PREV-07 a message changes its own setting only', () => {
  it('headerLayout', () => {
    for (const layout of ['BAR', 'SPLIT', 'STACKED', 'DRAWER'])
      expect(after('headerLayout', layout)).toEqual({ ...SITE, headerLayout: layout });
    for (const invalid of ['split', 'COLUMNS', '', 1, ['BAR'], 'BAR"><script>'])
      expect(readMessage('headerLayout', invalid)).toBeUndefined();
  });

  it('footerLayout', () => {
    for (const layout of ['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'])
      expect(after('footerLayout', layout)).toEqual({ ...SITE, footerLayout: layout });
    for (const invalid of ['BAR', null, {}]) expect(readMessage('footerLayout', invalid)).toBeUndefined();
  });

  it('logoSize, of 24 to 64 px', () => {
    expect(after('logoSize', 48)).toEqual({ ...SITE, logoSize: 48 });
    expect(after('logoSize', 24.4)).toEqual({ ...SITE, logoSize: 24 });
    expect([24, 64].map((size) => readMessage('logoSize', size))).toEqual([
      { type: 'logoSize', value: 24 },
      { type: 'logoSize', value: 64 },
    ]);
    expect(['SMALL', 'MEDIUM', 'LARGE'].map((size) => readMessage('logoSize', size))).toEqual(
      [28, 36, 48].map((value) => ({ type: 'logoSize', value })),
    );
    for (const invalid of [23, 65, -1, Number.NaN, Number.POSITIVE_INFINITY, '48', 'toString', '1px;}body{display:none', null])
      expect(readMessage('logoSize', invalid)).toBeUndefined();
  });

  it('colorScheme leaves fonts and layouts', () => {
    const site = after('colorScheme', { palette: PALETTE });
    expect(site).toEqual({
      ...SITE,
      theme: { ...MERIDIAN, colors: { ...MERIDIAN.colors, palette: { ...PALETTE, primary: '#A1B2C3' } } },
    });
  });

  it('font leaves colors and the other font', () => {
    const site = after('font', { fontTarget: 'heading', font: 'EB Garamond', weights: ['500i'] });
    expect(site).toEqual({
      ...SITE,
      theme: { ...MERIDIAN, fonts: { ...MERIDIAN.fonts, heading: 'EB Garamond', weightHeading: 500, italicHeading: true } },
    });
  });
});

describe('PREV-08 a color scheme has the seven colors', () => {
  it.each(Object.keys(PALETTE))('is invalid without %s', (name) => {
    expect(readMessage('colorScheme', { palette: { ...PALETTE, [name]: undefined } })).toBeUndefined();
    expect(
      readMessage('colorScheme', { palette: Object.fromEntries(Object.entries(PALETTE).filter(([key]) => key !== name)) }),
    ).toBeUndefined();
  });

  it.each([
    'red',
    '#fff',
    '#12345',
    '#1234567',
    '#12345g',
    'rgb(0,0,0)',
    '#111111;}',
    '#111111\n',
    ' #111111',
    'url(//x)',
    0x111111,
    null,
    ['#111111'],
    { toString: () => '#111111' },
  ])('%j is not a color', (color) => {
    expect(readMessage('colorScheme', { palette: { ...PALETTE, primary: color } })).toBeUndefined();
    expect(readMessage('colorScheme', { palette: PALETTE, brand2: color ?? 'null' })).toBeUndefined();
  });

  it('ignores inherited colors', () => {
    expect(readMessage('colorScheme', { palette: Object.create(PALETTE) })).toBeUndefined();
    expect(readMessage('colorScheme', JSON.parse('{"__proto__":{"palette":{}}}'))).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty('palette');
  });

  it('sets surfaces, combination, second brand color and roundness, and keeps missing ones', () => {
    const site = after('colorScheme', {
      palette: PALETTE,
      brand2: '#abcdef',
      settings: { background: { tintShade: 120, paletteColor: 'muted' } },
      combination: { name: 'manual', swap: true },
      roundness: { buttons: 'HIGH', content: 'MEDIUM' },
    });
    expect(site.theme.colors).toMatchObject({
      brand2: '#ABCDEF',
      swap: true,
      background: { tintShade: 120, paletteColor: 'muted' },
    });
    expect(site.theme.colors.headerBackground).toEqual(MERIDIAN.colors.headerBackground);
    expect([site.theme.roundButtons, site.theme.roundContent]).toEqual(['HIGH', 'MEDIUM']);
  });

  it.each([0, 100, 200])('SITE-03 takes a tint of %i', (tintShade) => {
    const scheme = { palette: PALETTE, settings: { background: { tintShade, paletteColor: 'muted' } } };
    expect(after('colorScheme', scheme).theme.colors.background).toEqual({ tintShade, paletteColor: 'muted' });
  });

  it.each([
    { settings: 'dark' },
    { settings: [] },
    { settings: { background: { tintShade: 201, paletteColor: 'muted' } } },
    { settings: { background: { tintShade: -1, paletteColor: 'muted' } } },
    { settings: { background: { tintShade: Number.NaN, paletteColor: 'muted' } } },
    { settings: { background: { tintShade: '100', paletteColor: 'muted' } } },
    { settings: { headerBackground: { tintShade: 100, paletteColor: 'blue' } } },
    { settings: { footerBackground: { tintShade: 100, paletteColor: 'constructor' } } },
    { settings: { footerBackground: null } },
    { combination: true },
    { combination: { swap: 'yes' } },
    { combination: null },
    { roundness: { buttons: 'HIGH' } },
    { roundness: { buttons: 'ROUND', content: 'NONE' } },
    { roundness: 'HIGH' },
    { brand2: '' },
  ])('counts for nothing with %j', (more) => {
    expect(readMessage('colorScheme', { palette: PALETTE, ...more })).toBeUndefined();
  });
});

describe('PREV-09 a font has a target, a family and weights', () => {
  const font = { fontTarget: 'body', font: 'Open Sans', weights: ['400i'] };
  it('a trailing i is italic', () => {
    expect(readMessage('font', font)).toEqual({
      type: 'font',
      target: 'body',
      family: 'Open Sans',
      first: { weight: 400, italic: true },
    });
    expect(after('font', font).theme.fonts).toEqual({ ...MERIDIAN.fonts, italicBody: true });
    expect(after('font', { ...font, weights: ['300'] }).theme.fonts).toMatchObject({ weightBody: 300, italicBody: false });
  });

  it.each([
    { fontTarget: 'footer' },
    { fontTarget: ['body'] },
    { font: 'Comic Sans' },
    { font: 'open sans' },
    { font: 'Open Sans"}body{display:none}' },
    { font: 'Open Sans,x;}@import "//evil.example"' },
    { font: '__proto__' },
    { font: ['Open Sans'] },
    { weights: [] },
    { weights: '400' },
    { weights: [400] },
    { weights: ['450'] },
    { weights: ['1000'] },
    { weights: ['1400'] },
    { weights: ['0'] },
    { weights: ['400I'] },
    { weights: ['400 i'] },
    { weights: ['400;}'] },
    { weights: ['bold'] },
    { weights: ['400', '700x'] },
    { weights: ['400', '700', null] },
    { weights: { 0: '400', length: 1 } },
  ])('counts for nothing with %j', (more) => {
    expect(readMessage('font', { ...font, ...more })).toBeUndefined();
  });
});

describe('PREV-10 a heading has one weight, a body two', () => {
  it('heading ["600","700"] is 600', () => {
    expect(after('font', { fontTarget: 'heading', font: 'Open Sans', weights: ['600', '700'] }).theme.fonts).toEqual({
      ...MERIDIAN.fonts,
      heading: 'Open Sans',
      weightHeading: 600,
    });
  });

  it('has no second weight where the message or the target has none', () => {
    const second = (fontTarget: string, weights: readonly string[]) =>
      readMessage('font', { fontTarget, font: 'Open Sans', weights });
    expect(second('heading', ['600', '700'])).not.toHaveProperty('second');
    expect(second('body', ['600'])).not.toHaveProperty('second');
    expect(second('body', ['600', '700'])).toHaveProperty('second', { weight: 700, italic: false });
  });

  it('body ["400","700","900"] is 400 and 700', () => {
    const fonts = { ...MERIDIAN.fonts, weightBold: 600 };
    const site = { ...SITE, theme: { ...MERIDIAN, fonts } };
    const styling = readMessage('font', { fontTarget: 'body', font: 'Open Sans', weights: ['400', '700', '900'] });
    expect(styling && withStyling(site, styling).theme.fonts).toEqual({ ...fonts, weightBody: 400, weightBold: 700 });
  });
});

describe('PREV-04 the allowed origins', () => {
  it.each([
    [{ origins: ['https://editor.example', 'http://localhost:3000'] }, ['https://editor.example', 'http://localhost:3000']],
    [{ origins: [] }, []],
    [
      {
        origins: [
          'https://editor.example/',
          'null',
          '*',
          'javascript:x',
          7,
          null,
          'editor.example',
          'https://a.example https://b.example',
          ['https://c.example'],
        ],
      },
      [],
    ],
    [{ origins: 'https://editor.example' }, []],
    [['https://editor.example'], []],
    [null, []],
    ['', []],
  ])('%j', (response, origins) => {
    expect(originsOf(response)).toEqual(origins);
  });
});
