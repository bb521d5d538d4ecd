import type { PageData } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags } from '../../samples/markup.tsx';

const LAYOUTS = ['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'] as const;

/** The links of the footer that open the visitor's choices, or lead to them. */
function links(change: (site: PageData['site']) => void): string[] {
  const page = html('meridian-home', ({ site }) => {
    site.footer.legal = site.footer.legal.filter(({ href }) => !href.startsWith('#'));
    change(site);
  });
  return tags(page, 'a').filter((tag) => tag.includes('privacy-choices'));
}
const notice = { href: '/api/third-parties.json', hasNotice: true };

describe('the footer’s link to the visitor’s choices', () => {
  it('ux 4: is among the legal links of every layout, where visitors are asked', () => {
    for (const layout of LAYOUTS) {
      const [link = '', ...more] = links((site) => {
        site.footerLayout = layout;
        site.outside = notice;
      });
      expect(more).toEqual([]);
      expect(attribute(link, 'href')).toBe('/privacy/#privacy-choices');
      expect(attribute(link, 'data-open')).toBe('choices');
    }
  });

  it('is not there where nobody is asked', () => {
    expect(links(() => {})).toEqual([]);
    expect(links((site) => (site.outside = { ...notice, hasNotice: false }))).toEqual([]);
  });

  it('takes the place of an operator’s own, and needs scripts where there is no page about privacy', () => {
    const own = links((site) => {
      site.outside = notice;
      site.footer.legal.push({ label: 'My data', href: '#privacy-choices' });
    });
    expect(own.map((tag) => attribute(tag, 'href'))).toEqual(['/privacy/#privacy-choices']);
    const [alone = ''] = links((site) => {
      site.outside = notice;
      site.footer.legal = [];
    });
    expect(alone).toContain('class="needsScript" href="#privacy-choices" data-open="choices"');
  });

  it('stays a link on pages without a part that opens them', () => {
    const [link = ''] = links((site) => void site.footer.legal.push({ label: 'My data', href: '#privacy-choices' }));
    expect(link).toBe('<a href="/privacy/#privacy-choices">');
  });
});
