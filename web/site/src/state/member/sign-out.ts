import { type Member, whenSettled } from './member.ts';

/** Signs out, scrolls to the top and focuses the page's heading. Resolves when the server has responded. */
export async function signOut({ machine, signedOutNotice }: Member): Promise<void> {
  const response = machine.logout();
  await whenSettled(machine, ({ kind }) => kind === 'signed-out');
  signedOutNotice.set(true);
  // Waits until React has replaced the member's view by the form for guests.
  requestAnimationFrame(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  await response;
}
