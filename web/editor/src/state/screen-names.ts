// The names of screens, and which of them there are.

import { useMemo } from 'react';
import { isSingleLocation } from './content/theaters.ts';
import { useDraft, useOpenSite } from './drafts.ts';
import { SCREENS, type Screen } from './location.ts';
import { useMessages } from './messages.ts';
import { canOpen } from './roles.ts';

/** The screens that the role of the operator can use. */
export function useScreens(): readonly Screen[] {
  const { site } = useOpenSite();
  return useMemo(() => SCREENS.filter((screen) => canOpen(site, screen)), [site]);
}

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
      members: nav.members(),
      rewards: nav.rewards(),
      theaters: isSingle ? nav.theater() : nav.theaters(),
      feeds: nav.feeds(),
      settings: nav.settings(),
      team: nav.team(),
    }),
    [nav, isSingle],
  );
}
