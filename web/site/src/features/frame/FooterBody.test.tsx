import type { PageData } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags } from '@marquee/testkit/pages/markup.tsx';

const LAYOUTS = ['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'] as const;

/** The footer's links that open the privacy choices or lead to them. */
function links(change: (site: PageData['site']) => void): string[] {
  const page = html('meridian-home', ({ site }) => {
    site.footer.legal = site.footer.legal.filter(({ href }) => !href.startsWith('#'));
    change(site);
  });
  return tags(page, 'a').filter((tag) => tag.includes('privacy-choices'));
}
const notice = { href: '/api/third-parties.json', hasNotice: true };

describe('the footer’s link to the privacy choices', () => {
  it('ux 4: is among the legal links of every layout on sites with a consent notice', () => {
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

  it('is absent on sites without a consent notice', () => {
    expect(links(() => {})).toEqual([]);
    expect(links((site) => (site.outside = { ...notice, hasNotice: false }))).toEqual([]);
  });

  it('replaces an operator’s own link, and needs scripts if there is no privacy page', () => {
    const replaced = links((site) => {
      site.outside = notice;
      site.footer.legal.push({ label: 'My data', href: '#privacy-choices' });
    });
    expect(replaced.map((tag) => attribute(tag, 'href'))).toEqual(['/privacy/#privacy-choices']);
    const [scripted = ''] = links((site) => {
      site.outside = notice;
      site.footer.legal = [];
    });
    expect(scripted).toContain('class="needsScript" href="#privacy-choices" data-open="choices"');
  });

  it('stays a plain link on sites without a consent notice', () => {
    const [link = ''] = links((site) => void site.footer.legal.push({ label: 'My data', href: '#privacy-choices' }));
    expect(link).toBe('<a href="/privacy/#privacy-choices">');
  });
});
