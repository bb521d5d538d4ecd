// Old addresses and where they lead: earlier paths of pages (ROUTE-21), and those that an operator has added (ROUTE-22).

import { list, text } from '@marquee/api/json.ts';
import type { PartChange } from '../draft/machine.ts';
import { pointerOf, valueAt } from '../pointer.ts';
import { languagesOf } from './languages.ts';
import { REDIRECTS_POINTER, isFound, linkFault, typedRedirects } from './links.ts';
import { formerPathsOf, pageAt, pagePointer, pagesOf } from './pages.ts';

/** Maximum length of an old address in characters, as on the server. */
const MAX_OLD_PATH = 300;

/** An old address and where it leads. */
export interface Redirect {
  readonly from: string;
  readonly to: string;
  /** Whether it is an earlier path of the page, kept with the page. */
  readonly isOfPage: boolean;
}

/** All redirects of a site: those of pages first. */
export const redirectsOf = (content: unknown): readonly Redirect[] => [
  ...pagesOf(content).flatMap(({ path, record }) =>
    formerPathsOf(record).map((from): Redirect => ({ from, to: path, isOfPage: true })),
  ),
  ...typedRedirects(content).map(([from, to]): Redirect => ({ from, to, isOfPage: false })),
];

/** The part of the content in which a redirect is kept. */
export const redirectPointer = ({ from, to, isOfPage }: Redirect): string =>
  isOfPage ? pagePointer(to, 'formerPaths') : REDIRECTS_POINTER + pointerOf(from);

/** The change that removes a redirect, and the one that brings it back. */
export function removalOf(redirect: Redirect, content: unknown): readonly [PartChange, PartChange] {
  const { from, to, isOfPage } = redirect;
  const pointer = redirectPointer(redirect);
  if (!isOfPage)
    return [
      { pointer, to: undefined },
      { pointer, to },
    ];
  const former = formerPathsOf(pageAt(content, to)?.record);
  const rest = former.filter((path) => path !== from);
  return [
    { pointer, to: rest.length === 0 ? undefined : rest },
    { pointer, to: former },
  ];
}

/** A typed or pasted old address as a path: without the host and what follows the path, decoded as on the server. */
export function oldPath(typed: string): string {
  const path = typed
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '');
  const whole = path.startsWith('/') ? path : `/${path}`;
  try {
    return whole.split('/').map(decodeURIComponent).join('/');
  } catch {
    return whole;
  }
}

export type RedirectFault = 'form' | 'page' | 'taken' | 'target';

const normalized = (path: string): string => path.replace(/\/+$/, '').toLowerCase();

/** A path without the prefix of a language of the site. */
function withoutLanguage(path: string, content: unknown): string {
  const { others } = languagesOf(content);
  return others.some((language) => path.startsWith(`/${language}/`)) ? path.replace(/^\/[^/]+/, '') : path;
}

/** Why an old address cannot lead elsewhere. */
export function oldPathFault(path: string, content: unknown): RedirectFault | undefined {
  if (normalized(path) === '' || /[\s?#\\]/.test(path) || path.length > MAX_OLD_PATH) return 'form';
  const redirects = redirectsOf(content);
  if (redirects.some(({ from }) => normalized(from) === normalized(path))) return 'taken';
  const own = withoutLanguage(path.endsWith('/') ? path : `${path}/`, content);
  if (isFound(own, content)) return 'page';
  const leadsHere = ({ to }: Redirect): boolean => normalized(withoutLanguage(to, content)) === normalized(own);
  return redirects.some(leadsHere) ? 'target' : undefined;
}

/** Whether a host is one of the site's own. */
function isOwnHost(host: string, content: unknown): boolean {
  const domain = text(valueAt(content, '/site/settings/domain'));
  return [domain, ...list(valueAt(content, '/site/hosts')).map(text)].some((own) => own.replace(/:\d+$/, '') === host);
}

/** Where an old address can lead: to a path of the site without query and fragment, or to another site by https. */
export function redirectTarget(href: string, content: unknown): string | undefined {
  const typed = href.trim().replace(/#.*$/, '');
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const target = url !== undefined && isOwnHost(url.hostname, content) ? url.pathname + url.search : typed;
  const isPath = target.startsWith('/') && !target.includes('?') && linkFault(target, content) === undefined;
  if (!isPath && !/^https:\/\/[^\s/]/.test(target)) return undefined;
  const own = normalized(withoutLanguage(target, content));
  const leadsOn = ({ from }: Redirect): boolean => normalized(withoutLanguage(from, content)) === own;
  return isPath && redirectsOf(content).some(leadsOn) ? undefined : target;
}

/** The change that adds a redirect. */
export const addedRedirect = (from: string, to: string): PartChange => ({ pointer: REDIRECTS_POINTER + pointerOf(from), to });
