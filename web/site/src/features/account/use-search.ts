import { useSyncExternalStore } from 'react';
import { usePage } from '../../state/page.ts';

const never = () => () => {};

/** The query of the page's address. Of it the server knows why a form came back that was sent without scripts, and no more. */
export function useSearch(): string {
  const { page } = usePage();
  const code = page.kind === 'member' ? page.code : undefined;
  return useSyncExternalStore(
    never,
    () => location.search,
    () => (code === undefined ? '' : `?code=${code}`),
  );
}
