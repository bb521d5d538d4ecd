// The known query parameters, and which of them are personal. Separate from query.ts, because most pages need none of them.

/** The known query parameters besides `utm_*` (PAGE-07). The server reads the query of pages (PAGE-05). */
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

/** Parameters that identify a show, not a person. */
const HARMLESS: ReadonlySet<string> = new Set(['theaterCode', 'perfCode']);

const PERSONAL: ReadonlySet<string> = new Set(
  QUERY_PARAMETERS.filter((name) => !HARMLESS.has(name)).map((name) => name.toLowerCase()),
);

/** Whether a parameter may identify a person, grant access or name their destination; the case of its name does not matter. */
export const isPersonal = (name: string): boolean => PERSONAL.has(name.toLowerCase());
