import type { ShowState } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { html } from '@marquee/testkit/pages/markup.tsx';

/** The class and the text of the first ticket's note. */
function note(state: ShowState, theater?: string): string[] {
  const markup = html('meridian-home', (data) => {
    if (data.page.kind !== 'list') return;
    const [first] = data.page.soon;
    if (first === undefined) throw new Error('no show starts soon');
    first.show.state = state;
    if (theater !== undefined) first.show.theater = theater;
  });
  const list = markup.slice(markup.indexOf('id="soon"'));
  return /<small(?: class="([^"]*)")?>([^<]*)</.exec(list.slice(0, list.indexOf('</li>')))?.slice(1) ?? [];
}

describe('a show that starts soon', () => {
  it.each([
    ['started', /closed/, /^Started/],
    ['soldOut', /closed/, /^Sold out/],
  ] as const)('shows that it is %s on phones too', (state, look, words) => {
    const [name, text] = note(state);
    expect(name).toMatch(look);
    expect(text).toMatch(words);
  });

  it('has its state after the theater in a list of several theaters', () => {
    const [name, text] = note('started', 'Old Mill');
    expect(name).toMatch(/named/);
    expect(text).toBe('Old Mill · Started');
  });
});
