// The hearts of films. The server writes links to the sign-in page, the same for everybody; for members they are switches of
// the watchlist (WATCH-01, LOYC-19). A guest who presses one signs in first, and then it is done.

import type { Member } from './member.ts';
import { whenSettled } from './member.ts';

/** The film that a guest wanted, for the page after signing in. */
const KEY = 'wanted-film';

/** Keeps all hearts of the page true to the watchlist; hearts that come later too. */
export function watchHearts(member: Member): void {
  const { machine, watchlist, area } = member;
  if (!area.includeWatchlist) return;
  const show = (): void => {
    const session = machine.get();
    const isMember = session.kind === 'signed-in' || session.kind === 'expired';
    const { films } = watchlist.get();
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-heart]')) mark(link, isMember ? films.includes(link.dataset['heart'] ?? '') : undefined);
  };
  watchlist.subscribe(show);
  machine.subscribe(show);
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
  void addWanted(member);
}

/** A member's heart is a switch; a guest's is the link it was. */
function mark(link: HTMLAnchorElement, isOn: boolean | undefined): void {
  if (isOn === undefined) {
    for (const name of ['role', 'aria-pressed']) link.removeAttribute(name);
    return;
  }
  if (link.role !== 'button') link.role = 'button';
  if (link.ariaPressed !== String(isOn)) link.ariaPressed = String(isOn);
}

/** Adds the film or removes it; guests are asked to sign in first. */
export async function pressHeart({ machine, watchlist, area }: Member, link: HTMLAnchorElement): Promise<void> {
  const film = link.dataset['heart'] ?? '';
  const session = await whenSettled(machine, ({ kind }) => kind !== 'loading');
  if (session.kind === 'signed-out') {
    keep(film);
    const next = encodeURIComponent(location.pathname + location.search);
    location.assign(area.href === '' ? link.href : `${area.href}?next=${next}`);
    return;
  }
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  await (watchlist.get().films.includes(film) ? watchlist.remove(film) : watchlist.add(film));
  link.ariaBusy = null;
}

async function addWanted({ machine, watchlist }: Member): Promise<void> {
  const session = await whenSettled(machine, ({ kind }) => kind !== 'loading');
  if (session.kind !== 'signed-in' && session.kind !== 'expired') return;
  const film = take();
  if (film !== '') await watchlist.add(film);
}

function keep(film: string): void {
  try {
    sessionStorage.setItem(KEY, film);
  } catch {
    // Then the visitor presses once more.
  }
}

function take(): string {
  try {
    const film = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return film;
  } catch {
    return '';
  }
}
