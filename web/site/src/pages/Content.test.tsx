import type { BlockView } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { html, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';

const KINDS = [
  'hero',
  'text',
  'image',
  'gallery',
  'filmRail',
  'showtimes',
  'accordion',
  'callToAction',
  'video',
  'embed',
  'mapLink',
  'contact',
] satisfies BlockView['type'][];

/** The blocks of a sample that have a type. */
const blocksOf = (sample: string, type: BlockView['type']): readonly BlockView[] => {
  const page = SAMPLES.get(sample)?.page;
  return page?.kind === 'content' ? page.blocks.filter((block) => block.type === type) : [];
};

/** The markup of the page with only the blocks of one type. */
const onlyBlocks = (type: BlockView['type'], change: (block: BlockView) => void = () => {}): string =>
  html('aster-blocks', (data) => {
    if (data.page.kind !== 'content') return;
    data.page.blocks = data.page.blocks.filter((block) => block.type === type);
    data.page.blocks.forEach(change);
  }).replace(/<footer.*<\/footer>/s, '');

describe.each(['aster', 'meridian'])('the blocks of %s', (site) => {
  const page = SAMPLES.get(`${site}-blocks`)?.page;

  it('ROUTE-15 the sample has every block type, and the page shows the title of each', () => {
    const blocks = page?.kind === 'content' ? page.blocks : [];
    expect(blocks.map((block) => block.type).toSorted()).toEqual(KINDS.toSorted());
    const text = visibleText(html(`${site}-blocks`));
    for (const block of blocks) if ('title' in block) expect(text).toContain(block.title);
  });
});

describe('a gallery', () => {
  it('has the alternative text once for screen readers and once as a caption', () => {
    const markup = onlyBlocks('gallery');
    expect(markup.match(/alt="The stairs to the balcony"/g)).toHaveLength(1);
    expect(markup).toContain('<figcaption aria-hidden="true">The stairs to the balcony</figcaption>');
    expect(tags(markup, 'figure')).toHaveLength(5);
  });

  it('has no caption without an alternative text', () => {
    const markup = onlyBlocks('gallery', (block) => {
      if (block.type === 'gallery') block.pictures = block.pictures.map(([picture]) => [picture, '']);
    });
    expect(tags(markup, 'figcaption')).toHaveLength(0);
    expect(markup.match(/alt=""/g)).toHaveLength(5);
  });
});

describe('films on a content page', () => {
  it.each(['filmRail', 'showtimes'] as const)(
    'a block of the kind %s says so after the last film of today, and keeps its link',
    (type) => {
      const markup = onlyBlocks(type, (block) => {
        if ('films' in block) block.films = [];
      });
      const main = /<main.*<\/main>/s.exec(markup)?.[0] ?? '';
      expect(visibleText(main)).toContain('No more films today');
      expect(tags(main, 'ul')).toHaveLength(0);
      const [block] = blocksOf('aster-blocks', type);
      expect(block !== undefined && 'more' in block && main.includes(`href="${block.more.href}"`)).toBe(true);
    },
  );

  it('a rail has two times under each poster and the number of further ones', () => {
    const markup = onlyBlocks('filmRail');
    const [first = ''] = /<li class="[^"]*"><picture.*?<\/li><\/ul><\/li>/s.exec(markup) ?? [];
    expect(first.match(/tickets\.aster\.example/g)).toHaveLength(2);
    expect(visibleText(first)).toMatch(/\+4 more$/);
    expect(markup).toContain('aria-label="Previous films"');
    expect(markup).toContain('href="/movies/"');
  });

  it('today’s times are in rows; the link to all showtimes is omitted without an address', () => {
    expect(onlyBlocks('showtimes')).toContain('>All showtimes</a>');
    const markup = onlyBlocks('showtimes', (block) => {
      if (block.type === 'showtimes') block.more = { label: 'All showtimes', href: '' };
    });
    expect(markup).not.toContain('All showtimes');
    expect(markup.match(/tickets\.aster\.example/g)?.length).toBeGreaterThan(4);
  });
});

/** The part of a page without its header. */
const mainOf = (markup: string): string => /<main.*<\/main>/s.exec(markup)?.[0] ?? '';

describe('videos and parts of other sites', () => {
  it('PAGE-17 a video is a link to its page, and its player is not in the markup', () => {
    const markup = onlyBlocks('video');
    expect(markup).toContain('href="https://www.youtube.com/watch?v=abcdefghijk" target="_blank" rel="noreferrer"');
    expect(markup).toContain('aria-label="Play video, A walk through the house (Opens in a new window)"');
    expect(markup).not.toContain('youtube-nocookie');
    expect(tags(mainOf(markup), 'img')).toHaveLength(1);
  });

  it('PAGE-17 a video without picture and title has no heading and an own name', () => {
    const markup = onlyBlocks('video', (block) => {
      if (block.type !== 'video') return;
      block.title = '';
      delete block.picture;
    });
    expect(markup).toContain('aria-label="Play video (Opens in a new window)"');
    expect(tags(mainOf(markup), 'h2')).toHaveLength(0);
    expect(tags(mainOf(markup), 'img')).toHaveLength(0);
  });

  it('PAGE-17 a part of another site says where it comes from, and is a link', () => {
    const markup = onlyBlocks('embed');
    expect(visibleText(markup)).toContain('This part comes from tables.example. When you show it, tables.example learns');
    expect(markup).toMatch(/<a class="[^"]*" href="https:\/\/tables\.example\/aster" target="_blank" rel="noreferrer"/);
    expect(tags(markup, 'iframe')).toHaveLength(0);
  });

  it('PAGE-17 a part of another site without a title is named after the site', () => {
    const markup = onlyBlocks('embed', (block) => {
      if (block.type === 'embed') block.title = '';
    });
    expect(markup).toContain('aria-label="Show content, tables.example (Opens in a new window)"');
    expect(tags(mainOf(markup), 'h2')).toHaveLength(0);
  });
});

describe('directions and contact', () => {
  it('LINK-09 LINK-10 directions open in a new window and say so', () => {
    expect(onlyBlocks('mapLink')).toMatch(
      /<a class="[^"]*" href="https:\/\/maps\.example\/[^"]*" target="_blank" rel="noreferrer" title="Directions \(Opens in a new window\)" aria-label="Directions \(Opens in a new window\)">/,
    );
  });

  it('the map is decorative', () => {
    expect(onlyBlocks('mapLink')).toMatch(/<div class="[^"]*" aria-hidden="true"><svg/);
  });

  it('LINK-02 a contact has links for phone and mail, and no form', () => {
    const markup = onlyBlocks('contact');
    expect(markup).toContain('href="tel:5550100178"');
    expect(markup).toContain('href="mailto:canal-street@aster-houses.example"');
    expect(tags(/<main.*<\/main>/s.exec(markup)?.[0] ?? '', 'form')).toHaveLength(0);
  });

  it('omits missing values', () => {
    const markup = onlyBlocks('contact', (block) => {
      if (block.type === 'contact') Object.assign(block, { phone: '', text: '', email: '' });
    });
    expect(markup).not.toMatch(/href="(tel|mailto):/);
  });
});
