import { cell } from '@marquee/rules/cell.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { FakeElement, type FakePage, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusHeading, focusInNextFrame } from './focus.ts';
import { type Member, openMember } from './member.ts';
import { signOut } from './sign-out.ts';

let page: FakePage;
let member: Member;
let frames: (() => void)[];
const scrollTo = vi.fn<(options: object) => void>();
const nextFrame = (): void => frames.splice(0).forEach((frame) => frame());

beforeEach(() => {
  page = fakePage();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => void frames.push(frame));
  scrollTo.mockClear();
  vi.stubGlobal('scrollTo', scrollTo);
  member = openMember(AREA, { theaterId: undefined });
});
afterEach(() => {
  page.window.dispatch('pagehide');
  vi.unstubAllGlobals();
});

describe('a sign-out', () => {
  it('shows the notice, and focuses the heading of the form that replaces the view of the member', async () => {
    const heading = new FakeElement();
    await signOut(member);
    expect([member.machine.get().kind, member.signedOutNotice.get()]).toEqual(['signed-out', true]);
    expect(scrollTo).not.toHaveBeenCalled();
    page.elements['main h1'] = [heading];
    nextFrame();
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
    expect(heading.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
    expect(heading.tabIndex).toBe(-1);
  });

  it('scrolls to the top of a page without a heading', async () => {
    await signOut(member);
    nextFrame();
    expect(scrollTo).toHaveBeenCalledTimes(1);
  });

  it('shows the notice once the session has ended on this page', async () => {
    const session = cell<Session>({ kind: 'loading', record: { kind: 'opaque', cypherVersion: 3 } });
    const ending = signOut({ ...member, machine: { ...member.machine, ...session, logout: () => Promise.resolve() } });
    await new Promise((resolve) => setTimeout(resolve));
    expect(member.signedOutNotice.get()).toBe(false);
    session.set({ kind: 'signed-out' });
    await ending;
    expect(member.signedOutNotice.get()).toBe(true);
  });

  it('ends when the server has responded', async () => {
    let respond = (): void => undefined;
    const logout = (): Promise<void> =>
      member.machine.logout().then(() => new Promise<void>((resolve) => (respond = () => resolve())));
    const onEnd = vi.fn<() => void>();
    const ending = signOut({ ...member, machine: { ...member.machine, logout } }).then(onEnd);
    await vi.waitFor(() => expect(member.signedOutNotice.get()).toBe(true));
    expect(onEnd).not.toHaveBeenCalled();
    respond();
    await ending;
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});

describe('the focus', () => {
  it('moves to a heading by its id', () => {
    const heading = new FakeElement();
    page.elements['#points'] = [heading];
    focusHeading('points');
    focusHeading('missing');
    expect(heading.focus).toHaveBeenCalledTimes(1);
  });

  it('moves to an element that React renders in this frame', () => {
    const field = new FakeElement();
    focusInNextFrame('main input');
    page.elements['main input'] = [field];
    expect(field.focus).not.toHaveBeenCalled();
    nextFrame();
    expect(field.focus).toHaveBeenCalledTimes(1);
    focusInNextFrame('.missing');
    nextFrame();
    expect(field.focus).toHaveBeenCalledTimes(1);
  });
});
