// Cookies that the analytics service leaves in a browser: refusing it takes them away again (CONS-03).

import { SERVICE_COOKIES } from './facts.ts';

/** The service's cookies among a page's (`document.cookie`), by name. */
export function serviceCookies(cookies: string): string[] {
  const names = cookies.split(/;\s*/).map((pair) => pair.split('=', 1)[0] ?? '');
  return [...new Set(names)].filter((name) => SERVICE_COOKIES.some((start) => name.startsWith(start)));
}

/**
 * What a page writes to remove a cookie. Who set it may have set it for the host or for a domain above, which nobody can read:
 * each is written, and browsers ignore those that are not the page's to write.
 */
export function removals(name: string, host: string): string[] {
  const parts = host.split('.');
  const domains = parts.map((_, place) => parts.slice(place).join('.'));
  return ['', ...domains.map((domain) => `; Domain=${domain}`)].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`);
}
