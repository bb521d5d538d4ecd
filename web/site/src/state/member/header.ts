// The link to the member area in header and menu. The server renders the label for guests (ROLE-09); for members the label is replaced
// (ROLE-10). A first name in it is stored for this tab, so that the next page has it at once.

import { areaEntry } from '@marquee/rules/loyalty/area/screens.ts';
import { type Session, memberIn } from '@marquee/rules/loyalty/session/session.ts';
import type { Member } from './member.ts';

const KEY = 'member-name';
/** Placeholders of the member's first name in a label (PAGE-09). */
const NAME = /\{name\}|\{0\}/g;
/** The same, with the separator before them. */
const JOINED_NAME = /[\s,]*(?:\{name\}|\{0\})/g;

/** Inserts the name into a label. If the name is empty, removes the placeholder: `Hi, {name}` becomes `Hi`. */
export function labelWith(label: string, name: string): string {
  if (name !== '') return label.replaceAll(NAME, () => name);
  return label.replaceAll(JOINED_NAME, '').trim();
}

/** Updates the links whenever the session changes. */
export function watchHeader({ machine, area }: Member): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-account]')];
  const guestLinks = links.map((link) => ({ link, label: link.textContent.trim(), name: link.ariaLabel }));
  const show = (): void => {
    const session = machine.get();
    const entry = areaEntry(area, session);
    storeName(session);
    for (const { link, label, name } of guestLinks) {
      const memberLabel = entry.kind === 'member' ? labelWith(entry.label, nameIn(session)) || label || name : undefined;
      setLabel(link, memberLabel ?? label, name === null ? null : (memberLabel ?? name));
    }
    document.documentElement.toggleAttribute('data-member', entry.kind === 'member');
  };
  machine.subscribe(show);
  show();
}

/** Sets the text of a link, and its accessible name unless `name` is null. The icon link has only an accessible name. */
function setLabel(link: HTMLAnchorElement, label: string, name: string | null): void {
  if (name !== null) link.ariaLabel = name;
  const textNode = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  if (textNode !== undefined && textNode.textContent !== label) textNode.textContent = label;
}

const firstName = (session: Session): string => memberIn(session)?.firstName ?? '';

function nameIn(session: Session): string {
  if (session.kind !== 'loading') return firstName(session);
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function storeName(session: Session): void {
  if (session.kind === 'loading') return;
  const name = firstName(session);
  try {
    if (name === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, name);
  } catch {
    // Storage is forbidden: the next page shows the name a moment later.
  }
}
