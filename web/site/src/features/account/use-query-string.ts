import { useSyncExternalStore } from 'react';
import { usePage } from '../../state/page.ts';

const noSubscription = () => () => {};

/** The query of the page's address. The server only renders `code`: the error of a form that was submitted without scripts. */
export function useQueryString(): string {
  const { page } = usePage();
  const code = page.kind === 'member' ? page.code : undefined;
  return useSyncExternalStore(
    noSubscription,
    () => location.search,
    () => (code === undefined ? '' : `?code=${code}`),
  );
}
