import { describe, expect, it } from 'vitest';
import { findTexts } from './text-search.ts';

const block = (paragraphs: readonly unknown[]): object => ({ id: 'a', type: 'text', title: '', paragraphs });

const CONTENT = {
  site: { config: { locale: 'en-US', options: { additionalLocales: ['fr-FR'] } } },
  pages: {
    '/about/': {
      title: 'Our story',
      blocks: [block(['In 1911 three sisters opened it, with a fondness for films that take their time.'])],
      localizations: { fr: { blocks: [block(['Trois sœurs l’ont ouvert au bord de l’été.'])] } },
    },
    '/visit/': {
      title: 'Visit',
      blocks: [{ id: 'b', type: 'accordion', items: [{ title: 'Parking?', text: 'Behind the mill.' }] }],
    },
  },
  films: { f1: { fields: { synopsis: 'A lighthouse keeper counts ships.' } } },
  events: { e1: { title: 'Quiz', description: 'Bring a pencil and a friend.' } },
};

describe('texts found on the site', () => {
  it('ux 5.17 finds words in blocks of pages in each language, in films and in events', () => {
    expect(findTexts(CONTENT, 'their ti')).toEqual([
      { kind: 'page', id: '/about/', title: 'Our story', excerpt: '… fondness for films that take their time.' },
    ]);
    expect(findTexts(CONTENT, 'ETE').map(({ excerpt }) => excerpt)).toEqual(['… l’ont ouvert au bord de l’été.']);
    expect(findTexts(CONTENT, 'behind the mill')[0]).toMatchObject({ kind: 'page', id: '/visit/' });
    expect(findTexts(CONTENT, 'lighthouse')[0]).toMatchObject({ kind: 'film', id: 'f1', title: '' });
    expect(findTexts(CONTENT, 'pencil')[0]).toMatchObject({ kind: 'event', id: 'e1', title: 'Quiz' });
  });

  it('finds nothing inside of words, and nothing for one or two letters', () => {
    expect(findTexts(CONTENT, 'ouse')).toEqual([]);
    expect(findTexts(CONTENT, 'in')).toEqual([]);
  });

  it('is bounded, so that a large site is found in as fast', () => {
    const pages = Object.fromEntries(
      Array.from({ length: 40 }, (_, number) => [
        `/p${number}/`,
        { title: 'P', blocks: [block([`same words ${'and more '.repeat(40)}`])] },
      ]),
    );
    const found = findTexts({ pages }, 'same');
    expect(found).toHaveLength(5);
    expect(found[0]?.excerpt.length).toBeLessThan(110);
    expect(found[0]?.excerpt.endsWith(' …')).toBe(true);
  });
});
