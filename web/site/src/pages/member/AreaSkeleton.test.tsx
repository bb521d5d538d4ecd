import { describe, expect, it } from 'vitest';
import { attribute, tags } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup, memberPage } from '@marquee/testkit/pages/member.tsx';
import { Area } from './Area.tsx';
import { AreaSkeleton } from './AreaSkeleton.tsx';

describe('the skeleton of the member area', () => {
  it.each(['home', 'rewards', 'vouchers', 'orders', 'profile'] as const)(
    'of %s has one heading, is busy, and links to every section',
    (screen) => {
      const markup = memberMarkup(<AreaSkeleton page={memberPage(screen)} />);
      expect(tags(markup, 'h1')).toHaveLength(1);
      expect(markup).toContain('aria-busy="true"');
      for (const nav of tags(markup, 'nav')) expect(attribute(nav, 'aria-label')).toBe('Membership');
      expect(tags(markup, 'a').filter((tag) => tag.includes('aria-current="page"'))).toHaveLength(2);
    },
  );

  it('says without scripts that they are required', () => {
    expect(memberMarkup(<AreaSkeleton page={memberPage('rewards')} />)).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
  });

  it('is what the server renders for members', () => {
    const page = memberPage('home');
    expect(memberMarkup(<Area page={page} />)).toBe(memberMarkup(<AreaSkeleton page={page} />));
  });
});
