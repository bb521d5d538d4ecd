import { describe, expect, it } from 'vitest';
import { html } from '@marquee/testkit/pages/markup.tsx';

/** The class of the row with days and filters, when a theater with this name is selected. */
const rowWith = (theater: string | undefined): string => {
  const markup = html('aster-showtimes', (data) => {
    if (data.page.kind !== 'showtimes') return;
    for (const { key, options } of data.page.filters)
      options.forEach((option, index) => {
        option.selected = key === 'theater' && index === 0 && theater !== undefined;
        if (option.selected && theater !== undefined) option.label = theater;
      });
  });
  return /data-bar=""[^>]*>(?:<p.*?<\/p>)?<div class="([^"]*)"/s.exec(markup)?.[1] ?? '';
};

describe('days and filters', () => {
  it.each([
    ['names of filters', undefined, 'beside'],
    ['a short theater', 'Harbor', 'beside'],
    ['a theater with a long name', 'The Old Mill Picture House and Café', 'below'],
  ] as const)('with %s are in one line or two, whatever the widths of the fonts', (_, theater, expected) => {
    expect(rowWith(theater)).toContain(expected);
    expect(rowWith(theater)).not.toContain(expected === 'beside' ? 'below' : 'beside');
  });

  it('are followed by an element that shows them once the browser has read all of them', () => {
    const markup = html('aster-showtimes');
    const bar = markup.slice(markup.indexOf('data-bar=""'));
    expect(bar).toMatch(/<\/section><\/div><span hidden=""><\/span><\/div>/);
  });
});
