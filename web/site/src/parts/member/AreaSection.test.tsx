import { describe, expect, it } from 'vitest';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { type More, AreaSection } from './AreaSection.tsx';

const overview = (more: More) =>
  memberMarkup(
    <AreaSection id="cards" title="Cards" view="overview" more={more}>
      {null}
    </AreaSection>,
  );

describe('a section of the member area', () => {
  it('is a section labeled by its heading, which is the page’s h1 on its own page', () => {
    const markup = overview({ href: '/login/cards/', label: 'All 6' });
    expect(markup).toContain('aria-labelledby="cards"');
    expect(tags(markup, 'h2')).toHaveLength(1);
    expect(
      tags(
        memberMarkup(
          <AreaSection id="cards" title="Cards" view="full">
            {null}
          </AreaSection>,
        ),
        'h1',
      ),
    ).toHaveLength(1);
  });

  it.each([
    [undefined, 'All 6, Cards'],
    ['All 6 cards', 'All 6 cards'],
  ])('has a link to its page, whose accessible name includes the title unless it is given: %s', (name, expected) => {
    const markup = overview({ href: '/login/cards/', label: 'All 6', ...(name === undefined ? {} : { name }) });
    expect(visibleText(markup)).toBe('Cards All 6');
    const [link = ''] = tags(markup, 'a');
    expect([attribute(link, 'href'), attribute(link, 'aria-label')]).toEqual(['/login/cards/', expected]);
  });
});
