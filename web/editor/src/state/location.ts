// Where the operator is: addresses of screens, without the base path.

import { useLocation } from '@tanstack/react-router';

export const SCREENS = ['overview', 'design', 'media', 'history', 'settings', 'team'] as const;
export type Screen = (typeof SCREENS)[number];

/** Base path of the editor. */
export const BASE = '/editor';

/** The address of the set-up of a new site. */
export const SET_UP_PATH = '/set-up/';

/** The address of a screen of a site. */
export const screenPath = (site: string, screen: Screen = 'overview'): string =>
  `/${site}/${screen === 'overview' ? '' : `${screen}/`}`;

/** Addresses within the editor get its base path; others are unchanged. */
export const withBase = (href: string): string => (href.startsWith('/') ? BASE + href : href);

/** Whether an address is that of another site. It needs a new document, whose policy permits to frame that site. */
export const isOtherSite = (href: string): boolean => href.split('/')[1] !== location.pathname.split('/')[2];

/** The open screen. */
export function useScreen(): Screen {
  const name = useLocation({ select: ({ pathname }) => pathname.split('/').findLast((part) => part !== '') });
  return SCREENS.find((screen) => screen === name) ?? 'overview';
}
