import type { PageData, Rendered } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { render } from './entry-server.tsx';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';

const SHOW = 'https://t.example/websales/sales/ABC/book?perfcode=998';

function rendered(change: (data: PageData) => void = () => {}): Rendered {
  const data = structuredClone(SAMPLES.get('meridian-home'));
  if (data === undefined) throw new Error('no sample');
  if (data.page.kind === 'list') for (const { shows } of data.page.films) for (const show of shows) show.href = SHOW;
  data.site.menu.push({ label: 'Tickets', href: SHOW, external: true });
  change(data);
  return JSON.parse(render(JSON.stringify(data)));
}

describe('a page in embedded mode', () => {
  it('EMBED-02 links to the internal route, in the same window', () => {
    const { body, htmlAttributes } = rendered((data) => {
      data.context.embeddingMode = 'tapos_embedded';
    });
    expect(body).not.toContain('websales');
    expect(body).toContain('href="/ticketing/?theaterCode=ABC&amp;perfCode=998"');
    expect(body).toContain('<a href="/ticketing/?theaterCode=ABC&amp;perfCode=998">Tickets</a>');
    expect(htmlAttributes['data-embedded']).toBe('');
  });

  it('EMBED-03 links to the path that the site configures', () => {
    const { body } = rendered((data) => {
      data.context.embeddingMode = 'tapos_embedded';
      data.site.embeddedTicketingPath = '/till/';
    });
    expect(body).toContain('href="/till/?theaterCode=ABC&amp;perfCode=998"');
  });

  it('EMBED-02 does not apply to other pages, which link to the provider', () => {
    const { body, htmlAttributes } = rendered();
    expect(body).toContain(`href="${SHOW}"`);
    expect(body).not.toContain('/ticketing/?theaterCode');
    expect(htmlAttributes).not.toHaveProperty('data-embedded');
  });
});

it('LINK-04 the browser can tell that a page is a preview', () => {
  const { htmlAttributes } = rendered((data) => {
    data.context.isPreview = true;
  });
  expect(htmlAttributes['data-preview']).toBe('');
  expect(rendered().htmlAttributes).not.toHaveProperty('data-preview');
});

it('security 6.1: the page has the address of the third-party settings, if there are any', () => {
  const { htmlAttributes } = rendered((data) => {
    data.site.outside = { href: '/api/third-parties.json?theater=T1', hasNotice: true };
  });
  expect(htmlAttributes['data-outside']).toBe('/api/third-parties.json?theater=T1');
  expect(rendered().htmlAttributes).not.toHaveProperty('data-outside');
});
