// Adds the member's state to a page, which the server renders the same for everybody: hearts, header, ticketing links. It is loaded
// if a cookie says that a member is signed in, if the URL has parameters for the member area, or when a heart or the sign-out link is
// used.

import type { PageData } from '@marquee/api/schema.gen.ts';
import type { Messages } from './messages/messages.ts';
import { type Refused, addRequestedHeart, pressHeart } from './state/member/hearts.ts';
import { handed } from './state/member/handed.ts';
import type { Member } from './state/member/member.ts';
import { memberOf } from './state/member/open.ts';
import { readArea } from './state/member/read-area.ts';
import { signOut } from './state/member/sign-out.ts';

let started: Promise<Member | undefined> | undefined;

/** Opens the member area, once. Resolves to undefined if the site has no loyalty program or its settings cannot be fetched. */
export function startMember(m: Messages): Promise<Member | undefined> {
  // Removes secrets from the URL before anything else (security 5.3).
  handed();
  started ??= start(m).catch(() => {
    started = undefined;
    return undefined;
  });
  return started;
}

async function start(m: Messages): Promise<Member | undefined> {
  const data: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '');
  const { page, site, context, theater } = data;
  const area = page.kind === 'member' ? page.area : readArea(await (await fetch(`${site.homeHref}api/member-area.json`)).json());
  if (area === undefined) return undefined;
  const member = memberOf(area, { theaterId: context.theaterId ?? theater?.id });
  const { signedOutNotice } = member;
  if (page.kind !== 'member') signedOutNotice.subscribe(() => signedOutNotice.get() && void showSignedOut(member, m));
  void addRequestedHeart(member).then((refused) => refused && showRefused(member, refused, m));
  if (new URLSearchParams(location.search).has('return')) {
    const { handOverPage } = await import('./features/hand-over/hand-over-page.tsx');
    void handOverPage(member, context.intl.locale.short);
  }
  return member;
}

/** Handles a click on a heart or on the sign-out link (LINK-06). */
export async function handleLink(link: HTMLAnchorElement, m: Messages): Promise<void> {
  const member = await startMember(m);
  if (link.dataset['heart'] === undefined) await (member && signOut(member));
  else if (member === undefined) location.assign(link.href);
  else await toggleHeart(member, link, m);
}

/** Shows a toast that the session has ended. Does nothing if its code cannot be loaded. */
async function showSignedOut(member: Member, m: Messages): Promise<void> {
  try {
    (await import('./features/account/say-signed-out.tsx')).saySignedOut(member, m);
  } catch {
    // The header shows it too.
  }
}

/** Hides the message about a refused heart, if there is one. */
let hideRefused: (() => void) | undefined;

async function toggleHeart(member: Member, link: HTMLAnchorElement, m: Messages): Promise<void> {
  hideRefused?.();
  const refused = await pressHeart(member, link);
  if (refused !== undefined) await showRefused(member, refused, m);
}

/** Shows why a heart was refused. If the code cannot be loaded, only the unchanged heart shows it. */
async function showRefused(member: Member, refused: Refused, m: Messages): Promise<void> {
  try {
    const module = await import('./features/hearts/say-refused.tsx');
    hideRefused = module.unsay;
    await module.sayRefused(refused, member.area, m, () => void toggleHeart(member, refused.link, m));
  } catch {
    // There is no connection.
  }
}
