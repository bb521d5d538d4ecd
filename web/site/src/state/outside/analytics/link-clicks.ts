// Tracks clicks on all links of the page. Their events are derived from the link and the page's data (ANLY-06, ANLY-07), so components
// need no code for them.

import { isPlainClick } from '@marquee/ui/clicks.ts';
import { choicesBetween, eventsOfLink } from '@marquee/rules/analytics/clicks.ts';
import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Schedule } from '@marquee/rules/analytics/schedule.ts';

/** Emits the events of clicks on links, with any button or the keyboard, and of filter forms. */
export function watchLinks(currentSchedule: () => Schedule, emit: (event: SiteEvent) => void): void {
  const onClick = (event: MouseEvent): void => {
    // The right button only opens the context menu.
    const link = event.target instanceof Element && event.button < 2 ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null) return;
    const { protocol, host, pathname: path, search } = link;
    const isPlain = isPlainClick(event);
    const clicked = {
      href: link.getAttribute('href') ?? '',
      address: link.href,
      protocol,
      host,
      path,
      search,
      keepsScroll: link.dataset['keepScroll'] !== undefined,
      isPlain,
    };
    const page = { host: location.host, path: location.pathname, search: location.search, schedule: currentSchedule() };
    eventsOfLink(clicked, page).forEach(emit);
  };
  // In the capture phase of the window, before other listeners change the link, as those for hand-over and embedded mode do.
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, onClick, true);
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && choicesOf(target).forEach(emit), true);
}

/** The events of a form that changes the day or the filters of the page. */
function choicesOf(form: HTMLFormElement): SiteEvent[] {
  const action = form.getAttribute('action') ?? '';
  // The location is percent-encoded, the attribute may be not.
  const isSamePage = action !== '' && new URL(action, location.href).pathname === location.pathname;
  if (!isSamePage || form.getAttribute('method')?.toLowerCase() === 'post') return [];
  const fields = [...new FormData(form)].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return choicesBetween(location.search, fields.join('&'));
}
