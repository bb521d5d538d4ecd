import { describe, expect, it } from 'vitest';
import { withValue } from '../pointer.ts';
import { untranslatedTexts } from './translations.ts';

const CONTENT = {
  site: { config: { locale: 'en-US', options: { additionalLocales: ['fr-FR'] } } },
  pages: {
    '/about/': {
      path: '/about/',
      title: 'About',
      blocks: [
        { type: 'hero', title: 'Since 1921' },
        { type: 'text', title: 'Why' },
      ],
      localizations: {
        fr: {
          title: 'À propos',
          blocks: [
            { type: 'hero', title: 'Depuis 1921' },
            { type: 'text', title: 'Why' },
          ],
        },
      },
    },
  },
  menus: {
    header: [{ label: 'Films', localizations: { fr: 'Films' } }, { label: 'Club' }],
    social: [{ label: 'Instagram' }],
  },
  events: { opera: { title: 'Opera', summary: 'Live', localizations: { fr: { title: 'Opéra' } } } },
  theaters: { mill: { name: 'Old Mill', hours: '' } },
};

describe('ux 5.16 missing translations', () => {
  it('are named with their language and the exact place', () => {
    expect(untranslatedTexts(CONTENT)).toEqual([
      { name: 'About', language: 'fr', place: '/pages/~1about~1/localizations/fr/blocks/1' },
      { name: 'Club', language: 'fr', place: { list: 'header', index: 1 } },
      { name: 'Opera', language: 'fr', place: '/events/opera/localizations/fr/summary' },
    ]);
  });

  it('are texts that the main language has: a page without a description lacks none', () => {
    const described = withValue(CONTENT, '/pages/~1about~1/description', 'A house');
    expect(untranslatedTexts(described)[0]?.place).toBe('/pages/~1about~1/localizations/fr/description');
  });

  it('are not looked for on a site with one language', () => {
    expect(untranslatedTexts(withValue(CONTENT, '/site/config/options', {}))).toEqual([]);
  });
});
