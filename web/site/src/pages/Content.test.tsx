import type { BlockView } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { html, tags, words } from '../samples/markup.tsx';
import { SAMPLES } from '../samples/samples.ts';

const KINDS = ['hero', 'text', 'image', 'gallery', 'filmRail', 'showtimes', 'accordion', 'callToAction', 'mapLink', 'contact'] satisfies BlockView['type'][];

/** The markup of the page with the blocks of one kind only. */
const only = (type: BlockView['type'], change: (block: BlockView) => void = () => {}): string =>
  html('aster-blocks', (data) => {
    if (data.page.kind !== 'content') return;
    data.page.blocks = data.page.blocks.filter((block) => block.type === type);
    data.page.blocks.forEach(change);
  }).replace(/<footer.*<\/footer>/s, '');

describe.each(['aster', 'meridian'])('the blocks of %s', (site) => {
  const page = SAMPLES.get(`${site}-blocks`)?.page;

  it('ROUTE-15 the sample has every kind, and each leaves its words on the page', () => {
    const blocks = page?.kind === 'content' ? page.blocks : [];
    expect(blocks.map((block) => block.type).toSorted()).toEqual(KINDS.toSorted());
    const seen = words(html(`${site}-blocks`));
    for (const block of blocks) if ('title' in block) expect(seen).toContain(block.title);
  });
});

describe('a gallery', () => {
  it('shows what a picture tells to eyes and ears, once each', () => {
    const markup = only('gallery');
    expect(markup.match(/alt="The stairs to the balcony"/g)).toHaveLength(1);
    expect(markup).toContain('<figcaption aria-hidden="true">The stairs to the balcony</figcaption>');
    expect(tags(markup, 'figure')).toHaveLength(5);
  });

  it('has no caption without a text', () => {
    const markup = only('gallery', (block) => {
      if (block.type === 'gallery') block.pictures = block.pictures.map(([picture]) => [picture, '']);
    });
    expect(tags(markup, 'figcaption')).toHaveLength(0);
    expect(markup.match(/alt=""/g)).toHaveLength(5);
  });
});

describe('films on a content page', () => {
  it('a rail has two times under each poster and says how many more there are', () => {
    const markup = only('filmRail');
    const [first = ''] = /<li class="[^"]*"><picture.*?<\/li><\/ul><\/li>/s.exec(markup) ?? [];
    expect(first.match(/tickets\.aster\.example/g)).toHaveLength(2);
    expect(words(first)).toMatch(/\+4 more$/);
    expect(markup).toContain('aria-label="Previous films"');
    expect(markup).toContain('href="/movies/"');
  });

  it('today’s times stand in rows, and the link to all of them is left out where it leads nowhere', () => {
    expect(only('showtimes')).toContain('>All showtimes</a>');
    const markup = only('showtimes', (block) => {
      if (block.type === 'showtimes') block.more = { label: 'All showtimes', href: '' };
    });
    expect(markup).not.toContain('All showtimes');
    expect(markup.match(/tickets\.aster\.example/g)?.length).toBeGreaterThan(4);
  });
});

describe('the way to the house', () => {
  it('LINK-09 LINK-10 directions open a window and say so', () => {
    expect(only('mapLink')).toMatch(
      /<a class="[^"]*" href="https:\/\/maps\.example\/[^"]*" target="_blank" rel="noreferrer" title="Directions \(Opens in a new window\)" aria-label="Directions \(Opens in a new window\)">/,
    );
  });

  it('the map is a drawing and tells nothing', () => {
    expect(only('mapLink')).toMatch(/<div class="[^"]*" aria-hidden="true"><svg/);
  });

  it('LINK-02 a contact has links for phone and mail, and no form', () => {
    const markup = only('contact');
    expect(markup).toContain('href="tel:5550100178"');
    expect(markup).toContain('href="mailto:canal-street@aster-houses.example"');
    expect(tags(/<main.*<\/main>/s.exec(markup)?.[0] ?? '', 'form')).toHaveLength(0);
  });

  it('leaves out what is not known', () => {
    const markup = only('contact', (block) => {
      if (block.type === 'contact') Object.assign(block, { phone: '', text: '', email: '' });
    });
    expect(markup).not.toMatch(/href="(tel|mailto):/);
  });
});
