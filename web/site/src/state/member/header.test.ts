import { type Cell, cell } from '@marquee/rules/cell.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { FakeLink, type FakePage, fakePage, forbidStorage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { labelWith, watchHeader } from './header.ts';
import { openMember } from './member.ts';

it.each([
  ['Hi, {name}', 'Ann', 'Hi, Ann'],
  ['Hi, {0}', 'Ann', 'Hi, Ann'],
  ['{0}, {0}', '$&', '$&, $&'],
  ['Hi, {0}', '', 'Hi'],
  ['Hi, {name}', '', 'Hi'],
  ['{name} menu', '', 'menu'],
  ['My club', 'Ann', 'My club'],
])('PAGE-09 the label %j for a member named %j is %j', (label, name, expected) => {
  expect(labelWith(label, name)).toBe(expected);
});

const RECORD = { kind: 'opaque', cypherVersion: 3 } as const;
const ANN: Session = { kind: 'signed-in', record: RECORD, member: { memberId: 'm1', firstName: 'Ann' } };
const CHECKING: Session = { kind: 'loading', record: RECORD };
const SIGNED_OUT: Session = { kind: 'signed-out' };

describe('ROLE-09, ROLE-10 the links to the member area', () => {
  let page: FakePage;
  let session: Cell<Session>;
  let [text, icon] = [new FakeLink('/login/'), new FakeLink('/login/')];

  /** Opens a page with a link with a text and an icon, and a link with an icon only. */
  function open(initial: Session, stored?: string, label = 'Hi, {name}'): void {
    [text, icon] = [new FakeLink('/login/'), new FakeLink('/login/')];
    text.textContent = ' Sign in ';
    text.childNodes.push({ nodeType: 1, textContent: '' }, { nodeType: 3, textContent: 'Sign in' });
    icon.ariaLabel = 'Sign in';
    icon.childNodes.push({ nodeType: 1, textContent: '' });
    page = fakePage({ elements: { 'a[data-account]': [text, icon] } });
    vi.stubGlobal('Node', { TEXT_NODE: 3 });
    if (stored !== undefined) page.stored.set('member-name', stored);
    session = cell(initial);
    const member = openMember(
      { ...AREA, loggedInHeaderAccessLabel: label, guestHeaderAccessLabel: 'Join' },
      { theaterId: undefined },
    );
    watchHeader({ ...member, machine: { ...member.machine, ...session } });
  }
  /** The text of the first link, the name of the second, and whether the page is a member's. */
  const shown = () => [
    text.childNodes[1]?.textContent,
    icon.ariaLabel,
    page.document.documentElement.attributes.has('data-member'),
  ];
  afterEach(() => {
    page.window.dispatch('pagehide');
    vi.unstubAllGlobals();
  });

  it('have the label of guests until the session is known to be a member’s', () => {
    open({ kind: 'loading', record: undefined });
    expect(shown()).toEqual(['Sign in', 'Sign in', false]);
    session.set(SIGNED_OUT);
    expect(shown()).toEqual(['Sign in', 'Sign in', false]);
    session.set(ANN);
    expect(shown()).toEqual(['Hi, Ann', 'Hi, Ann', true]);
    session.set(SIGNED_OUT);
    expect(shown()).toEqual(['Sign in', 'Sign in', false]);
  });

  it('keep a link with a text without another name, and the icon', () => {
    open(ANN);
    expect([text.ariaLabel, text.childNodes[0]?.textContent, icon.childNodes]).toEqual([
      null,
      '',
      [{ nodeType: 1, textContent: '' }],
    ]);
  });

  it('have the name from the page before while the session is checked', () => {
    open(CHECKING, 'Ann');
    expect(shown()).toEqual(['Hi, Ann', 'Hi, Ann', true]);
    open(CHECKING);
    expect(shown()).toEqual(['Hi', 'Hi', true]);
  });

  it('store the name for the next page, until the sign-out', () => {
    open(ANN);
    expect([...page.stored]).toEqual([['member-name', 'Ann']]);
    session.set(CHECKING);
    expect([...page.stored]).toEqual([['member-name', 'Ann']]);
    session.set({ ...ANN, member: { memberId: 'm2' } });
    expect(page.stored.size).toBe(0);
    session.set(ANN);
    session.set(SIGNED_OUT);
    expect(page.stored.size).toBe(0);
  });

  it('have the label of guests for members if the site has no other', () => {
    open(ANN, undefined, '');
    expect(shown()).toEqual(['Sign in', 'Sign in', true]);
  });

  it('work if storage is forbidden', () => {
    open(SIGNED_OUT);
    forbidStorage();
    session.set(CHECKING);
    expect(shown()).toEqual(['Hi', 'Hi', true]);
    session.set(ANN);
    expect(shown()).toEqual(['Hi, Ann', 'Hi, Ann', true]);
    session.set(SIGNED_OUT);
    expect(shown()).toEqual(['Sign in', 'Sign in', false]);
  });
});
