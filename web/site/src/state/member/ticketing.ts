// Links to the ticketing site hand over the member's session (ROLE-11 to ROLE-14). When a link is used, it goes through the server, which
// adds a ticket that scripts cannot read (security 5.2). The link in the page stays unchanged.

import { takesToken } from '@marquee/rules/loyalty/session/ticketing-links.ts';
import { recordIn } from '@marquee/rules/loyalty/session/session.ts';
import { HAND_OVER_PATH } from '@marquee/rules/paths.gen.ts';
import type { Member } from './member.ts';

/** The address that redirects to `href` with a ticket. */
const handOverHref = (href: string, method: 'get' | 'post'): string =>
  `${HAND_OVER_PATH}?to=${encodeURIComponent(href)}${method === 'post' ? '&method=post' : ''}`;

/** Sends members through the hand-over path when they use a ticketing link, with any mouse button or the keyboard. */
export function watchTicketing({ machine, area }: Member): void {
  const rule = { ticketingUrl: area.ticketingUrl, parameter: area.tokenParameter, launchTicketing: area.launchTicketing };
  const redirect = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    const session = machine.get();
    const isMember = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined;
    if (link === null || !isMember || !takesToken(href, rule)) return;
    const { formOrigin, formMethod } = document.documentElement.dataset;
    link.setAttribute('href', handOverHref(href, link.origin === formOrigin && formMethod !== 'get' ? 'post' : 'get'));
    // Restores the link after the browser has followed it.
    setTimeout(() => link.setAttribute('href', href));
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, redirect, true);
}
