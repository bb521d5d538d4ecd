import type { ShowState } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { html } from '../../../samples/markup.tsx';

/** The class and the words of the first ticket's note. */
function note(state: ShowState, theater?: string): string[] {
  const markup = html('meridian-home', (data) => {
    if (data.page.kind !== 'list') return;
    const [one] = data.page.soon;
    if (one === undefined) throw new Error('nothing starts soon');
    one.show.state = state;
    if (theater !== undefined) one.show.theater = theater;
  });
  const list = markup.slice(markup.indexOf('id="soon"'));
  return /<small(?: class="([^"]*)")?>([^<]*)</.exec(list.slice(0, list.indexOf('</li>')))?.slice(1) ?? [];
}

describe('a ticket of what starts soon', () => {
  it.each([
    ['started', /closed/, /^Started/],
    ['soldOut', /closed/, /^Sold out/],
  ] as const)('that is %s says so on phones too', (state, look, words) => {
    const [name, text] = note(state);
    expect(name).toMatch(look);
    expect(text).toMatch(words);
  });

  it('has its reason behind the theater where theaters mix', () => {
    const [name, text] = note('started', 'Old Mill');
    expect(name).toMatch(/named/);
    expect(text).toBe('Old Mill · Started');
  });
});
