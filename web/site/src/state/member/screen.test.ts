import type { MemberScreen } from '@marquee/api/schema.gen.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const RECORD = { kind: 'opaque', cypherVersion: 3 } as const;
const SIGNED_OUT: Session = { kind: 'signed-out' };
const SIGNED_IN: Session = { kind: 'signed-in', record: RECORD, member: { memberId: 'm1' } };
const EXPIRED: Session = { ...SIGNED_IN, kind: 'expired' };
const CHECKING: Session = { kind: 'loading', record: RECORD };
const UNKNOWN: Session = { kind: 'loading', record: undefined };

/** The view of a screen on a page with this query. */
async function viewOf(screen: MemberScreen, session: Session, isOpen = true, search = '') {
  fakePage({ url: `https://acme.example/login/${search}` });
  vi.resetModules();
  return (await import('./screen.ts')).viewOf(screen, session, isOpen);
}

afterEach(() => vi.unstubAllGlobals());

describe('a screen of the member area', () => {
  it.each<MemberScreen>(['join', 'activate', 'forgotPassword', 'forgotUsername', 'giftCard'])(
    '%s shows its form to guests and members',
    async (screen) => {
      for (const session of [SIGNED_OUT, SIGNED_IN, CHECKING])
        for (const isOpen of [true, false]) expect(await viewOf(screen, session, isOpen)).toBe('guest');
    },
  );

  it.each<[Session, string]>([
    [SIGNED_OUT, 'guest'],
    [SIGNED_IN, 'member'],
    [EXPIRED, 'member'],
    [CHECKING, 'waiting'],
    [UNKNOWN, 'guest'],
  ])('shows for the session %j the view %s', async (session, expected) => {
    expect([await viewOf('home', session), await viewOf('orders', session)]).toEqual([expected, expected]);
  });

  it('is a placeholder while the session is unknown, but the home screen has the form for guests', async () => {
    expect([await viewOf('home', SIGNED_IN, false), await viewOf('orders', SIGNED_IN, false)]).toEqual(['guest', 'waiting']);
  });

  it.each([
    ['?resetCode=R1', 'guest'],
    ['?uid=m1&token=T1', 'guest'],
    ['?uid=m1', 'member'],
    ['?token=T1', 'member'],
  ])('RESET-06, RESET-07 shows to a member with %s in the URL the view %s', async (search, expected) => {
    expect(await viewOf('home', SIGNED_IN, true, search)).toBe(expected);
    expect(await viewOf('orders', SIGNED_IN, true, search)).toBe('member');
  });
});
