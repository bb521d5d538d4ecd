// The names of screens.

import { useMemo } from 'react';
import { isSingleLocation } from './content/theaters.ts';
import { useDraft } from './drafts.ts';
import type { Screen } from './location.ts';
import { useMessages } from './messages.ts';

/** The names of screens. A site with one location has a theater, not theaters. */
export function useScreenNames(): Readonly<Record<Screen, string>> {
  const { nav } = useMessages();
  const isSingle = isSingleLocation(useDraft()?.content);
  return useMemo(
    () => ({
      overview: nav.overview(),
      program: nav.program(),
      films: nav.films(),
      featured: nav.featured(),
      events: nav.events(),
      pages: nav.pages(),
      menus: nav.menus(),
      design: nav.design(),
      media: nav.media(),
      history: nav.history(),
      theaters: isSingle ? nav.theater() : nav.theaters(),
      settings: nav.settings(),
      team: nav.team(),
    }),
    [nav, isSingle],
  );
}
