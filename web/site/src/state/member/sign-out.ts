// Signs out by a link, and moves the focus to the page's heading.

import { type Member, whenSettled } from './member.ts';

/** Signs out; resolves when the server has responded. Scrolls the page to the top and focuses its heading. */
export async function signOut({ machine, signedOutNotice }: Member): Promise<void> {
  const told = machine.logout();
  await whenSettled(machine, ({ kind }) => kind === 'signed-out');
  signedOutNotice.set(true);
  // After React has replaced the member's view by the form of guests.
  requestAnimationFrame(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  await told;
}
