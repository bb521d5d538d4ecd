import type { MemberScreen } from '@marquee/api/schema.gen.ts';
import type { Session } from '@marquee/rules/loyalty/session/session.ts';
import { secretParameters } from './secret-parameters.ts';

/** Whether a screen shows the same form to guests and members. */
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

/** The view of a screen: the form for guests, a placeholder, or the member's content. */
export type View = 'guest' | 'waiting' | 'member';

/**
 * The view of a screen for a session. `isOpen` is false on the server and while hydrating, when the session is unknown: then the home
 * screen shows the form for guests and other screens a placeholder.
 */
export function viewOf(screen: MemberScreen, session: Session, isOpen: boolean): View {
  if (isForm(screen)) return 'guest';
  if (!isOpen) return screen === 'home' ? 'guest' : 'waiting';
  // A password reset link shows its form even to members.
  if (screen === 'home' && isResetLink(secretParameters())) return 'guest';
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

/** Whether the parameters are those of a password reset link: a code, or for TAPOS a member and a token (RESET-06, RESET-07). */
const isResetLink = (parameters: ReadonlyMap<string, string>): boolean =>
  parameters.has('resetCode') || (parameters.has('uid') && parameters.has('token'));
