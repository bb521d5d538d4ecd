// Which pages of the member area are whose.

import type { MemberScreen } from '@marquee/api/schema.gen.ts';
import type { Session } from '@marquee/rules/loyalty/session/session-machine.ts';
import { handed } from './handed.ts';

/** Whether a page shows the same form to everybody. */
function isForm(screen: MemberScreen): boolean {
  switch (screen) {
    case 'join':
    case 'activate':
    case 'forgotPassword':
    case 'forgotUsername':
    case 'giftCard':
      return true;
    default:
      return false;
  }
}

/** What a page of the member area shows. */
export type View = 'guest' | 'waiting' | 'member';

/**
 * What a page shows to whom. The server knows nobody, nor does the browser while it hydrates: then a form where the page has
 * one, and the frame of what belongs to members elsewhere.
 */
export function viewOf(screen: MemberScreen, session: Session, isOpen: boolean): View {
  if (isForm(screen)) return 'guest';
  if (!isOpen) return screen === 'home' ? 'guest' : 'waiting';
  // The link of a mail leads to a new password, whoever is signed in.
  if (screen === 'home' && isResetLink(handed())) return 'guest';
  switch (session.kind) {
    case 'signed-in':
    case 'expired':
      return 'member';
    case 'loading':
      return session.record === undefined ? 'guest' : 'waiting';
    case 'signed-out':
      return 'guest';
  }
}

/** Whether an address carries what a new password needs: a code, or for TAPOS a member and a token (RESET-06, RESET-07). */
const isResetLink = (found: ReadonlyMap<string, string>): boolean => found.has('resetCode') || (found.has('uid') && found.has('token'));
