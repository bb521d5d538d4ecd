// Shows the notice of a sign-out on pages outside the member area, in a root of its own.

import { createRoot } from 'react-dom/client';
import { laterMessages } from '../../messages/later.ts';
import { type Messages, localeOf } from '../../messages/messages.ts';
import type { Member } from '../../state/member/member.ts';
import { SignedOut } from './SignedOut.tsx';

/** How long the live region is on the page before its text, in ms: screen readers miss text that appears together with its region. */
const SETTLES_MS = 100;

let isThere = false;

/** Adds the notice to the page once; from then on it appears by itself. */
export async function saySignedOut(member: Member, m: Messages): Promise<void> {
  if (isThere) return;
  isThere = true;
  const { account } = await laterMessages(localeOf(document.documentElement.lang.slice(0, 2)));
  const place = document.createElement('div');
  document.body.append(place);
  member.signedOutNotice.set(false);
  createRoot(place).render(<SignedOut member={member} text={account.signedOut()} closeLabel={m.common.close()} />);
  await new Promise((done) => setTimeout(done, SETTLES_MS));
  member.signedOutNotice.set(member.machine.get().kind === 'signed-out');
}
