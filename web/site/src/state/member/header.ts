// The entry of the member area in header and menu, which the server writes for guests (ROLE-09): for members it says what the
// site says to them (ROLE-10). A name that stands in it is remembered for this tab, so that the next page has it at once.

import { field, text } from '@marquee/rules/loyalty/calls/answers.ts';
import { entryOf } from '@marquee/rules/loyalty/area/screens.ts';
import { type Session, memberIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import type { Member } from './member.ts';

const KEY = 'member-name';
/** Placeholders of the member's first name in a label (PAGE-09). */
const NAME = /\{name\}|\{0\}/g;
/** The same, with the separator before them. */
const JOINED_NAME = /[\s,]*(?:\{name\}|\{0\})/g;

/** A label with the name in it; without one, what is left of the label: `Hi, {name}` becomes `Hi`. */
export function labelWith(label: string, name: string): string {
  if (name !== '') return label.replaceAll(NAME, () => name);
  return label.replaceAll(JOINED_NAME, '').trim();
}

/** Keeps the entry true to the session. */
export function watchHeader({ machine, area }: Member): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-account]')];
  const guest = links.map((link) => ({ link, label: link.textContent.trim(), name: link.ariaLabel }));
  const show = (): void => {
    const session = machine.get();
    const entry = entryOf(area, session);
    remember(session);
    for (const { link, label, name } of guest) {
      const said = entry.kind === 'member' ? labelWith(entry.label, nameIn(session)) || label || name : undefined;
      setLabel(link, said ?? label, name === null ? null : (said ?? name));
    }
    document.documentElement.toggleAttribute('data-member', entry.kind === 'member');
  };
  machine.subscribe(show);
  show();
}

/** The icon alone has its words in its name; the others say them. */
function setLabel(link: HTMLAnchorElement, label: string, name: string | null): void {
  if (name !== null) link.ariaLabel = name;
  const words = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  if (words !== undefined && words.textContent !== label) words.textContent = label;
}

const firstName = (session: Session): string => text(field(memberIn(session), 'firstName'));

function nameIn(session: Session): string {
  if (session.kind !== 'loading') return firstName(session);
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function remember(session: Session): void {
  if (session.kind === 'loading') return;
  const name = firstName(session);
  try {
    if (name === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, name);
  } catch {
    // Then the next page says it a moment later.
  }
}
