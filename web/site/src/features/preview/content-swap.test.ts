import type { PageData } from '@marquee/api/schema.gen.ts';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { describe, expect, it } from 'vitest';
import { needsDocument } from './content-swap.ts';

const home = samplePage('aster-home');

describe('needsDocument', () => {
  it('PREV-11 not for another title, logo or footer', () => {
    const changed: PageData = {
      ...home,
      head: { ...home.head, title: 'Another title' },
      site: { ...home.site, logoSize: 60, footerLayout: 'SLIM' },
    };
    expect(needsDocument(home, changed)).toBe(false);
  });

  it('PREV-11 not for another kind of page at the same address', () => {
    expect(needsDocument(home, { ...samplePage('aster-theaters'), context: home.context, site: home.site })).toBe(false);
  });

  it.each<[string, Partial<PageData>]>([
    [
      'another language',
      { context: { ...home.context, intl: { ...home.context.intl, locale: { ...home.context.intl.locale, short: 'fr' } } } },
    ],
    ['another third party', { site: { ...home.site, outside: { href: '/outside.json', hasNotice: true } } }],
  ])('PREV-11 for %s', (_, change) => {
    expect(needsDocument(home, { ...home, ...change })).toBe(true);
  });

  it('PREV-11 for a video or a part of another site, whose host the policy of the document names', () => {
    const page = samplePage('aster-content');
    if (page.page.kind !== 'content') throw new Error('the sample is not a content page');
    const video = { ...page, page: { ...page.page, blocks: [...page.page.blocks, { type: 'video', title: 'Trailer' }] } };
    // oxlint-disable-next-line consistent-type-assertions -- the block has only what is compared
    expect(needsDocument(page, video as unknown as PageData)).toBe(true);
  });
});
