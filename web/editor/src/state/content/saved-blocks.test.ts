import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { valueAt, withValue } from '../pointer.ts';
import { contentChecks } from './checks.ts';
import type { SiteLanguages } from './languages.ts';
import { blocksIn, pageAt, renamedPage, untranslated } from './pages.ts';
import {
  type BlockPlace,
  blockPointers,
  changedShown,
  detached,
  pagesWith,
  removedSaved,
  savedFrom,
  shownPage,
} from './saved-blocks.ts';
import { savedBlocksOf, savedPointer } from './saved-records.ts';

const LANGUAGES: SiteLanguages = { main: 'en', others: ['fr'] };
const action = (title: string, href = '/club/') => ({ type: 'callToAction', title, label: title, href });
const reference = (anchor?: string) => ({ type: 'saved', id: 'join', ...(anchor === undefined ? {} : { settings: { anchor } }) });
const text = (paragraph: string, settings?: unknown) => ({
  type: 'text',
  paragraphs: [paragraph],
  ...(settings === undefined ? {} : { settings }),
});

const CONTENT = {
  site: {
    config: {
      locale: 'en-US',
      options: {
        additionalLocales: ['fr-FR'],
        savedBlocks: {
          join: { name: 'Join the Club', block: action('Join'), localizations: { fr: action('Adhérer') } },
          art: { name: 'Art', block: { type: 'image', picture: 'art/mill.svg' } },
        },
      },
    },
  },
  pages: {
    '/club/': { path: '/club/', title: 'Club', description: '', blocks: [text('Welcome', { anchor: 'hello', width: 'page' })] },
    '/hire/': { path: '/hire/', title: 'Hire', description: '', blocks: [reference(), reference('again')] },
    '/story/': {
      path: '/story/',
      title: 'Story',
      description: '',
      blocks: [text('Story'), reference('club')],
      localizations: { fr: { title: 'Histoire', blocks: [text('Histoire'), reference('club')] } },
    },
  },
};

const applied = (changes: readonly PartChange[], content: unknown = CONTENT): unknown =>
  changes.reduce((value, { pointer, to }) => withValue(value, pointer, to), content);

function place(path: string, index: number, language = 'en', content: unknown = CONTENT): BlockPlace {
  const page = pageAt(content, path);
  if (page === undefined) throw new Error(path);
  return { content, page, languages: LANGUAGES, language, index };
}

/** The blocks that visitors see. */
function shown(path: string, language = 'en', content: unknown = CONTENT): readonly unknown[] {
  const { page } = place(path, 0, language, content);
  return blocksIn(shownPage(content, page), LANGUAGES, language).blocks;
}

describe('PAGE-16 a page shows saved blocks', () => {
  it('in each language, with its own anchor', () => {
    expect(shown('/story/')).toEqual([text('Story'), { ...action('Join'), settings: { anchor: 'club' } }]);
    expect(shown('/story/', 'fr')[1]).toEqual({ ...action('Adhérer'), settings: { anchor: 'club' } });
    expect(shown('/hire/', 'fr')[0]).toEqual(action('Adhérer'));
    expect(untranslated(shownPage(CONTENT, place('/story/', 0).page), LANGUAGES)).toEqual([]);
    const without = applied([{ pointer: savedPointer('join', 'localizations'), to: undefined }]);
    expect(untranslated(shownPage(without, place('/story/', 0, 'en', without).page), LANGUAGES)).toEqual(['fr']);
  });

  it('and names those that do not exist', () => {
    const without = applied([{ pointer: savedPointer('join'), to: undefined }]);
    expect(contentChecks(without).missingBlocks).toEqual([
      { name: 'Hire', pointer: '/pages/~1hire~1/blocks/0' },
      { name: 'Story', pointer: '/pages/~1story~1/blocks/1' },
    ]);
    expect(contentChecks(CONTENT).missingBlocks).toEqual([]);
    expect(shown('/story/', 'en', without)[1]).toEqual(reference('club'));
  });

  it('whose links and pictures are checked like those of the page', () => {
    const dead = applied([
      { pointer: savedPointer('join', 'block', 'href'), to: '/gone/' },
      { pointer: '/pages/~1club~1/blocks', to: [{ type: 'saved', id: 'art' }] },
    ]);
    const { deadLinks, noAlt } = contentChecks(dead);
    const pages = deadLinks.map((link) => link.place.kind === 'page' && link.place.page.title);
    expect([pages, noAlt.map(({ name }) => name)]).toEqual([['Hire', 'Hire', 'Story'], ['Club']]);
  });

  it('and is counted once for each', () => {
    expect(savedBlocksOf(CONTENT).map(({ name }) => name)).toEqual(['Art', 'Join the Club']);
    expect(pagesWith(CONTENT, 'join').map(({ path }) => path)).toEqual(['/hire/', '/story/']);
    expect(pagesWith(CONTENT, 'art')).toEqual([]);
  });
});

describe('PAGE-16 a change of a saved block', () => {
  it('is one of its field, in the language', () => {
    expect(changedShown(place('/story/', 1), 'title', 'Come in')).toEqual([
      { pointer: savedPointer('join', 'block', 'title'), to: 'Come in' },
    ]);
    expect(changedShown(place('/hire/', 0, 'fr'), 'title', 'Entrez')).toEqual([
      { pointer: savedPointer('join', 'localizations', 'fr', 'title'), to: 'Entrez' },
    ]);
    expect(changedShown(place('/story/', 1), 'href', '/hire/')).toEqual([
      { pointer: savedPointer('join', 'block', 'href'), to: '/hire/' },
      { pointer: savedPointer('join', 'localizations', 'fr', 'href'), to: '/hire/' },
    ]);
  });

  it('begins another language with a copy', () => {
    const content = applied([{ pointer: savedPointer('join', 'localizations'), to: undefined }]);
    expect(changedShown(place('/hire/', 0, 'fr', content), 'title', 'Entrez')).toEqual([
      { pointer: savedPointer('join', 'localizations', 'fr'), to: { ...action('Join'), title: 'Entrez' } },
    ]);
  });

  it('leaves the anchor to the page', () => {
    const settings = { anchor: 'here', membersOnly: true };
    const next = applied(changedShown(place('/story/', 1), 'settings', settings));
    expect(shown('/story/', 'en', next)[1]).toEqual({ ...action('Join'), settings });
    expect(shown('/hire/', 'fr', next)[0]).toEqual({ ...action('Adhérer'), settings: { membersOnly: true } });
    expect(valueAt(next, savedPointer('join', 'block', 'settings'))).toEqual({ membersOnly: true });
    const back = applied(changedShown(place('/story/', 1, 'en', next), 'settings', undefined), next);
    expect(shown('/story/', 'en', back)[1]).toEqual(action('Join'));
  });

  it('is one of the page for its own blocks', () => {
    expect(changedShown(place('/club/', 0), 'title', 'A').map(({ pointer }) => pointer)).toEqual(['/pages/~1club~1/blocks']);
  });

  it('is stored where the page reads it', () => {
    const pointers = (path: string, language: string): readonly string[] =>
      blockPointers(CONTENT, place(path, 0).page, LANGUAGES, language);
    expect(pointers('/story/', 'fr')).toEqual([
      '/pages/~1story~1/localizations/fr/blocks/0',
      savedPointer('join', 'localizations', 'fr'),
    ]);
    expect(pointers('/club/', 'fr')).toEqual(['/pages/~1club~1/blocks/0']);
    for (const pointer of pointers('/story/', 'en')) expect(valueAt(CONTENT, pointer)).toBeDefined();
  });

  it('follows a page that gets another address', () => {
    const next = applied(renamedPage(CONTENT, CONTENT, '/club/', '/friends/'));
    expect(valueAt(next, savedPointer('join', 'block', 'href'))).toBe('/friends/');
    expect(valueAt(next, savedPointer('join', 'localizations', 'fr', 'href'))).toBe('/friends/');
  });
});

describe('PAGE-16 a block', () => {
  it('is saved for other pages with its texts in all languages', () => {
    const saved = savedFrom(place('/story/', 0), 'Café & bar');
    expect(saved?.id).toBe('cafe-bar');
    const next = applied(saved?.changes ?? []);
    expect(valueAt(next, savedPointer('cafe-bar'))).toEqual({
      name: 'Café & bar',
      block: text('Story'),
      localizations: { fr: text('Histoire') },
    });
    for (const language of ['en', 'fr']) expect(shown('/story/', language, next)).toEqual(shown('/story/', language));
  });

  it('keeps its anchor and has an id of its own', () => {
    const saved = savedFrom(place('/club/', 0), 'Join');
    const next = applied(saved?.changes ?? []);
    expect(saved?.id).toBe('join-2');
    expect(valueAt(next, '/pages/~1club~1/blocks/0')).toEqual({ type: 'saved', id: 'join-2', settings: { anchor: 'hello' } });
    expect(valueAt(next, savedPointer('join-2', 'block'))).toEqual(text('Welcome', { width: 'page' }));
    expect(shown('/club/', 'en', next)).toEqual(shown('/club/'));
  });

  it('that is detached stays the same on its page in all languages', () => {
    for (const [path, index] of [
      ['/story/', 1],
      ['/hire/', 1],
    ] as const) {
      const next = applied(detached(place(path, index)));
      for (const language of ['en', 'fr']) expect(shown(path, language, next)).toEqual(shown(path, language));
      const changed = applied([{ pointer: savedPointer('join', 'block', 'title'), to: 'Other' }], next);
      expect(shown(path, 'en', changed)[index]).toEqual(shown(path)[index]);
    }
  });

  it('that is deleted disappears from all pages', () => {
    const next = applied(removedSaved(CONTENT, 'join'));
    expect(shown('/hire/', 'en', next)).toEqual([]);
    expect(shown('/story/', 'fr', next)).toEqual([text('Histoire')]);
    expect(savedBlocksOf(next).map(({ id }) => id)).toEqual(['art']);
    expect(contentChecks(next).missingBlocks).toEqual([]);
  });
});
