// Constants of the analytics service and of the library that sends events to it.

/** The service's cookie lasts about 395 days and is not renewed by a visit; IP addresses are anonymized (ANLY-13). */
export const SERVICE_CONFIG = { cookie_expires: 34_164_000, cookie_update: false, anonymize_ip: true } as const;

/** Interval at which the library sends queued events, which wait for a connection or a script (ANLY-14). The library's default. */
export const QUEUE_INTERVAL_MS = 3000;

/** How long the library waits for a script to load (ANLY-15). The library's default. */
export const LOAD_TIMEOUT_MS = 10_000;

/** The data layer of the tag managers (ANLY-16). */
export const DATA_LAYER = 'dataLayer';

/**
 * The service's own data layer. Tag managers replace functions of `dataLayer`, after which the library would consider the service not
 * loaded.
 */
export const SERVICE_LAYER = 'ga4DataLayer';

/** The global function that sends commands to the service; not `gtag`, which other tags define for `dataLayer`. */
export const SERVICE_COMMAND = 'ga4Gtag';

/** Prefixes of the cookies of the service and of its maker's tags: `_ga`, `_ga_<id>`, `_gid`, `_gat`, `_gac_`, `_gcl_`. */
export const SERVICE_COOKIES = ['_ga', '_gid', '_gcl'] as const;
