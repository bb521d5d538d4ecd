import { describe, expect, it } from 'vitest';
import { CATALOGS } from 'virtual:editor-messages';
import { CATALOGS as SETTINGS } from 'virtual:editor-settings';
import { changeSummary, changeWords, screenOf, settingValueWords } from './changes.ts';
import { contentChecks } from './content/checks.ts';

const { messages } = await CATALOGS.en();
const { texts } = await SETTINGS.en();
const CONTENT = {
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
  theaters: { mill: { id: 'mill', name: 'Old Mill', slug: 'old-mill' } },
  events: { opera: { id: 'opera', title: 'Rusalka', slug: 'rusalka' } },
  menus: { header: [{ label: 'Our story', href: '/story/' }], footer: [], legal: [{ label: 'Terms', href: '/terms/' }] },
};

describe('the words of a change of the program', () => {
  const content = {
    theaters: { mill: { id: 'mill', timeZone: 'America/Detroit' } },
    shows: {
      'hand-a': { added: true, fields: { movieId: '1', theaterId: 'mill', startsAt: '2026-11-20T23:35:00Z' } },
      f1: { fields: {} },
    },
    films: { 7: { added: true, fields: { title: 'Home Movie' } } },
  };
  const words = (pointer: string): string[] => Object.values(changeWords(pointer, content, messages, texts));

  it('are the start of the show at its theater, and the title of the film', () => {
    expect(words('/shows/hand-a').map((word) => word.replaceAll(/\s/g, ' '))).toEqual(['Program', 'Show on Nov 20, 6:35 PM']);
    expect(words('/shows/f1/fields/screen')).toEqual(['Program', 'Show f1']);
    expect(words('/films/7')).toEqual(['Films', 'Home Movie']);
    expect(words('/programRules/mill')).toEqual(['Program', 'Rules for typed-in shows']);
    expect([screenOf('/shows/f1'), screenOf('/films/7'), screenOf('/programRules/mill')]).toEqual(['program', 'films', 'program']);
  });

  it('say what was added, removed and hidden', () => {
    const added = { added: true, fields: { movieId: '1' } };
    const summary = (from: unknown, to: unknown) => Object.values(changeSummary('/shows/x', from, to, messages) ?? {});
    expect(summary(undefined, added)).toEqual(['None', 'Added']);
    expect(summary(added, undefined)).toEqual(['1 field', 'Removed']);
    expect(summary(undefined, { hidden: true, fields: {} })).toEqual(['None', 'Hidden']);
    expect(summary(undefined, { fields: { screen: '2' } })).toEqual(['None', '1 field']);
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
    ['/site/config/movieOrderIndex', 'Featured', 'Order on the home page'],
    ['/site/settings/ticketingUrl', 'Settings, Ticketing', 'Ticketing URL'],
    ['/site/settings/headerLayout', 'Design', 'Header'],
    ['/site/config/theme/colors/brand2', 'Design', 'Brand color 2'],
  ])('of %s are %s, %s', (pointer, place, part) => {
    expect(changeWords(pointer, CONTENT, messages, texts)).toEqual({ place, part });
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
  ])('of %s from %j to %j are %s, %s', (pointer, from, to, before, after) => {
    expect(changeSummary(pointer, from, to, messages)).toEqual({ from: before, to: after });
  });

  it('are values elsewhere', () => {
    expect(changeSummary('/pages/~1story~1/title', 'A', 'B', messages)).toBeUndefined();
    expect(changeSummary('/site/config/theaterIds', [], ['1'], messages)).toBeUndefined();
  });

  it('of a setting are in the language of the operator', async () => {
    const [french, words] = await Promise.all([CATALOGS['fr']?.(), SETTINGS['fr']?.()]);
    if (french === undefined || words === undefined) throw new Error('no French');
    const pointer = '/site/config/options/embeddedConsent/regulation';
    expect(changeWords(pointer, CONTENT, french.messages, words.texts)).toEqual({
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
    const screens = ['/pages/~1story~1/title', '/menus/header', '/theaterOrder', '/site/config/movieOrderIndex', '/site/hosts'].map(
      screenOf,
    );
    expect(screens).toEqual(['pages', 'menus', 'theaters', 'featured', 'settings']);
  });
});

it('finds links without a page and pictures without words', () => {
  expect(contentChecks(CONTENT)).toEqual({ deadLinks: ['Terms'], deadPages: ['Our story'], noAlt: ['Our story'] });
});
