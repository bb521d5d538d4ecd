// Shows the signed-out notice on pages outside the member area, in its own React root.

import { LIVE_REGION_DELAY_MS } from '@marquee/ui/Toast/Toast.tsx';
import { createRoot } from 'react-dom/client';
import type { Messages } from '../../messages/messages.ts';
import type { Member } from '../../state/member/member.ts';
import { SignedOutToast } from './SignedOutToast.tsx';

let isMounted = false;

/** Adds the notice to the page. Further calls do nothing: the notice shows later sign-outs by itself. */
export async function showSignedOutNotice(member: Member, messages: Messages): Promise<void> {
  const { account } = (await messages.later()).messages;
  if (isMounted) return;
  isMounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  member.signedOutNotice.set(false);
  createRoot(container).render(<SignedOutToast member={member} text={account.signedOut()} closeLabel={messages.common.close()} />);
  await new Promise((resolve) => setTimeout(resolve, LIVE_REGION_DELAY_MS));
  member.signedOutNotice.set(member.machine.get().kind === 'signed-out');
}
