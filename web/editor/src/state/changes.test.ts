import { describe, expect, it } from 'vitest';
import { CATALOGS } from 'virtual:editor-messages';
import { CATALOGS as SETTINGS } from 'virtual:editor-settings';
import { changeSummary, changeWords, isOfTypedIn, screenOf, settingValueWords } from './changes.ts';
import { contentChecks } from './content/checks.ts';
import { placePath } from './content/dead-links.ts';

const { messages } = await CATALOGS.en();
const { texts } = await SETTINGS.en();
const NAMES = {
  filmTitle: (id: string) => (id === '7' ? 'Low Tide Orchestra' : undefined),
  show: (id: string) => (id === 'f1' ? { movieId: '7', theaterId: 'mill', startsAt: '2026-11-23T23:00:00Z' } : {}),
  moment: (at: string, zone: string) => `${at.slice(0, 16)} ${zone}`,
};
const FEATURED = '/site/config/options/featuredFilms';
const SAVED = '/site/config/options/savedBlocks';
const CONTENT = {
  site: {
    config: { options: { featuredFilms: { a: { movieId: '7', from: '2026-11-20' }, b: { movieId: '9', from: '2026-12-01' } } } },
  },
  pages: {
    '/story/': {
      path: '/story/',
      title: 'Our story',
      blocks: [
        { type: 'image', picture: 'art/mill.svg', alt: '' },
        { type: 'callToAction', title: 'Join', label: 'Join', href: '/club/' },
      ],
    },
  },
  theaters: { mill: { id: 'mill', name: 'Old Mill', slug: 'old-mill', timeZone: 'America/Detroit' } },
  films: {
    7: { fields: { title: 'Low Tide', runtime: 99 } },
    8: { fields: { certificate: null } },
    9: { added: true, fields: { title: 'Mother Tongue' } },
  },
  shows: {
    f1: { fields: { screen: '2' } },
    h1: { added: true, fields: { movieId: '9', theaterId: 'mill', startsAt: '2026-11-24T00:00:00Z' } },
  },
  events: { opera: { id: 'opera', title: 'Rusalka', slug: 'rusalka' } },
  menus: { header: [{ label: 'Our story', href: '/story/' }], footer: [], legal: [{ label: 'Terms', href: '/terms/' }] },
};

describe('PAGE-16 the words of a change of a saved block', () => {
  const join = { type: 'hero', title: 'Join us' };
  const page = (title: string) => ({ title, blocks: [{ type: 'saved', id: 'join' }] });
  const content = (...titles: readonly string[]) => ({
    site: { config: { options: { savedBlocks: { join: { name: 'Join the Club', block: join } } } } },
    pages: Object.fromEntries(titles.map((title) => [`/${title}/`, page(title)])),
  });
  const words = (pointer: string, ...titles: readonly string[]) =>
    changeWords(SAVED + pointer, content(...titles), messages, texts, NAMES);

  it('name it, its field and its pages', () => {
    const place = 'Saved block Join the Club';
    expect(words('/join/block/title', 'Hire', 'Visit')).toEqual({ place, part: 'Heading (Hire, Visit)' });
    expect(words('/join/localizations/fr/text', 'Hire')).toEqual({ place, part: 'Text in FR (Hire)' });
    expect(words('/join/block/title', 'A', 'B', 'C', 'D').part).toBe('Heading (4 pages)');
    expect(words('/join/name', 'Hire')).toEqual({ place, part: 'Name' });
    expect(words('/join')).toEqual({ place, part: 'Saved block' });
    const two = {
      site: { config: { options: { savedBlocks: { a: { name: 'A', block: join }, b: { name: 'B', block: join } } } } },
    };
    expect(changeWords(SAVED, two, messages, texts, NAMES)).toEqual({ place: 'Pages', part: 'A, B' });
    expect(changeWords(SAVED, {}, messages, texts, NAMES)).toEqual({ place: 'Pages', part: 'Saved blocks' });
    expect(words('/gone').place).toBe('Saved block gone');
    expect(words('', 'Hire')).toEqual({ place, part: 'Saved block (Hire)' });
    expect(screenOf(`${SAVED}/join/block/title`)).toBe('pages');
  });

  it('say whether it is new or removed', () => {
    const saved = { name: 'Join the Club', block: join };
    expect(changeSummary(`${SAVED}/join`, undefined, saved, messages)).toEqual({ from: 'None', to: 'Added' });
    expect(changeSummary(`${SAVED}/join`, saved, undefined, messages)).toEqual({ from: 'Join the Club', to: 'Removed' });
    expect(changeSummary(SAVED, undefined, { join: saved }, messages)).toEqual({ from: 'None', to: 'Added' });
    expect(changeSummary(`${SAVED}/join/block/title`, 'A', 'B', messages)).toBeUndefined();
    const [own, reference] = [
      { type: 'text', title: 'T' },
      { type: 'saved', id: 'join' },
    ];
    expect(changeSummary('/pages/~1a~1/blocks', [own], [own, reference], messages, false, content())?.to).toBe(
      'Saved block Join the Club added',
    );
  });
});

describe('the words of a change', () => {
  it.each([
    ['/pages/~1story~1/description', 'Our story', 'Description for search engines'],
    ['/pages/~1story~1/localizations/fr/blocks', 'Our story', 'Blocks in FR'],
    ['/pages/~1story~1', 'Our story', 'Page'],
    ['/pages/~1gone~1', '/gone/', 'Page'],
    ['/menus/header', 'Menus', 'Header'],
    ['/theaters/mill/address/city', 'Old Mill', 'City'],
    ['/theaterOrder', 'Theaters', 'Order'],
    ['/events/opera/dates', 'Rusalka', 'Dates'],
    ['/films/7/fields/title', 'Low Tide', 'Title'],
    ['/films/7', 'Low Tide', 'Title, Length'],
    [FEATURED, 'Featured', 'Low Tide Orchestra, 9'],
    [`${FEATURED}/a`, 'Featured', 'Low Tide Orchestra'],
    [`${FEATURED}/a/to`, 'Featured', 'Low Tide Orchestra, Last day'],
    [`${FEATURED}/gone`, 'Featured', 'Featured films'],
    ['/films/8/fields/certificate', '8', 'Rating'],
    ['/films/9', 'Mother Tongue', 'Film'],
    ['/films/7/fields/localizations/fr/tagline', 'Low Tide', 'Short synopsis in FR'],
    ['/shows/h1', 'Program', 'Mother Tongue, 2026-11-24T00:00 America/Detroit'],
    ['/shows/f1/fields/screen', 'Program', 'Low Tide, 2026-11-23T23:00 America/Detroit, Screen'],
    ['/shows/gone', 'Program', 'Show gone'],
    ['/programRules/mill', 'Program', 'Rules for typed-in shows'],
    ['/site/config/movieOrderIndex', 'Featured', 'Order on the home page'],
    ['/site/settings/ticketingUrl', 'Settings, Ticketing', 'Ticketing URL'],
    ['/site/settings/headerLayout', 'Design', 'Header'],
    ['/site/config/theme/colors/brand2', 'Design', 'Brand color 2'],
  ])('of %s are %s, %s', (pointer, place, part) => {
    expect(changeWords(pointer, CONTENT, messages, texts, NAMES)).toEqual({ place, part });
  });

  it.each([
    ['/menus/header', [{ label: 'A' }], [{ label: 'A' }, { label: 'Series' }], '1 link', 'Series added'],
    ['/menus/legal', [{ label: 'A' }, { label: 'B' }], [{ label: 'B' }, { label: 'A' }], '2 links', 'New order'],
    ['/menus/header', [{ label: 'A' }], [{ label: 'B' }], '1 link', 'B changed'],
    [
      '/pages/~1story~1/blocks',
      [{ type: 'gallery' }, { type: 'hero', title: 'A' }],
      [{ type: 'hero', title: 'A' }],
      '2 blocks',
      'Gallery removed',
    ],
    [
      '/pages/~1story~1/blocks',
      [{ type: 'hero', title: 'A' }],
      [
        { type: 'hero', title: 'A' },
        { type: 'hero', title: 'A' },
      ],
      '1 block',
      'A added',
    ],
    ['/menus/header', [{ label: 'A' }, { label: 'B' }], [{ label: 'B' }, { label: 'C' }], '2 links', 'C added; A removed'],
    ['/eventOrder', ['1', '2'], ['2', '1'], '2 items', 'New order'],
    ['/events/opera', undefined, { title: 'Rusalka' }, 'None', 'Added'],
    ['/pages/~1story~1', { title: 'Our story' }, undefined, 'Our story', 'Removed'],
    ['/films/7', undefined, { fields: { title: 'Low Tide' } }, 'As in the feed', '“Low Tide”'],
    ['/films/7/fields/runtime', 99, undefined, '99', 'As in the feed'],
    ['/films/9', undefined, { added: true, fields: { title: 'Mother Tongue' } }, 'None', 'Added'],
    ['/films/9', { added: true, fields: { title: 'Mother Tongue' } }, undefined, 'Mother Tongue', 'Removed'],
    ['/shows/f1', undefined, { hidden: true, fields: {} }, 'As in the feed', 'Hidden'],
    ['/shows/f1', undefined, { fields: { screen: '2', price: null } }, 'As in the feed', '2 fields'],
    ['/shows/h1', { added: true, fields: { movieId: '9' } }, undefined, '1 field', 'Removed'],
  ])('of %s from %j to %j are %s, %s', (pointer, from, to, before, after) => {
    expect(changeSummary(pointer, from, to, messages)).toEqual({ from: before, to: after });
  });

  it('count featured films', () => {
    const featured = { a: {}, b: {} };
    expect(changeSummary(FEATURED, undefined, featured, messages)).toEqual({ from: '0 films', to: '2 films' });
    expect(changeSummary(`${FEATURED}/a`, undefined, {}, messages)).toEqual({ from: 'None', to: 'Added' });
    expect(changeSummary(`${FEATURED}/a`, {}, undefined, messages)?.to).toBe('Removed');
  });

  it('are values elsewhere', () => {
    expect(changeSummary('/pages/~1story~1/title', 'A', 'B', messages)).toBeUndefined();
    const pointer = '/films/9/fields/tagline';
    expect(changeSummary(pointer, undefined, 'A', messages, isOfTypedIn(pointer, CONTENT))).toBeUndefined();
    expect(isOfTypedIn('/films/7/fields/title', CONTENT)).toBe(false);
    expect(changeSummary('/site/config/theaterIds', [], ['1'], messages)).toBeUndefined();
  });

  it('of a setting are in the language of the operator', async () => {
    const [french, words] = await Promise.all([CATALOGS['fr']?.(), SETTINGS['fr']?.()]);
    if (french === undefined || words === undefined) throw new Error('no French');
    const pointer = '/site/config/options/embeddedConsent/regulation';
    expect(changeWords(pointer, CONTENT, french.messages, words.texts, NAMES)).toEqual({
      place: 'Réglages, Consentement et mesure d’audience',
      part: 'Loi appliquée par le bandeau intégré',
    });
    expect(settingValueWords(pointer, 'gdpr', french.messages, words.texts)).toBe('RGPD (Union européenne)');
  });

  it.each([
    ['/site/settings/adsDisplay', 'NONE', 'None'],
    ['/site/settings/adsLocation', ['PAGES_TOP'], 'Top of pages'],
    ['/site/settings/headerLayout', 'SPLIT', 'Split'],
    ['/site/settings/name', 'NONE', '“NONE”'],
    ['/site/settings/hasSearch', true, 'On'],
  ])('name the value of %s, %j, %s', (pointer, value, words) => {
    expect(settingValueWords(pointer, value, messages, texts)).toBe(words);
  });

  it('lead to the screen of the part', () => {
    const screens = [
      '/pages/~1story~1/title',
      '/menus/header',
      '/theaterOrder',
      '/site/config/movieOrderIndex',
      '/site/hosts',
      '/films/7',
      '/shows/h1',
    ].map(screenOf);
    expect(screens).toEqual(['pages', 'menus', 'theaters', 'featured', 'settings', 'films', 'program']);
  });
});

it('finds links without a page and pictures without words', () => {
  const { deadLinks, noAlt } = contentChecks(CONTENT);
  expect(deadLinks.map(({ label, place }) => [label, placePath('aster', place)])).toEqual([
    ['Terms', '/aster/menus/?list=legal&link=0'],
    ['Join', '/aster/pages/story/?block=1&language=en'],
  ]);
  expect(noAlt.map(({ name }) => name)).toEqual(['Our story']);
});
