// The optional screens of the member area, and its entry for guests and for members (LOYC-19, ROLE-09, ROLE-10).

import { type Session, recordIn } from '../session/session.ts';

/** The switches of the loyalty settings. */
export interface Switches {
  readonly includeActivation?: boolean;
  readonly includeActivationCardNumber?: boolean;
  readonly includeActivationPhoneNumber?: boolean;
}

/** An optional field of the activation tab; it is required if the site enables it. */
export type ActivationField = 'cardNumber' | 'phoneNumber';

export interface Screens {
  /** The activation tab with its optional fields. */
  readonly activation: { readonly kind: 'none' } | { readonly kind: 'tab'; readonly required: readonly ActivationField[] };
}

/** The screens that the switches enable (LOYC-19). */
export function screensOf(switches: Switches): Screens {
  const required: ActivationField[] = [];
  if (switches.includeActivationCardNumber === true) required.push('cardNumber');
  if (switches.includeActivationPhoneNumber === true) required.push('phoneNumber');
  return {
    activation: switches.includeActivation === true ? { kind: 'tab', required } : { kind: 'none' },
  };
}

/** The labels of the entry; missing ones are empty. */
export interface Labels {
  readonly guestHeaderAccessLabel?: string;
  readonly guestSignupTabButton?: string;
  readonly guestSignupTabText?: string;
  readonly loggedInHeaderAccessLabel?: string;
}

/** The entry to the member area. */
export type AreaEntry =
  | { readonly kind: 'guest'; readonly label: string; readonly signupButton: string; readonly signupText: string }
  | { readonly kind: 'member'; readonly label: string };

/** The entry for a guest or a member (ROLE-09, ROLE-10). While a stored session is being checked, the entry is a member's. */
export function areaEntry(labels: Labels, session: Session): AreaEntry {
  const isMember = (session.kind === 'loading' ? session.record : recordIn(session)) !== undefined;
  if (isMember) return { kind: 'member', label: labels.loggedInHeaderAccessLabel ?? '' };
  const {
    guestHeaderAccessLabel: label = '',
    guestSignupTabButton: signupButton = '',
    guestSignupTabText: signupText = '',
  } = labels;
  return { kind: 'guest', label, signupButton, signupText };
}
