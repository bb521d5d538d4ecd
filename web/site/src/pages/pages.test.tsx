import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags } from '@marquee/testkit/pages/markup.tsx';
import { SAMPLES, samplePage } from '@marquee/testkit/pages/samples.ts';
import { App } from './App.tsx';
import { pageBody } from './page-body.tsx';

describe.each([...SAMPLES.keys()])('%s', (name) => {
  const markup = html(name);

  it('has one h1, labeled landmarks and a skip link with a valid target', () => {
    expect(tags(markup, 'h1')).toHaveLength(1);
    expect(tags(markup, 'main')).toHaveLength(1);
    for (const nav of tags(markup, 'nav')) expect(attribute(nav, 'aria-label')).toBeTruthy();
    const skip = attribute(tags(markup, 'a')[0] ?? '', 'href');
    expect(markup).toContain(`id="${skip?.slice(1)}" tabindex="-1"`);
  });

  it('has unique ids, and every reference points to an existing id', () => {
    const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of markup.matchAll(/ (?:aria-labelledby|popovertarget|for)="([^"]+)"/gi)) expect(ids).toContain(id);
  });

  it('has no style attribute, no empty class, and a size on every picture', () => {
    expect(markup).not.toMatch(/<[^>]*\sstyle=/);
    for (const image of tags(markup, 'img')) {
      expect(attribute(image, 'alt')).toBeDefined();
      expect(Number(attribute(image, 'width'))).toBeGreaterThan(0);
      expect(Number(attribute(image, 'height'))).toBeGreaterThan(0);
    }
    expect(
      tags(markup, 'img').filter((image) => image.includes('fetchPriority="high"') || image.includes('fetchpriority="high"'))
        .length,
    ).toBeLessThan(2);
  });

  it('LINK-10 LINK-11 labels links that open a new window, and never books in one', () => {
    for (const link of tags(markup, 'a')) {
      if (attribute(link, 'target') === '_blank') {
        expect(attribute(link, 'aria-label')).toMatch(/\(Opens in a new window\)$/);
        expect(attribute(link, 'rel')).toBe('noreferrer');
      }
      if (attribute(link, 'href')?.includes('/ticketing?')) expect(attribute(link, 'target')).toBe('_self');
      if (attribute(link, 'href') === undefined) expect(attribute(link, 'aria-disabled')).toBe('true');
    }
  });

  it('begins the accessible names of links with their visible text', () => {
    for (const [, label = '', inner = ''] of markup.matchAll(/<a [^>]*aria-label="([^"]+)"[^>]*>(.*?)<\/a>/gs)) {
      const visible = inner
        .replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      expect(label.startsWith(visible) || label.replaceAll(/\s+/g, ' ').startsWith(visible)).toBe(true);
    }
  });
});

describe('the frame', () => {
  it('ROLE-09 the header has the operator’s label; beside the join button, the menu’s button is labeled Sign in', () => {
    const menu = (change: Parameters<typeof html>[1]): string =>
      html('meridian-home', change).match(/<nav [^>]*id="menu".*?<\/nav>/s)?.[0] ?? '';
    const withJoin = menu((data) => {
      data.site.join = { label: 'Join the Club', href: '/join/' };
    });
    expect(withJoin).toMatch(/Join the Club<\/a><a [^>]*data-account="">Sign in<\/a>/);
    const withoutJoin = menu((data) => {
      delete data.site.join;
    });
    expect(withoutJoin).toMatch(/data-account="">Join or sign in<\/a>/);
    expect(html('meridian-home')).toContain('aria-label="Join or sign in"');
  });

  it.each(['BAR', 'SPLIT', 'STACKED', 'DRAWER'] as const)('header %s has one menu button, wide and narrow', (layout) => {
    const markup = html('aster-home', (data) => {
      data.site.headerLayout = layout;
    });
    expect(markup).toContain(`data-layout="${layout}"`);
    expect(markup.match(/popoverTarget="menu"|popovertarget="menu"/g)?.length).toBe(layout === 'DRAWER' ? 3 : 2);
    expect(markup.includes('aria-label="Main"')).toBe(layout !== 'DRAWER');
  });

  it.each(['COLUMNS', 'SIGNPOST', 'CENTERED', 'SLIM'] as const)('footer %s has its legal links', (layout) => {
    const markup = html('aster-home', (data) => {
      data.site.footerLayout = layout;
    });
    expect(markup).toContain('© 2025 Aster Picture Houses');
    expect(markup).toContain('Privacy policy');
  });

  it('PAGE-11 shows no search unless the site has one', () => {
    expect(html('meridian-home')).toContain('href="/search/"');
    const without = html('meridian-home', (data) => {
      data.site.hasSearch = false;
    });
    expect(without).not.toContain('/search/');
  });

  it('PAGE-03 marks the active entry', () => {
    expect(html('meridian-theater')).toContain('<a class="active" href="/showtimes/" aria-current="page">Showtimes</a>');
  });

  it('LINK-01 a link without an address is disabled', () => {
    expect(html('meridian-drawer')).toContain('role="link" aria-disabled="true">Visit</a>');
  });

  it('ROUTE-09 without a login page there is no account link and no heart', () => {
    const markup = html('meridian-home', (data) => {
      delete data.site.account;
    });
    expect(markup).not.toContain('/login/');
    expect(markup).not.toContain('watchlist');
  });

  it('a single location has no theater texts; a circuit offers to choose one', () => {
    expect(html('meridian-home')).not.toContain('heater');
    expect(html('aster-stacked')).toContain('Choose a theater');
  });

  it('links the page’s other languages', () => {
    const french = samplePage('aster-stacked');
    expect(french.site.locales).toHaveLength(2);
    expect(
      renderToString(
        <App data={french} messages={french.messages}>
          {pageBody(french.page)}
        </App>,
      ),
    ).toContain('hrefLang="fr-FR"');
  });
});

describe('the search page', () => {
  const withQuery = (query: string) =>
    html('meridian-search', (data) => {
      if (data.page.kind === 'search') data.page.query = query;
    });

  it('ux 10: works without scripts, with a form that puts the query into the address', () => {
    const markup = withQuery('sal');
    expect(markup).toMatch(/<form [^>]*action="\/search\/"><span [^>]*>.*?<input type="search" [^>]*name="q" value="sal"\/?>/);
    expect(tags(markup, 'form')[0]).not.toContain('method="post"');
    const titles = [...markup.matchAll(/<a href="(\/[^"]+)">([^<]+)<\/a>(?=<\/h3>|<span)/g)].map((match) => match[2]);
    expect(titles).toEqual([
      'The Salt Cartographer',
      'Salt and silver: an evening on film stock',
      'Sales, refunds and exchanges',
      'Rusalka, live',
    ]);
    expect(markup).toContain('4 results');
    expect(markup).toContain(
      'aria-label="6:10 PM OV, The Salt Cartographer, Original version, English subtitles, Few seats left, tickets"',
    );
  });

  it('names what can be searched, and suggests today’s films', () => {
    const markup = withQuery('');
    expect(markup).toContain('Find films, people, events and pages.');
    expect(markup).toContain('Playing today');
    expect(markup).not.toContain('The Moth Room');
  });

  it('names the day of the suggested times if today has none left', () => {
    const markup = (query: string): string =>
      html('meridian-search', ({ page }) => {
        if (page.kind !== 'search') return;
        page.query = query;
        for (const entry of page.entries) if ((entry.shows ?? []).length > 0) entry.when = 'Saturday';
      });
    expect(markup('')).toContain('Playing next: Saturday</h2>');
    expect(markup('')).not.toContain('Playing today');
    // The heading names the day of suggestions, the row that of a result.
    expect(markup('')).not.toMatch(/<span class="[^"]*">Saturday<\/span>/);
    expect(markup('cartographer')).toMatch(/<span class="[^"]*">Saturday<\/span>/);
  });

  it('says that nothing is found, and suggests today’s films', () => {
    const markup = withQuery('<b>zzz</b>');
    expect(markup).toContain('Nothing found for “&lt;b&gt;zzz&lt;/b&gt;”');
    expect(markup).toContain('Playing today');
  });

  it('names theaters in the heading of a circuit’s results', () => {
    const markup = html('aster-search', (data) => {
      if (data.page.kind === 'search') data.page.query = 'port';
    });
    expect(markup).toContain('Theaters, events and pages');
    expect(markup).toContain('12 Canal Street, Port Ellery');
  });
});

describe('links that open a dialog once scripts run', () => {
  it('PAGE-11 the search, only if the site has it', () => {
    expect(html('meridian-home')).toContain('href="/search/" aria-label="Search" data-open="search"');
    const without = html('meridian-404', (data) => {
      data.site.hasSearch = false;
    });
    expect(without).not.toContain('data-open');
  });

  it('the theater in the header, in the menu and on its page, with the theater list as address', () => {
    const links = tags(html('aster-theater'), 'a').filter((link) => link.includes('data-open="picker"'));
    expect(links).toHaveLength(4);
    for (const link of links) expect(attribute(link, 'href')).toBe('/theaters/');
    expect(html('meridian-theater')).not.toContain('picker');
  });
});

describe('showtimes', () => {
  it('sold-out shows are struck and not links', () => {
    expect(html('meridian-home')).toMatch(/<li><span class="[^"]*"><s>8:00<i> PM<\/i><\/s> <small>Sold out<\/small><\/span><\/li>/);
  });

  it('started shows are folded into "Earlier today"', () => {
    expect(html('meridian-theater').match(/Earlier today/g)).toHaveLength(2);
    const tomorrow = html('meridian-theater', (data) => {
      if (data.page.kind === 'theater') data.page.today = false;
    });
    expect(tomorrow).not.toContain('Earlier today');
  });

  it('a day without shows is not a link and is labeled so', () => {
    expect(html('meridian-movies')).toContain('title="Monday, November 24, no showtimes"');
  });

  it('an active filter shows its value and a link to clear it', () => {
    const markup = html('meridian-movies');
    expect(markup).toContain('aria-label="Version: Original version"');
    expect(markup).toContain('aria-label="Clear Version"');
  });
});
