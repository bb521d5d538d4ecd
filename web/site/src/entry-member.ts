// Adds the member's state to a page, which the server renders the same for everybody: hearts, header, ticketing links. It is loaded
// if a cookie says that a member is signed in, if the URL has parameters for the member area, or when a heart or the sign-out link is
// used.

import { MEMBER_AREA_PATH } from '@marquee/rules/paths.gen.ts';
import type { Messages } from './messages/messages.ts';
import { type RefusedHeart, addRequestedHeart, pressHeart } from './state/member/hearts.ts';
import { secretParameters } from './state/member/secret-parameters.ts';
import type { Member } from './state/member/member.ts';
import { memberOf } from './state/member/open.ts';
import { readArea } from './state/member/read-area.ts';
import { signOut } from './state/member/sign-out.ts';
import { pageData } from './state/page-data.ts';

let started: Promise<Member | undefined> | undefined;

/** Opens the member area, once. Resolves to undefined if the site has no loyalty program or its settings cannot be fetched. */
export function startMember(messages: Messages): Promise<Member | undefined> {
  // Removes secrets from the URL before anything else (security 5.3).
  secretParameters();
  started ??= start(messages).catch(() => {
    started = undefined;
    return undefined;
  });
  return started;
}

async function start(messages: Messages): Promise<Member | undefined> {
  const { page, site, context, theater } = pageData();
  const area =
    page.kind === 'member' ? page.area : readArea(await (await fetch(site.homeHref.replace(/\/$/, '') + MEMBER_AREA_PATH)).json());
  if (area === undefined) return undefined;
  const member = memberOf(area, { theaterId: context.theaterId ?? theater?.id });
  const { signedOutNotice } = member;
  if (page.kind !== 'member') signedOutNotice.subscribe(() => signedOutNotice.get() && void showSignedOut(member, messages));
  void addRequestedHeart(member).then((refused) => refused && showRefused(member, refused, messages));
  if (new URLSearchParams(location.search).has('return')) {
    const { handOverPage } = await import('./features/hand-over/hand-over-page.tsx');
    void handOverPage(member, messages);
  }
  return member;
}

/** Handles a click on a heart or on the sign-out link (LINK-05). */
export async function handleLink(link: HTMLAnchorElement, messages: Messages): Promise<void> {
  const member = await startMember(messages);
  const isHeart = link.dataset['heart'] !== undefined;
  if (member !== undefined) await (isHeart ? toggleHeart(member, link, messages) : signOut(member));
  else if (isHeart) location.assign(link.href);
  // The link leads to a hash of this page. Without a connection, the browser or the service worker says so.
  else location.reload();
}

/** Shows a toast that the session has ended. Does nothing if its code cannot be loaded. */
async function showSignedOut(member: Member, messages: Messages): Promise<void> {
  try {
    (await import('./features/account/show-signed-out-notice.tsx')).showSignedOutNotice(member, messages);
  } catch {
    // The header shows it too.
  }
}

/** Hides the message about a refused heart, if there is one. */
let hideRefused: (() => void) | undefined;

async function toggleHeart(member: Member, link: HTMLAnchorElement, messages: Messages): Promise<void> {
  hideRefused?.();
  const refused = await pressHeart(member, link);
  if (refused !== undefined) await showRefused(member, refused, messages);
}

/** Shows why a heart was refused. If the code cannot be loaded, only the unchanged heart shows it. */
async function showRefused(member: Member, refused: RefusedHeart, messages: Messages): Promise<void> {
  try {
    const module = await import('./features/hearts/heart-refusal.tsx');
    hideRefused = module.hideHeartRefusal;
    await module.showHeartRefusal(refused, member.area, messages, () => void toggleHeart(member, refused.link, messages));
  } catch {
    // There is no connection.
  }
}
