// The member on pages that are not of the member area: loaded where the browser says that somebody is signed in, where the
// address carries something for the member area, or when a heart or the sign-out link is used. The page stays the same for
// everybody; what the member changes of it joins here.

import type { PageData } from '@marquee/api/schema.gen.ts';
import type { Messages } from './messages/messages.ts';
import { type Refused, addWanted, pressHeart } from './state/member/hearts.ts';
import { handed } from './state/member/handed.ts';
import type { Member } from './state/member/member.ts';
import { memberOf } from './state/member/open.ts';
import { readArea } from './state/member/read-area.ts';
import { signOut } from './state/member/sign-out.ts';

let started: Promise<Member | undefined> | undefined;

/** Starts once; nothing where the site has no loyalty programme or cannot be asked. */
export function startMember(m: Messages): Promise<Member | undefined> {
  // Before anything else (security 5.3).
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
  if (page.kind !== 'member') signedOutNotice.subscribe(() => signedOutNotice.get() && void saySignedOut(member, m));
  void addWanted(member).then((wanted) => wanted && tell(member, wanted, m));
  if (new URLSearchParams(location.search).has('return')) {
    const { handOverPage } = await import('./features/hand-over/hand-over-page.tsx');
    void handOverPage(member, context.intl.locale.short);
  }
  return member;
}

/** What a link does instead of leading somewhere: a heart, or signing out (LINK-06). */
export async function act(link: HTMLAnchorElement, m: Messages): Promise<void> {
  const member = await startMember(m);
  if (link.dataset['heart'] === undefined) await (member && signOut(member));
  else if (member === undefined) location.assign(link.href);
  else await press(member, link, m);
}

/** Shows the notice that the session has ended, on a page without a place for it. Does nothing if its code cannot be loaded. */
async function saySignedOut(member: Member, m: Messages): Promise<void> {
  try {
    (await import('./features/account/say-signed-out.tsx')).saySignedOut(member, m);
  } catch {
    // The header shows it as well.
  }
}

/** Takes back what was said of a heart, once something was. */
let unsay: (() => void) | undefined;

async function press(member: Member, link: HTMLAnchorElement, m: Messages): Promise<void> {
  unsay?.();
  const refused = await pressHeart(member, link);
  if (refused !== undefined) await tell(member, refused, m);
}

/** Says that a heart was refused. What cannot be loaded for it is not said: the heart shows that nothing changed. */
async function tell(member: Member, refused: Refused, m: Messages): Promise<void> {
  try {
    const said = await import('./features/hearts/say-refused.tsx');
    unsay = said.unsay;
    await said.sayRefused(refused, member.area, m, () => void press(member, refused.link, m));
  } catch {
    // Then there is no connection either.
  }
}
