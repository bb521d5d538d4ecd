import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** The query of the page's address. The server renders for every query alike. */
export const useSearch = (): string =>
  useSyncExternalStore(
    never,
    () => location.search,
    () => '',
  );
