import type { PageData } from '@marquee/api/schema.gen.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { laterCatalogOf } from '../messages/all.ts';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { LaterMessagesProvider } from '../state/later.ts';
import { App } from './App.tsx';
import { pageBody } from './page-body.tsx';

function html(change: (data: PageData) => void = () => {}): string {
  const { messages, ...sample } = samplePage('meridian-offline');
  const data = structuredClone(sample);
  change(data);
  return renderToStaticMarkup(
    <App data={data} messages={messages}>
      <LaterMessagesProvider messages={laterCatalogOf(data.context.intl.locale.short)}>{pageBody(data.page)}</LaterMessagesProvider>
    </App>,
  );
}

describe('SW-04 the offline page', () => {
  it('names the time of saving, and shows the times as text without links', () => {
    const main = html().split('<main')[1]?.split('</main>')[0] ?? '';
    expect(main).toContain('Here are the times we saved at 3:42 PM. Seats may have sold since.');
    expect(main).toContain('<b class="num">6:05 PM</b><span>Dust &amp; Honey</span>');
    expect(main).toContain('Screen 6');
    expect(main).not.toContain('<a ');
  });

  it('requests the visitor’s address again: its form has no action', () => {
    expect(html()).toMatch(/<form class="[^"]*"><button [^>]*type="submit">.*?Try again<\/button><\/form>/);
  });

  it('has a text if there are no times', () => {
    const markup = html(({ page }) => {
      if (page.kind === 'offline') page.soon = [];
    });
    expect(markup).toContain('We have no times saved on this device yet.');
    expect(markup).not.toContain('Here are the times');
  });

  it('names the screen, and the theater on a circuit', () => {
    const markup = html(({ page }) => {
      if (page.kind !== 'offline') return;
      const [, second] = page.soon;
      if (second) second.show.theater = 'Old Mill';
    });
    expect(markup).toContain('Screen 6</small>');
    expect(markup).toContain('Screen 1 · Old Mill</small>');
  });

  it('names the day of shows that are not today, and labels the folded rows', () => {
    const days = (...names: string[]): string =>
      html(({ page }) => {
        if (page.kind !== 'offline') return;
        const [first] = page.soon;
        page.soon = names.flatMap((day, index) => (first ? [{ ...first, day, show: { ...first.show, id: `s${index}` } }] : []));
      });
    const today = days(...Array.from({ length: 9 }, () => ''));
    expect(today).toContain('All of today');
    expect(today).not.toContain('<h2');
    const both = days('', '', ...Array.from({ length: 7 }, () => 'Saturday'));
    expect(both).toContain('More times');
    expect(both).not.toContain('All of today');
    // Two today, six on Saturday, and one in the folded part.
    expect(both.match(/<h2 class="[^"]*">Saturday<\/h2><ul/g)).toHaveLength(2);
    expect(both.match(/<li><b class="num">/g)).toHaveLength(9);
  });

  it('is available in French', () => {
    const markup = html(({ context }) => {
      context.intl.locale = { long: 'fr-FR', short: 'fr' };
    });
    expect(markup).toContain('Vous êtes hors ligne');
  });
});
