import { AREA } from '@marquee/testkit/pages/member.tsx';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import type { PageBody } from '@marquee/api/schema.gen.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageProvider } from '../page.ts';
import { useFormats } from './formats.ts';

const theater = (id: string, timeZone: string) => ({ id, name: id, address: '', href: '', timeZone });
const MEMBER: PageBody = {
  kind: 'member',
  screen: 'orders',
  area: AREA,
  theaters: [theater('main', 'Asia/Tokyo'), theater('harbor', 'America/Detroit')],
};
const AT = '2026-11-22T18:30:00Z';

/** The time of a show at a cinema, as a page shows it. */
function timeAt(page: PageBody, cinemaId?: string): string {
  const texts: string[] = [];
  function Probe() {
    texts.push(useFormats(cinemaId).dayAndTime(AT));
    return null;
  }
  renderToStaticMarkup(
    <PageProvider page={{ ...samplePage('meridian-home'), page }}>
      <Probe />
    </PageProvider>,
  );
  return texts.join();
}
const inZone = (timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone }).format(Date.parse(AT));

it('LOCALE-01 a show is in the time zone of its cinema, an unknown one in that of the first, and without one in the visitor’s', () => {
  const hours = (text: string): string => text.replace(/^.*, (\d+):30(.*)$/, '$1$2');
  expect(hours(timeAt(MEMBER, 'harbor'))).toBe(inZone('America/Detroit'));
  expect(hours(timeAt(MEMBER, 'gone'))).toBe(inZone('Asia/Tokyo'));
  expect(hours(timeAt(MEMBER))).toBe(inZone());
  expect(hours(timeAt(samplePage('meridian-home').page, 'harbor'))).toBe(inZone());
});
