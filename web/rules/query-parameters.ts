// The query parameters that mean something, and which of them are somebody's own; apart from what takes queries apart, because
// most pages need none of them.

/** Query parameters with a meaning of their own (PAGE-07); every `utm_*` joins them. The server reads the query of pages (PAGE-05). */
export const QUERY_PARAMETERS = [
  'return',
  'token_clubcgr',
  'userSessionId',
  'requestData',
  'email',
  'resetCode',
  'uid',
  'token',
  'theaterCode',
  'perfCode',
] as const;

/** Parameters that name a show, not a person. */
const HARMLESS: ReadonlySet<string> = new Set(['theaterCode', 'perfCode']);

const PERSONAL: ReadonlySet<string> = new Set(QUERY_PARAMETERS.filter((name) => !HARMLESS.has(name)).map((name) => name.toLowerCase()));

/** Whether a parameter says who somebody is, what they may do or where they were going, however its name is written. */
export const isPersonal = (name: string): boolean => PERSONAL.has(name.toLowerCase());
