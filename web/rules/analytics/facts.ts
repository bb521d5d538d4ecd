// Figures and names of the analytics service and of the library that talks to it.

/** The service's cookie lasts about 395 days and is not renewed by a visit; addresses of visitors are shortened (ANLY-13). */
export const SERVICE_CONFIG = { cookie_expires: 34_164_000, cookie_update: false, anonymize_ip: true } as const;

/** Every so often the library sends what waits: for a connection, or for a script to load (ANLY-14). Its own figure. */
export const QUEUE_EVERY_MS = 3000;

/** So long the library waits for a script to load (ANLY-15). Its own figure. */
export const LOAD_WAIT_MS = 10_000;

/** The data layer of the tag managers (ANLY-16). */
export const DATA_LAYER = 'dataLayer';

/** The service has a layer of its own: tag managers replace what theirs does, which the service would take for not loaded. */
export const SERVICE_LAYER = 'ga4DataLayer';

/** The global function by which the service is told of things; not `gtag`, which tags of others define for `dataLayer`. */
export const SERVICE_COMMAND = 'ga4Gtag';

/** How the names of cookies begin that the service and the tags of its maker leave: `_ga`, `_ga_<id>`, `_gid`, `_gat`, `_gac_`, `_gcl_`. */
export const SERVICE_COOKIES = ['_ga', '_gid', '_gcl'] as const;
