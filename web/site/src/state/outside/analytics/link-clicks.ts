// Clicks on links, for the whole page at once: what they mean is read from the link and the page's data (ANLY-06, ANLY-07), so
// that no component and no ordinary page carries anything for it.

import { choicesBetween, eventsOfLink } from '@marquee/rules/analytics/clicks.ts';
import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import type { Programme } from '@marquee/rules/analytics/programme.ts';

/** Tells of every followed link, with any button and from the keyboard, and of forms that show the page otherwise. */
export function watchLinks(programme: () => Programme, emit: (event: SiteEvent) => void): void {
  const onClick = (event: MouseEvent): void => {
    // The third button only opens the browser's menu.
    const link = event.target instanceof Element && event.button < 2 ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === null) return;
    const { protocol, host, pathname: path, search } = link;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const followed = { href: link.getAttribute('href') ?? '', address: link.href, protocol, host, path, search, keepsPlace: link.dataset['keepScroll'] !== undefined, isPlain };
    const page = { host: location.host, path: location.pathname, search: location.search, programme: programme() };
    eventsOfLink(followed, page).forEach(emit);
  };
  // Before anything else changes where a link leads: members' links to the ticketing site lead by this one.
  for (const type of ['click', 'auxclick'] as const) addEventListener(type, onClick, true);
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && choicesOf(target).forEach(emit), true);
}

/** The day and the filters that a form asks for. */
function choicesOf(form: HTMLFormElement): SiteEvent[] {
  const action = form.getAttribute('action') ?? '';
  if (form.getAttribute('method')?.toLowerCase() === 'post' || action.split('?')[0] !== location.pathname) return [];
  const fields = [...new FormData(form)].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return choicesBetween(location.search, fields.join('&'));
}
