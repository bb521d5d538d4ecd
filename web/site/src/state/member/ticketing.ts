// Links to the ticketing site carry the session of who is signed in (ROLE-11 to ROLE-14): when one is used it leads there by the
// server, which adds a ticket that no script sees (security 5.2). The address in the page stays as it is.

import { takesToken } from '@marquee/rules/loyalty/session/ticketing-links.ts';
import { recordIn } from '@marquee/rules/loyalty/session/session-machine.ts';
import type { Member } from './member.ts';

/** Where the server adds the ticket. */
const LEAVE = '/api/hand-over';

/** The address by which a link leads on with a ticket. */
const leaveHref = (href: string, method: 'get' | 'post'): string => `${LEAVE}?to=${encodeURIComponent(href)}${method === 'post' ? '&method=post' : ''}`;

/** Leads links of members by the server, with any button and from the keyboard. */
export function watchTicketing({ machine, area }: Member): void {
  const rule = { ticketingUrl: area.ticketingUrl, parameter: area.tokenParameter, launchTicketing: area.launchTicketing };
  const lead = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    const session = machine.get();
    const isMember = session.kind === 'loading' ? session.record !== undefined : recordIn(session) !== undefined;
    if (link === null || !isMember || !takesToken(href, rule)) return;
    const { formOrigin, formMethod } = document.documentElement.dataset;
    link.setAttribute('href', leaveHref(href, link.origin === formOrigin && formMethod !== 'get' ? 'post' : 'get'));
    // After the browser has gone where it leads.
    setTimeout(() => link.setAttribute('href', href));
  };
  for (const type of ['click', 'auxclick']) document.addEventListener(type, lead, true);
}
