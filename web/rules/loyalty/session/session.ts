// The states of a member's session on a page, and what a session needs of its page (area session).

import type { CallContext } from '@marquee/api/call.ts';
import type { MemberDetails } from '../calls/responses.ts';
import type { Page } from './hand-over.ts';
import type { ExpiredCookie } from './session-cookies.ts';
import type { SessionRecord, SessionSettings, SessionStore } from './session-record.ts';
import type { SendCall } from './session-steps.ts';
import type { Tabs } from './session-tabs.ts';

/** The four states (SESS-08). `expired` exists only if the site allows expired members (SESS-10). */
export type Session =
  /** With a record if a session is stored. */
  | { readonly kind: 'loading'; readonly record: SessionRecord | undefined }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly record: SessionRecord; readonly member: MemberDetails }
  | { readonly kind: 'expired'; readonly record: SessionRecord; readonly member: MemberDetails };

/** The record of a signed-in member, expired or not. */
export const recordIn = (session: Session): SessionRecord | undefined =>
  session.kind === 'signed-in' || session.kind === 'expired' ? session.record : undefined;

/** The signed-in member; undefined without one. */
export const memberIn = (session: Session): MemberDetails | undefined =>
  session.kind === 'signed-in' || session.kind === 'expired' ? session.member : undefined;

/** The id of the signed-in member; empty without a member or id. */
export const memberIdIn = (session: Session): string => memberIn(session)?.memberId ?? '';

/** How a member signed in: with a password, by a token of the ticketing site, or by joining. */
export type SignInMethod = 'password' | 'token' | 'join';

/** The dependencies of the machine. */
export interface SessionDependencies {
  readonly context: CallContext;
  readonly settings: SessionSettings;
  readonly store: SessionStore;
  readonly expiredCookie: ExpiredCookie;
  readonly sendCall: SendCall;
  /** Current time in ms since 1970. */
  readonly now: () => number;
  /** Calls `run` once after a delay in ms; the returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** The current page. */
  readonly page: () => Page;
  /** The token in the page's current address, in the provider's parameter (SESS-17). */
  readonly tokenInUrl: () => string | undefined;
  readonly tokenParameter: string;
  /** Navigates to a path. */
  readonly go: (path: string) => void;
  /** Whether there is no connection: then no refresh is sent, because a failed refresh ends the session. */
  readonly isOffline?: () => boolean;
  /** Runs a function exclusively among all tabs (security 1.7). */
  readonly withLock?: <T>(run: () => Promise<T>) => Promise<T>;
  /** The other tabs of this browser (security 1.12). */
  readonly tabs?: Tabs;
  /** Called when a member signs in on this page, not for an existing session (ANLY-03). */
  readonly onLogin?: (method: SignInMethod) => void;
}
