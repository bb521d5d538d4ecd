// Cookies of the analytics service: they are removed when consent is denied (CONS-03).

import { SERVICE_COOKIES } from './facts.ts';

/** Names of the service's cookies in `document.cookie`. */
export function serviceCookies(cookies: string): string[] {
  const names = cookies.split(/;\s*/).map((pair) => pair.split('=', 1)[0] ?? '');
  return [...new Set(names)].filter((name) => SERVICE_COOKIES.some((start) => name.startsWith(start)));
}

/**
 * The cookie strings that remove a cookie. It may have been set for the host or for a parent domain, which a page cannot read, so there
 * is one for each; browsers ignore those for domains that the page must not set.
 */
export function cookieRemovals(name: string, host: string): string[] {
  const parts = host.split('.');
  const domains = parts.map((_, index) => parts.slice(index).join('.'));
  return ['', ...domains.map((domain) => `; Domain=${domain}`)].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`);
}
