import { describe, expect, it } from 'vitest';
import { fieldIn, showPath, showPlaceIn, tabIn } from './location.ts';
import { partPath } from './part-path.ts';

const CONTENT = {
  site: {
    config: { locale: 'en-US', options: { additionalLocales: ['fr-FR'], savedBlocks: { join: { block: { type: 'hero' } } } } },
  },
  pages: { '/story/': { path: '/story/', blocks: [{ type: 'text' }, { type: 'saved', id: 'join' }] } },
  menus: {
    header: [{ label: 'Films' }, { label: 'Visit', items: [{ label: 'Café' }, { label: 'Parking' }] }, { label: 'Club' }],
    footer: [{ title: 'More', items: [{ label: 'Jobs' }] }],
  },
  theaters: { mill: { timeZone: 'America/Detroit' } },
  shows: { late: { added: true, fields: { theaterId: 'mill', startsAt: '2026-11-21T05:30:00Z' } } },
};

const pathOf = (pointer: string): string => partPath('aster', pointer, CONTENT).replace('/aster', '');

describe('ux 5.2 a part of the content opens', () => {
  it('as its block or its text, in its language, not as the list of pages', () => {
    expect(pathOf('/pages/~1story~1/blocks/1/href')).toBe('/pages/story/?block=1&language=en');
    expect(pathOf('/pages/~1story~1/localizations/fr/blocks/0')).toBe('/pages/story/?block=0&language=fr');
    expect(fieldIn(pathOf('/pages/~1story~1/title').split('?')[1] ?? '')).toBe('/pages/~1story~1/title');
    expect(pathOf('/pages/~1story~1')).toBe('/pages/story/');
    expect(pathOf('/site/config/options/savedBlocks/join/block/title')).toBe('/pages/story/?saved=join');
  });

  it('as its row of a menu, where links below an entry are rows too', () => {
    expect(pathOf('/menus/header/1/items/1/href')).toBe('/menus/?list=header&link=3');
    expect(pathOf('/menus/header/2')).toBe('/menus/?list=header&link=4');
    expect(pathOf('/menus/footer/0/items/0/href')).toBe('/menus/?list=footer%2F0&link=0');
    expect(pathOf('/menus/header')).toBe('/menus/');
  });

  it('on the tab of the film that has it: a poster is not on the tab of texts', () => {
    expect(pathOf('/films/7/fields/poster')).toBe('/films/7/?tab=pictures&field=%2Ffilms%2F7%2Ffields%2Fposter');
    expect(pathOf('/films/7/fields/cast')).toBe('/films/7/?tab=people');
    expect(pathOf('/films/7/fields/title')).toBe('/films/7/?field=%2Ffilms%2F7%2Ffields%2Ftitle');
    expect([tabIn('?tab=pictures', ['texts', 'pictures']), tabIn('?tab=other', ['texts'])]).toEqual(['pictures', undefined]);
  });

  it('as a show of its theater, on the cinema day of its start', () => {
    expect(pathOf('/shows/late/fields/screen')).toBe('/program/?show=2026-11-20~mill~late');
    expect(pathOf('/shows/unknown')).toBe('/program/');
    const place = { day: '2026-11-20', theater: '00123', show: 'a~b c' };
    expect(showPlaceIn(showPath('aster', place).split('?')[1] ?? '')).toEqual(place);
    expect(showPlaceIn('?day')).toBeUndefined();
  });

  it('as a field of an event, a theater or the settings', () => {
    expect(pathOf('/events/opera/pictureAlt')).toBe('/events/opera/?field=%2Fevents%2Fopera%2FpictureAlt');
    expect(pathOf('/theaters/mill/hours')).toBe('/theaters/mill/?field=%2Ftheaters%2Fmill%2Fhours');
    expect(pathOf('/site/settings/domain')).toBe('/settings/?field=%2Fsite%2Fsettings%2Fdomain');
    expect(pathOf('/site/config/theme')).toBe('/design/');
    expect(pathOf('/pictures/a~1b.jpg/alt')).toBe('/media/a~b.jpg/');
  });
});
