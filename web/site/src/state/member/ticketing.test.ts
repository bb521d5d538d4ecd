import { cell } from '@marquee/rules/cell.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { FakeElement, FakeLink, type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMember } from './member.ts';
import { watchTicketing } from './ticketing.ts';

const RECORD = { kind: 'opaque', cypherVersion: 3 } as const;
const IRIS: Session = { kind: 'signed-in', record: RECORD, member: { memberId: 'm1' } };
const SALE = 'https://tickets.example/startticketing?showtimeId=1';
const HAND_OVER = `/api/hand-over?to=${encodeURIComponent(SALE)}`;

let page: FakePage;

/** Opens a page with this session. */
function open(session: Session, dataset: Readonly<Record<string, string>> = {}, launchTicketing = false): void {
  page = fakePage({ dataset });
  const member = openMember({ ...AREA, launchTicketing }, { theaterId: undefined });
  watchTicketing({ ...member, machine: { ...member.machine, get: cell(session).get } });
}

/** The target of a link while the browser follows a click on `target`. */
function followed(link: FakeLink, type = 'click', target: unknown = link): string | null {
  let href: string | null = null;
  page.document.addEventListener(type, () => {
    href = link.getAttribute('href');
  });
  page.document.dispatch(type, { target });
  return href;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  page.window.dispatch('pagehide');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('ROLE-11 to ROLE-14 a link to the ticketing site', () => {
  it.each<[string, Session]>([
    ['signed in', IRIS],
    ['expired', { ...IRIS, kind: 'expired' }],
    ['being checked', { kind: 'loading', record: RECORD }],
  ])('goes through the hand-over while the member is %s', (_, session) => {
    open(session);
    expect(followed(new FakeLink(SALE))).toBe(HAND_OVER);
  });

  it.each<[string, Session]>([
    ['signed out', { kind: 'signed-out' }],
    ['not known, without a session', { kind: 'loading', record: undefined }],
  ])('stays as it is while the visitor is %s', (_, session) => {
    open(session);
    expect(followed(new FakeLink(SALE))).toBe(SALE);
  });

  it('goes through it with the middle button, and from an element inside of the link', () => {
    open(IRIS);
    expect(followed(new FakeLink(SALE), 'auxclick')).toBe(HAND_OVER);
    const link = new FakeLink(SALE);
    const icon = new FakeElement();
    icon.ancestors['a'] = link;
    expect(followed(link, 'click', icon)).toBe(HAND_OVER);
  });

  it('security 5.2 has its own address again after the click', () => {
    open(IRIS);
    const link = new FakeLink(SALE);
    expect(followed(link)).toBe(HAND_OVER);
    vi.runAllTimers();
    expect(link.getAttribute('href')).toBe(SALE);
  });

  it.each(['https://other.example/startticketing?showtimeId=1', '/movies/dune/', `${SALE}&token=T1`])(
    'stays as it is if it takes no token: %s',
    (href) => {
      open(IRIS);
      expect(followed(new FakeLink(href))).toBe(href);
    },
  );

  it('ROLE-13 to the launch page goes through it if the site enables that', () => {
    const launch = 'https://tickets.example/launch/ticketing?showtimeId=1';
    open(IRIS);
    expect(followed(new FakeLink(launch))).toBe(launch);
    page.window.dispatch('pagehide');
    open(IRIS, {}, true);
    expect(followed(new FakeLink(launch))).toBe(`/api/hand-over?to=${encodeURIComponent(launch)}`);
  });

  it.each([
    [{ formOrigin: 'https://tickets.example' }, `${HAND_OVER}&method=post`],
    [{ formOrigin: 'https://tickets.example', formMethod: 'post' }, `${HAND_OVER}&method=post`],
    [{ formOrigin: 'https://tickets.example', formMethod: 'get' }, HAND_OVER],
    [{ formOrigin: 'https://other.example' }, HAND_OVER],
  ])('LINK-15, LINK-16 keeps the method of the site’s forms: %j', (dataset, expected) => {
    open(IRIS, dataset);
    expect(followed(new FakeLink(SALE))).toBe(expected);
  });

  it('is changed before other listeners of the page see it', () => {
    const early = fakePage();
    const link = new FakeLink(SALE);
    const seen: unknown[] = [];
    early.document.addEventListener('click', () => void seen.push(link.getAttribute('href')));
    const member = openMember(AREA, { theaterId: undefined });
    watchTicketing({ ...member, machine: { ...member.machine, get: () => IRIS } });
    early.document.dispatch('click', { target: link });
    early.window.dispatch('pagehide');
    expect(seen).toEqual([HAND_OVER]);
  });

  it('does nothing for clicks beside links', () => {
    open(IRIS);
    const link = new FakeLink(SALE);
    expect([followed(link, 'click', new FakeElement()), followed(link, 'click', page.document)]).toEqual([SALE, SALE]);
  });
});
