// The hearts of films and theaters. The server writes links to the sign-in page, the same for everybody; for members they are
// switches of the watchlist (WATCH-01, LOYC-19) and of the favorite theaters (FAV-07). A guest who presses one signs in first,
// and then it is done.

import { memberIn } from '@marquee/rules/loyalty/session-machine.ts';
import { type Member, whenSettled } from './member.ts';

/** What a guest wanted, for the page after signing in. */
const KEY = 'wanted';

/** The list that a heart stands for: a theater's is marked as such, every other one is a film's. */
interface List {
  readonly isIn: boolean;
  readonly add: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

function listOf({ watchlist, cinemas }: Member, heart: string): List {
  const theater = /^theater\/(.+)/.exec(heart)?.[1];
  if (theater === undefined) return { isIn: watchlist.get().films.includes(heart), add: () => watchlist.add(heart), remove: () => watchlist.remove(heart) };
  const isIn = cinemas.get().list.some(({ boxofficeCinemaId }) => boxofficeCinemaId === theater);
  return { isIn, add: () => cinemas.add(theater), remove: () => cinemas.remove(theater) };
}

/** Keeps all hearts of the page true to their lists; hearts that come later too. */
export function watchHearts(member: Member): void {
  const { machine, watchlist, cinemas } = member;
  const show = (): void => {
    const isMember = memberIn(machine.get()) !== undefined;
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-heart]')) mark(link, isMember ? listOf(member, link.dataset['heart'] ?? '').isIn : undefined);
  };
  watchlist.subscribe(show);
  cinemas.subscribe(show);
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

/** Adds what the heart stands for, or removes it; guests are asked to sign in first. */
export async function pressHeart(member: Member, link: HTMLAnchorElement): Promise<void> {
  const { machine, area } = member;
  const heart = link.dataset['heart'] ?? '';
  const session = await whenSettled(machine, ({ kind }) => kind !== 'loading');
  if (session.kind === 'signed-out') {
    keep(heart);
    const next = encodeURIComponent(location.pathname + location.search);
    location.assign(area.href === '' ? link.href : `${area.href}?next=${next}`);
    return;
  }
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  const list = listOf(member, heart);
  await (list.isIn ? list.remove() : list.add());
  link.ariaBusy = null;
}

async function addWanted(member: Member): Promise<void> {
  const session = await whenSettled(member.machine, ({ kind }) => kind !== 'loading');
  if (memberIn(session) === undefined) return;
  const heart = take();
  if (heart !== '') await listOf(member, heart).add();
}

function keep(heart: string): void {
  try {
    sessionStorage.setItem(KEY, heart);
  } catch {
    // Then the visitor presses once more.
  }
}

function take(): string {
  try {
    const heart = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return heart;
  } catch {
    return '';
  }
}
