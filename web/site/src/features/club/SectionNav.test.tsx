import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, tags } from '@marquee/testkit/pages/markup.tsx';
import { AREA, memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { SectionNav } from './SectionNav.tsx';

const nav = (area: Partial<MemberArea> = {}, look: 'side' | 'tabs' = 'side'): string =>
  memberMarkup(<SectionNav area={{ ...AREA, ...area }} screen="rewards" look={look} />);
const hrefs = (markup: string): (string | undefined)[] => tags(markup, 'a').map((tag) => attribute(tag, 'href'));

describe('the sections of the member area', () => {
  it('are pages under its address, with the current one marked', () => {
    const markup = nav({ href: '/fr/login/' });
    expect(hrefs(markup)).toEqual(
      ['', 'rewards/', 'vouchers/', 'watchlist/', 'theaters/', 'orders/', 'cards/', 'profile/'].map((end) => `/fr/login/${end}`),
    );
    expect(
      tags(markup, 'a')
        .filter((tag) => tag.includes('aria-current="page"'))
        .map((tag) => attribute(tag, 'href')),
    ).toEqual(['/fr/login/rewards/']);
  });

  it('LOYC-19 have no watchlist if the site has none', () => {
    expect(hrefs(nav({ includeWatchlist: false }))).not.toContain('/login/watchlist/');
  });

  it('ROLE-10 are labeled with the site’s label for members', () => {
    expect(attribute(tags(nav({ loggedInHeaderAccessLabel: 'My Club' }), 'nav')[0] ?? '', 'aria-label')).toBe('My Club');
    expect(attribute(tags(nav(), 'nav')[0] ?? '', 'aria-label')).toBe('Membership');
  });

  it('ROLE-10, LINK-01 are followed by the site’s own menu', () => {
    const markup = nav({
      loggedInMenu: [
        { label: 'Guide', href: '/guide/' },
        { label: 'Shop', href: 'https://shop.example/', external: true },
        { label: 'Soon', href: '' },
      ],
    });
    expect(tags(markup, 'a').slice(8)).toEqual([
      '<a href="/guide/">',
      '<a href="https://shop.example/" target="_blank" rel="noreferrer" title="Shop (Opens in a new window)" aria-label="Shop (Opens in a new window)">',
      '<a class="disabled" role="link" aria-disabled="true">',
    ]);
  });

  it('are at the side on wide screens, in tabs on narrow ones', () => {
    expect(attribute(tags(nav(), 'nav')[0] ?? '', 'class')).toMatch(/ onlyWide$/);
    expect(attribute(tags(nav({}, 'tabs'), 'nav')[0] ?? '', 'class')).toMatch(/ onlyNarrow$/);
  });
});
