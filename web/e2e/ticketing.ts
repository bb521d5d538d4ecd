// The ticketing site of the demo.

import type { Locator, Page } from 'playwright-core';

/** Whether a URL is of the ticketing site. */
export const isTicketing = ({ hostname }: URL): boolean => hostname === 'ticketing.localhost';

/** Clicks a link to tickets. Returns the page of the ticketing site, which opens in the same or in a new window, depending on the link. */
export async function openTickets(page: Page, link: Locator): Promise<Page> {
  const [opened] = await Promise.all([
    Promise.race([page.context().waitForEvent('page'), page.waitForURL(isTicketing).then(() => page)]),
    link.click(),
  ]);
  await opened.waitForURL(isTicketing);
  return opened;
}
