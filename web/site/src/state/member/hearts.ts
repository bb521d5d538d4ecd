// The hearts of films and theaters. The server renders them as links to the sign-in page. For members they become switches of the
// watchlist (WATCH-01, LOYC-19) and of the favorite theaters (FAV-07). When a guest presses one, it is applied after the sign-in.

import type { Failure } from '@marquee/rules/loyalty/calls/responses.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import { memberIn } from '@marquee/rules/loyalty/session/session.ts';
import { emit } from '../events.ts';
import { type Member, whenSettled } from './member.ts';

/** The storage key of the heart that a guest pressed, for the page after the sign-in. */
const KEY = 'wanted';

/** The lists that hearts change. */
type Lists = Pick<Member, 'watchlist' | 'cinemas'>;

/** The list that a heart changes, and the state of the heart's item in it. */
interface List {
  readonly name: 'watchlist' | 'theaters';
  /** Whether the list contains the item. */
  readonly isIn: boolean;
  /** Whether the list is loaded. */
  readonly isLoaded: boolean;
  readonly changes: Observable<{ readonly isLoaded: boolean }>;
  /** Why the last request failed. */
  readonly failure: Failure | undefined;
  readonly add: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The list of a heart: `theater/{id}` is a theater's, any other value is the id of a film. */
function listOf({ watchlist, cinemas }: Lists, heart: string): List {
  const theater = /^theater\/(.+)/.exec(heart)?.[1];
  if (theater === undefined) {
    const { films, isLoaded, failure } = watchlist.get();
    return {
      name: 'watchlist',
      isIn: films.includes(heart),
      isLoaded,
      changes: watchlist,
      failure,
      add: () => watchlist.add(heart),
      remove: () => watchlist.remove(heart),
    };
  }
  const { list, isLoaded, failure } = cinemas.get();
  const isIn = list.some(({ boxofficeCinemaId }) => boxofficeCinemaId === theater);
  return {
    name: 'theaters',
    isIn,
    isLoaded,
    changes: cinemas,
    failure,
    add: () => cinemas.add(theater),
    remove: () => cinemas.remove(theater),
  };
}

/** A change of a list that failed. */
export interface Refusal {
  readonly list: List['name'];
  /** Whether the item was to be added; else it was to be removed. */
  readonly adds: boolean;
  readonly failure: Failure;
}

/** A failed change, with the heart that was pressed. */
export interface RefusedHeart extends Refusal {
  readonly link: HTMLAnchorElement;
}

/** Adds a heart's item to its list or removes it. Returns the failure, if any. Emits an event for a film whose state changed (ANLY-07). */
export async function setHeart(lists: Lists, heart: string, on: boolean): Promise<Refusal | undefined> {
  const listBefore = listOf(lists, heart);
  await (on ? listBefore.add() : listBefore.remove());
  const { name, isIn, failure = { kind: 'unreachable' } } = listOf(lists, heart);
  if (isIn !== on) return { list: name, adds: on, failure };
  if (name === 'watchlist' && listBefore.isIn !== on) emit({ name: 'watchlist_changed', filmId: heart, added: on });
  return undefined;
}

const heartLinks = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('a[data-heart]')];

/** Keeps all hearts of the page, including those added later, in sync with the lists. */
export function watchHearts(member: Member): void {
  const { machine, watchlist, cinemas } = member;
  const show = (): void => {
    const isMember = memberIn(machine.get()) !== undefined;
    for (const link of heartLinks()) {
      const { isIn, isLoaded } = listOf(member, link.dataset['heart'] ?? '');
      setSwitch(link, isMember && isLoaded ? isIn : undefined);
    }
  };
  watchlist.subscribe(show);
  cinemas.subscribe(show);
  machine.subscribe(show);
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
  show();
}

/** Makes a heart a switch with this state; `undefined` makes it a link, for guests and until the list is loaded. */
function setSwitch(link: HTMLAnchorElement, isOn: boolean | undefined): void {
  if (isOn === undefined) {
    for (const name of ['role', 'aria-pressed']) link.removeAttribute(name);
    return;
  }
  if (link.role !== 'button') link.role = 'button';
  if (link.ariaPressed !== String(isOn)) link.ariaPressed = String(isOn);
}

/** Toggles a heart; sends guests to the sign-in page first. Returns the failure, if any. */
export async function pressHeart(member: Member, link: HTMLAnchorElement): Promise<RefusedHeart | undefined> {
  const { machine, area } = member;
  const heart = link.dataset['heart'] ?? '';
  const session = await whenSettled(machine, ({ kind }) => kind !== 'loading');
  if (session.kind === 'signed-out') {
    storeHeart(heart);
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

/** Applies the heart that the member pressed before the sign-in. Returns the failure, if any and if the heart is on the page. */
export async function addRequestedHeart(member: Member): Promise<RefusedHeart | undefined> {
  const session = await whenSettled(member.machine, ({ kind }) => kind !== 'loading');
  const heart = memberIn(session) === undefined ? '' : takeHeart();
  if (heart === '') return undefined;
  const refusal = await setHeart(member, heart, true);
  const link = heartLinks().find(({ dataset }) => dataset['heart'] === heart);
  return refusal && link && { ...refusal, link };
}

function storeHeart(heart: string): void {
  try {
    sessionStorage.setItem(KEY, heart);
  } catch {
    // Storage is forbidden: the visitor has to press the heart again.
  }
}

/** Removes and returns the stored heart; empty if there is none. */
function takeHeart(): string {
  try {
    const heart = sessionStorage.getItem(KEY) ?? '';
    sessionStorage.removeItem(KEY);
    return heart;
  } catch {
    return '';
  }
}
