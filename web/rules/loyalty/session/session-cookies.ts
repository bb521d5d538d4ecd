// The readable cookies of a session. The gateway sets the first, beside the sealed one that no script reads; it says that there
// is a session and of which version, and nothing else (SESS-02, loyalty-gateway.md, section 1).

import { field } from '../calls/answers.ts';
import type { Kept, SessionStore } from './session-record.ts';

/** The page's cookies: `document.cookie`. */
export interface CookieJar {
  readonly read: () => string;
  readonly write: (cookie: string) => void;
}

/** Where a page is. */
export interface Place {
  readonly secure: boolean;
  /** In another site's frame, which has cookies of its own. */
  readonly framed: boolean;
}

const STATE = 'loyaltyState';
/** The mark of a member who signed in and is expired (SESS-24). */
const EXPIRED = 'loyalty-expired';
/** How long it is remembered that the server is to be told of a sign-out, in seconds: as long as a session lasts by default. */
const LEFT_SECONDS = 720 * 3600;

/** The name of the readable cookie here. */
export const stateCookie = ({ secure, framed }: Place): string => `${secure ? '__Host-' : ''}${STATE}${secure && framed ? 'Framed' : ''}`;

function cookie(name: string, value: string, { secure, framed }: Place, seconds?: number): string {
  const site = secure && framed ? '; SameSite=None; Partitioned' : '; SameSite=Lax';
  return `${name}=${value}; Path=/${site}${secure ? '; Secure' : ''}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;
}

/** The one value of a name; of two cookies of a name neither is believed (security 1.1). */
function valueOf(cookies: string, name: string): string | undefined {
  const [value, other] = cookies.split(/;\s*/).flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  return other === undefined ? value : undefined;
}

/** What the readable cookie says; anything else than what the gateway writes is nothing. */
export function keptOf(cookies: string, name: string): Kept {
  let state: unknown;
  try {
    state = JSON.parse(decodeURIComponent(valueOf(cookies, name) ?? ''));
  } catch {
    // Not JSON: it has no fields.
  }
  const [cypherVersion, signedIn] = [field(state, 'cypherVersion'), field(state, 'signedIn')];
  if ((cypherVersion !== 1 && cypherVersion !== 3) || typeof signedIn !== 'boolean') return { kind: 'none' };
  return signedIn ? { kind: 'session', record: { kind: 'opaque', cypherVersion } } : { kind: 'left', cypherVersion };
}

/** The store of the site's own pages. Only the gateway keeps a session; a page can do without it. */
export function cookieStore(jar: CookieJar, place: Place): SessionStore {
  const name = stateCookie(place);
  return {
    mode: 'opaque',
    read: () => keptOf(jar.read(), name),
    keep: () => undefined,
    leave: ({ cypherVersion }) => jar.write(cookie(name, encodeURIComponent(JSON.stringify({ cypherVersion, signedIn: false })), place, LEFT_SECONDS)),
    forget: () => jar.write(cookie(name, '', place, 0)),
    credentials: () => ({ kind: 'cookie', framed: place.framed }),
  };
}

/** The mark of an expired member (SESS-24), for as long as the browser is open. */
export interface ExpiredMark {
  readonly set: () => void;
  readonly remove: () => void;
}

export const expiredMark = (jar: CookieJar, place: Place): ExpiredMark => ({
  set: () => jar.write(cookie(EXPIRED, 'true', place)),
  remove: () => jar.write(cookie(EXPIRED, '', place, 0)),
});
