// The hearts of films and theaters. The server writes links to the sign-in page, the same for everybody; for members they are
// switches of the watchlist (WATCH-01, LOYC-19) and of the favorite theaters (FAV-07). A guest who presses one signs in first,
// and then it is done.

import type { Failure } from '@marquee/rules/loyalty/calls/answers.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import { emit } from '../events.ts';
import { type Member, whenSettled } from './member.ts';

/** What a guest wanted, for the page after signing in. */
const KEY = 'wanted';

/** The lists that hearts stand for. */
type Lists = Pick<Member, 'watchlist' | 'cinemas'>;

/** The list that a heart stands for: a theater's is marked as such, every other one is a film's. */
interface List {
  readonly name: 'watchlist' | 'theaters';
  readonly isIn: boolean;
  /** Whether that is known yet. */
  readonly isLoaded: boolean;
  readonly changes: Watched<{ readonly isLoaded: boolean }>;
  /** Why the last request brought nothing. */
  readonly failure: Failure | undefined;
  readonly add: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

function listOf({ watchlist, cinemas }: Lists, heart: string): List {
  const theater = /^theater\/(.+)/.exec(heart)?.[1];
  if (theater === undefined) {
    const { films, isLoaded, failure } = watchlist.get();
    return { name: 'watchlist', isIn: films.includes(heart), isLoaded, changes: watchlist, failure, add: () => watchlist.add(heart), remove: () => watchlist.remove(heart) };
  }
  const { list, isLoaded, failure } = cinemas.get();
  const isIn = list.some(({ boxofficeCinemaId }) => boxofficeCinemaId === theater);
  return { name: 'theaters', isIn, isLoaded, changes: cinemas, failure, add: () => cinemas.add(theater), remove: () => cinemas.remove(theater) };
}

/** What was not done. */
export interface Refusal {
  readonly list: List['name'];
  /** Whether something was to be added; else it was to be removed. */
  readonly adds: boolean;
  readonly failure: Failure;
}

/** The same with the heart that was pressed. */
export interface Refused extends Refusal {
  readonly link: HTMLAnchorElement;
}

/**
 * Adds what a heart stands for to its list, or removes it; why not, where the list is not as it was wanted then. Analytics is
 * told of films, once it is done (ANLY-07).
 */
export async function setHeart(lists: Lists, heart: string, on: boolean): Promise<Refusal | undefined> {
  const before = listOf(lists, heart);
  await (on ? before.add() : before.remove());
  const { name, isIn, failure = { kind: 'unreachable' } } = listOf(lists, heart);
  if (isIn !== on) return { list: name, adds: on, failure };
  if (name === 'watchlist' && before.isIn !== on) emit({ name: 'watchlist_changed', filmId: heart, added: on });
  return undefined;
}

const heartLinks = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('a[data-heart]')];

/** Keeps all hearts of the page true to their lists; hearts that come later too. */
export function watchHearts(member: Member): void {
  const { machine, watchlist, cinemas } = member;
  const show = (): void => {
    const isMember = memberIn(machine.get()) !== undefined;
    for (const link of heartLinks()) {
      const { isIn, isLoaded } = listOf(member, link.dataset['heart'] ?? '');
      mark(link, isMember && isLoaded ? isIn : undefined);
    }
  };
  watchlist.subscribe(show);
  cinemas.subscribe(show);
  machine.subscribe(show);
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
}

/** A member's heart is a switch once its list is loaded; before that, and for guests, it is the link it was. */
function mark(link: HTMLAnchorElement, isOn: boolean | undefined): void {
  if (isOn === undefined) {
    for (const name of ['role', 'aria-pressed']) link.removeAttribute(name);
    return;
  }
  if (link.role !== 'button') link.role = 'button';
  if (link.ariaPressed !== String(isOn)) link.ariaPressed = String(isOn);
}

/** Adds what the heart stands for, or removes it; guests are asked to sign in first. Gives what was refused. */
export async function pressHeart(member: Member, link: HTMLAnchorElement): Promise<Refused | undefined> {
  const { machine, area } = member;
  const heart = link.dataset['heart'] ?? '';
  const session = await whenSettled(machine, ({ kind }) => kind !== 'loading');
  if (session.kind === 'signed-out') {
    keep(heart);
    const next = encodeURIComponent(location.pathname + location.search);
    location.assign(area.href === '' ? link.href : `${area.href}?next=${next}`);
    return undefined;
  }
  if (link.ariaBusy === 'true') return undefined;
  link.ariaBusy = 'true';
  const isMember = (): boolean => memberIn(machine.get()) !== undefined;
  await whenSettled(listOf(member, heart).changes, ({ isLoaded }) => isLoaded || !isMember());
  const refusal = isMember() ? await setHeart(member, heart, !listOf(member, heart).isIn) : undefined;
  link.ariaBusy = null;
  return refusal && { ...refusal, link };
}

/** Adds what a guest wanted before signing in. Gives what was refused, if its heart is on the page. */
export async function addRequestedHeart(member: Member): Promise<Refused | undefined> {
  const session = await whenSettled(member.machine, ({ kind }) => kind !== 'loading');
  const heart = memberIn(session) === undefined ? '' : take();
  if (heart === '') return undefined;
  const refusal = await setHeart(member, heart, true);
  const link = heartLinks().find(({ dataset }) => dataset['heart'] === heart);
  return refusal && link && { ...refusal, link };
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
