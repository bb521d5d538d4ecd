import { describe, expect, it } from 'vitest';
import type { PartChange } from '../draft/machine.ts';
import { valueAt, withValue } from '../pointer.ts';
import { blockFaults, isEmbeddable, linesOf, linesText, newBlock } from './blocks.ts';
import { type SiteLanguages, languagesOf, localizedPointer, missingLanguages } from './languages.ts';
import { contentChecks } from './checks.ts';
import {
  blocksIn,
  changedField,
  decodedPath,
  duplicatedBlock,
  encodedPath,
  insertedBlock,
  isFixedPath,
  movedBlock,
  newPage,
  pageAt,
  pagesOf,
  pathFault,
  proposedPath,
  removedBlock,
  formerPathsOf,
  pagePointer,
  renamedPage,
  withoutFormerPath,
  typedPath,
  untranslated,
} from './pages.ts';
import { clubPageOf } from './club-page.ts';
import { redirectsOf } from './redirects.ts';
import { viewsOfPage } from './page-views.ts';

const LANGUAGES: SiteLanguages = { main: 'en', others: ['fr'] };
const hero = (title: string) => ({ type: 'hero', title });
const image = (picture: string, alt: string) => ({ type: 'image', picture, alt });

const CONTENT = {
  site: {
    settings: { loginPage: { slug: 'login' }, privacyPolicyPage: { slug: 'privacy' } },
    config: { locale: 'en-US', options: { additionalLocales: ['fr-FR', 'en-GB'] } },
  },
  pages: {
    '/': { path: '/', kind: 'home', title: 'Home', description: '', blocks: [] },
    '/privacy/': { path: '/privacy/', title: 'Privacy', description: '', blocks: [] },
    '/story/': {
      path: '/story/',
      title: 'Our story',
      description: 'How it began.',
      blocks: [
        hero('Four houses'),
        image('art/mill.svg', 'The mill'),
        { type: 'callToAction', title: 'Join', label: 'Join', href: '/club/' },
      ],
      localizations: {
        fr: {
          title: 'Notre histoire',
          blocks: [
            hero('Quatre salles'),
            image('art/mill.svg', 'Le moulin'),
            { type: 'callToAction', title: 'Adhérer', label: 'Adhérer', href: '/club/' },
          ],
        },
      },
    },
    '/club/': { path: '/club/', title: 'Club', description: '', blocks: [hero('Club')] },
  },
  menus: {
    header: [{ label: 'Club', href: '/club/' }],
    footer: [{ title: 'Visit', items: [{ label: 'Club', href: '/club/' }] }],
    legal: [],
  },
};

const story = () => pageAt(CONTENT, '/story/') ?? expect.fail();
const applied = (changes: readonly PartChange[], content: unknown = CONTENT): unknown =>
  changes.reduce((document, { pointer, to }) => withValue(document, pointer, to), content);
const types = (content: unknown, language: string): unknown[] => {
  const page = pageAt(content, '/story/') ?? expect.fail();
  return blocksIn(page, LANGUAGES, language).blocks.map((block) => block['type']);
};

describe('pages', () => {
  it('are sorted by address and encoded as one segment', () => {
    expect(pagesOf(CONTENT).map(({ path }) => path)).toEqual(['/', '/club/', '/privacy/', '/story/']);
    for (const path of ['/', '/story/', '/visit/cafe/']) expect(decodedPath(encodedPath(path))).toBe(path);
    expect(encodedPath('/visit/cafe/')).toBe('visit~cafe');
  });

  it('get an address of their title that is free', () => {
    expect(proposedPath('Café & Bar', CONTENT)).toBe('/cafe-bar/');
    expect(proposedPath('Story', CONTENT)).toBe('/story-2/');
    expect(proposedPath('映画', CONTENT)).toBe('/page/');
    expect(proposedPath('Movies', CONTENT)).toBe('/movies-2/');
  });

  it('refuse addresses of another form, of another page and of the site', () => {
    expect(typedPath(' Visit//Café ')).toBe('/visit/café/');
    expect(pathFault('/visit/café/', CONTENT)).toBe('form');
    expect(pathFault('/', CONTENT)).toBe('form');
    expect(pathFault('/club/', CONTENT)).toBe('taken');
    for (const path of ['/movies/', '/login/', '/login/join/', '/fr/about/', '/giftcards/', '/media/x/', '/events/jazz/'])
      expect(pathFault(path, CONTENT)).toBe('reserved');
    expect(pathFault('/visit/cafe/', CONTENT)).toBeUndefined();
    expect(isFixedPath('/', CONTENT) && isFixedPath('/privacy/', CONTENT)).toBe(true);
  });

  it('take their links along to another address', () => {
    const next = applied(renamedPage(CONTENT, {}, '/club/', '/friends/'));
    expect(pageAt(next, '/club/')).toBeUndefined();
    expect(pageAt(next, '/friends/')?.record['path']).toBe('/friends/');
    expect(valueAt(next, '/menus/header/0/href')).toBe('/friends/');
    expect(valueAt(next, '/menus/footer/0/items/0/href')).toBe('/friends/');
    expect(valueAt(next, '/pages/~1story~1/blocks/2/href')).toBe('/friends/');
    expect(valueAt(next, '/pages/~1story~1/localizations/fr/blocks/2/href')).toBe('/friends/');
    expect(applied(renamedPage(next, {}, '/friends/', '/club/'), next)).toEqual(CONTENT);
  });

  it('ROUTE-21 keep the addresses that visitors know', () => {
    const once = applied(renamedPage(CONTENT, CONTENT, '/club/', '/friends/'));
    const twice = applied(renamedPage(once, CONTENT, '/friends/', '/members/'), once);
    expect(redirectsOf(twice)).toEqual([{ from: '/club/', to: '/members/', isOfPage: true }]);
    const back = applied(renamedPage(twice, CONTENT, '/members/', '/club/'), twice);
    expect(back).toEqual(CONTENT);
    const copied = newPage('/copy/', 'Copy', pageAt(twice, '/members/'));
    expect(formerPathsOf(copied)).toEqual([]);
    const taken = applied([...withoutFormerPath(twice, '/club/'), { pointer: pagePointer('/club/'), to: copied }], twice);
    expect(redirectsOf(taken)).toEqual([]);
  });

  it('PAGE-13 links in texts follow', () => {
    const linked = [{ type: 'paragraph', content: ['To ', { text: 'the club', href: '/club/' }] }];
    const content = applied([{ pointer: '/pages/~1privacy~1/blocks', to: [{ type: 'text', paragraphs: linked }] }]);
    const next = applied(renamedPage(content, {}, '/club/', '/friends/'), content);
    expect(contentChecks(content).deadLinks.filter(({ place }) => place.kind === 'page')).toEqual([]);
    const without = applied([{ pointer: '/pages/~1club~1', to: undefined }], content);
    expect(contentChecks(without).deadLinks).toContainEqual(
      expect.objectContaining({ label: 'the club', place: expect.objectContaining({ index: 0, language: 'en' }) }),
    );
    expect(valueAt(next, '/pages/~1privacy~1/blocks/0/paragraphs/0/content/1/href')).toBe('/friends/');
  });

  it('can be copied without the titles of the other', () => {
    const copy = newPage('/new/', 'New', story());
    expect(copy).toMatchObject({ path: '/new/', title: 'New', kind: 'content', blocks: story().record['blocks'] });
    expect(valueAt(copy, '/localizations/fr/title')).toBeUndefined();
    expect(newPage('/new/', 'New', undefined)).toEqual({
      path: '/new/',
      title: 'New',
      kind: 'content',
      description: '',
      blocks: [],
    });
  });
});

describe('blocks in languages', () => {
  it('move, double and go together while they correspond', () => {
    const moved = applied(movedBlock(story(), LANGUAGES, 'en', 0, 1));
    expect(types(moved, 'en')).toEqual(['image', 'hero', 'callToAction']);
    expect(types(moved, 'fr')).toEqual(types(moved, 'en'));
    const doubled = applied(duplicatedBlock(story(), LANGUAGES, 'fr', 0));
    expect(types(doubled, 'en')).toEqual(['hero', 'hero', 'image', 'callToAction']);
    expect(valueAt(doubled, '/pages/~1story~1/localizations/fr/blocks/1/title')).toBe('Quatre salles');
    const inserted = applied(insertedBlock(story(), LANGUAGES, 'en', 1, newBlock('text')));
    expect(types(inserted, 'fr')[1]).toBe('text');
  });

  it('are put back into the page as it is by then', () => {
    const { changes, restore } = removedBlock(story(), LANGUAGES, 'en', 1);
    const removed = applied(changes);
    expect(types(removed, 'fr')).toEqual(['hero', 'callToAction']);
    const edited = withValue(removed, '/pages/~1story~1/title', 'Story');
    const restored = applied(restore(pageAt(edited, '/story/') ?? expect.fail()), edited);
    expect(restored).toEqual(withValue(CONTENT, '/pages/~1story~1/title', 'Story'));
  });

  it('change alone once they differ', () => {
    const different = withValue(CONTENT, '/pages/~1story~1/localizations/fr/blocks', [hero('Quatre salles')]);
    const page = pageAt(different, '/story/') ?? expect.fail();
    expect(blocksIn(page, LANGUAGES, 'fr').isAligned).toBe(false);
    expect(movedBlock(page, LANGUAGES, 'en', 0, 1).map(({ pointer }) => pointer)).toEqual(['/pages/~1story~1/blocks']);
    const [change] = removedBlock(page, LANGUAGES, 'fr', 0).changes;
    expect(change).toEqual({ pointer: '/pages/~1story~1/localizations/fr/blocks', to: [] });
  });

  it('follow in what has no words, and keep their own words', () => {
    const replaced = applied(changedField(story(), LANGUAGES, 'en', 1, 'picture', 'art/harbor.svg'));
    expect(valueAt(replaced, '/pages/~1story~1/localizations/fr/blocks/1')).toEqual(image('art/harbor.svg', 'Le moulin'));
    const titled = changedField(story(), LANGUAGES, 'en', 0, 'title', 'Five houses');
    expect(titled.map(({ pointer }) => pointer)).toEqual(['/pages/~1story~1/blocks']);
  });

  it('start as a copy of those of the main language', () => {
    const club = pageAt(CONTENT, '/club/') ?? expect.fail();
    expect(changedField(club, LANGUAGES, 'fr', 0, 'title', 'Le club')).toEqual([
      { pointer: '/pages/~1club~1/localizations/fr/blocks', to: [hero('Le club')] },
    ]);
    expect(untranslated(club, LANGUAGES)).toEqual(['fr']);
    // The description of the story is missing in French.
    expect(untranslated(story(), LANGUAGES)).toEqual(['fr']);
  });
});

describe('languages of a site', () => {
  it('are the short forms of its locales, each once', () => {
    expect(languagesOf(CONTENT)).toEqual(LANGUAGES);
    expect(localizedPointer('/events/7', LANGUAGES, 'en', 'title')).toBe('/events/7/title');
    expect(localizedPointer('/events/7', LANGUAGES, 'fr', 'title')).toBe('/events/7/localizations/fr/title');
    expect(missingLanguages({ title: 'A', summary: '' }, LANGUAGES, ['title', 'summary'])).toEqual(['fr']);
    expect(missingLanguages({ title: 'A', localizations: { fr: { title: 'B' } } }, LANGUAGES, ['title'])).toEqual([]);
  });
});

describe('blocks', () => {
  it('say what they lack', () => {
    expect(blockFaults(newBlock('hero'), () => false)).toEqual(['empty']);
    expect(blockFaults(image('art/a.svg', ' '), () => false)).toEqual(['alt']);
    expect(blockFaults({ type: 'gallery', pictures: [{ picture: '', alt: '' }] }, () => false)).toEqual(['empty']);
    expect(blockFaults({ type: 'gallery', pictures: [image('a', 'A'), image('b', '')] }, () => false)).toEqual(['alt']);
    expect(blockFaults(image('art/a.svg', 'The mill'), () => false)).toEqual([]);
    expect(blockFaults(image('art/a.svg', ''), (picture) => picture === 'art/a.svg')).toEqual([]);
  });

  it('have items in lines', () => {
    expect(linesOf('Step-free\n\n Hearing | loop ')).toBe('Step-free|Hearing / loop');
    expect(linesText('A| B')).toBe('A\nB');
  });
});

it('ux 5.6 views of a page include those of its earlier addresses', () => {
  const views = { '/about/': 3, '/story/': 4, '/prices/': 9 };
  expect(viewsOfPage(views, { path: '/about/', record: { formerPaths: ['/story/', '/old/'] } })).toBe(7);
  expect(viewsOfPage(views, { path: '/new/', record: {} })).toBe(0);
});

it('ux 5.13 the club page is the one with memberships or rewards, also in a saved block', () => {
  const saved = { type: 'saved', id: 'join' };
  const content = (blocks: readonly unknown[]) => ({
    site: { config: { options: { savedBlocks: { join: { name: 'Join', block: { type: 'memberships' } } } } } },
    pages: { '/': { path: '/', kind: 'home', title: 'Home' }, '/club/': { path: '/club/', title: 'Club', blocks } },
  });
  expect(clubPageOf(content([hero('Join us')]))).toBeUndefined();
  expect(clubPageOf(content([hero('Join us'), { type: 'rewards' }]))?.path).toBe('/club/');
  expect(clubPageOf(content([saved]))?.path).toBe('/club/');
});

it.each([
  ['https://tables.example/aster', true],
  [' https://tables.example ', true],
  ['http://tables.example/', false],
  ['https://user:secret@tables.example/', false],
  ['https://a;script-src-elem/', false],
  ['tables.example', false],
])('PAGE-17 a block can show %s: %s', (address, expected) => {
  expect(isEmbeddable(address)).toBe(expected);
});
