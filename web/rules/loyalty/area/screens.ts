// Which parts of the member area a site has, and what its entry says to guests and to members (LOYC-19, ROLE-09, ROLE-10).

import { type Session, recordIn } from '../session/session-machine.ts';

/** The switches of the loyalty settings. */
export interface Switches {
  readonly includeActivation?: boolean;
  readonly includeActivationCardNumber?: boolean;
  readonly includeActivationPhoneNumber?: boolean;
}

/** A field that the activation tab has only where the site wants it, and then it is required. */
export type ActivationField = 'cardNumber' | 'phoneNumber';

export interface Screens {
  /** The fields beside the usual ones; without a tab there are none. */
  readonly activation: { readonly kind: 'none' } | { readonly kind: 'tab'; readonly required: readonly ActivationField[] };
}

/** What the switches show (LOYC-19). */
export function screensOf(switches: Switches): Screens {
  const required: ActivationField[] = [];
  if (switches.includeActivationCardNumber === true) required.push('cardNumber');
  if (switches.includeActivationPhoneNumber === true) required.push('phoneNumber');
  return {
    activation: switches.includeActivation === true ? { kind: 'tab', required } : { kind: 'none' },
  };
}

/** What the site calls its member area; missing texts are empty. */
export interface Labels {
  readonly guestHeaderAccessLabel?: string;
  readonly guestSignupTabButton?: string;
  readonly guestSignupTabText?: string;
  readonly loggedInHeaderAccessLabel?: string;
  /** Passed through (LOYC-09). */
  readonly loggedInMenu?: unknown;
}

/** What the entry shows. */
export type Entry =
  | { readonly kind: 'guest'; readonly label: string; readonly signupButton: string; readonly signupText: string }
  | { readonly kind: 'member'; readonly label: string; readonly menu: unknown };

/** The entry for a guest or a member (ROLE-09, ROLE-10). Who the browser says is signed in is not called a guest while that is looked into. */
export function entryOf(labels: Labels, session: Session): Entry {
  const isMember = (session.kind === 'loading' ? session.record : recordIn(session)) !== undefined;
  if (isMember) return { kind: 'member', label: labels.loggedInHeaderAccessLabel ?? '', menu: labels.loggedInMenu };
  const { guestHeaderAccessLabel: label = '', guestSignupTabButton: signupButton = '', guestSignupTabText: signupText = '' } = labels;
  return { kind: 'guest', label, signupButton, signupText };
}
