// The session cookies that scripts can read. The gateway sets the encrypted session cookie, which scripts cannot read, and the state
// cookie, which says only whether a session exists and its version (SESS-02, loyalty-gateway.md, section 1).

import { field } from '@marquee/api/json.ts';
import { STATE_COOKIE } from '../../shared.gen.ts';
import { DEFAULT_SESSION_HOURS } from './default-session.gen.ts';
import type { StoredSession, SessionStore } from './session-record.ts';

/** The page's cookies: `document.cookie`. */
export interface CookieJar {
  readonly read: () => string;
  readonly write: (cookie: string) => void;
}

/** The properties of a page that determine the names and attributes of its cookies. */
export interface CookieContext {
  readonly secure: boolean;
  /** Whether the page is in a frame of another site, which has partitioned cookies. */
  readonly framed: boolean;
}

/** The cookie of an expired member who signed in (SESS-24). */
const EXPIRED = 'loyalty-expired';
/** How long a pending logout is stored, in seconds: the default duration of a session. */
const PENDING_LOGOUT_SECONDS = DEFAULT_SESSION_HOURS * 3600;

/** The name of the state cookie. */
export const stateCookie = ({ secure, framed }: CookieContext): string =>
  `${secure ? '__Host-' : ''}${STATE_COOKIE}${secure && framed ? 'Framed' : ''}`;

function serializeCookie(name: string, value: string, { secure, framed }: CookieContext, seconds?: number): string {
  const site = secure && framed ? '; SameSite=None; Partitioned' : '; SameSite=Lax';
  return `${name}=${value}; Path=/${site}${secure ? '; Secure' : ''}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;
}

/** The value of a cookie; undefined if there are two cookies with the name (security 1.1). */
function valueOf(cookies: string, name: string): string | undefined {
  const [value, duplicate] = cookies
    .split(/;\s*/)
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? [pair.slice(name.length + 1)] : []));
  return duplicate === undefined ? value : undefined;
}

/** Parses the state cookie; any unexpected value counts as no session. */
export function storedSession(cookies: string, name: string): StoredSession {
  let state: unknown;
  try {
    state = JSON.parse(decodeURIComponent(valueOf(cookies, name) ?? ''));
  } catch {
    // Not JSON: handled below as a value without fields.
  }
  const [cypherVersion, signedIn] = [field(state, 'cypherVersion'), field(state, 'signedIn')];
  if ((cypherVersion !== 1 && cypherVersion !== 3) || typeof signedIn !== 'boolean') return { kind: 'none' };
  return signedIn ? { kind: 'session', record: { kind: 'opaque', cypherVersion } } : { kind: 'logout-pending', cypherVersion };
}

/** The store of the site's own pages. The gateway stores the session; a page can only remove it. */
export function cookieStore(jar: CookieJar, context: CookieContext): SessionStore {
  const name = stateCookie(context);
  return {
    mode: 'opaque',
    read: () => storedSession(jar.read(), name),
    save: () => undefined,
    markLogoutPending: ({ cypherVersion }) =>
      jar.write(
        serializeCookie(
          name,
          encodeURIComponent(JSON.stringify({ cypherVersion, signedIn: false })),
          context,
          PENDING_LOGOUT_SECONDS,
        ),
      ),
    clear: () => jar.write(serializeCookie(name, '', context, 0)),
    credentials: () => ({ kind: 'cookie', framed: context.framed }),
  };
}

/** The session cookie that marks an expired member (SESS-24). */
export interface ExpiredCookie {
  readonly set: () => void;
  readonly remove: () => void;
}

export const expiredCookie = (jar: CookieJar, context: CookieContext): ExpiredCookie => ({
  set: () => jar.write(serializeCookie(EXPIRED, 'true', context)),
  remove: () => jar.write(serializeCookie(EXPIRED, '', context, 0)),
});
