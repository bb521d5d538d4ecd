import { PATH_SEGMENTS } from '@marquee/rules/path-segments.ts';

/** Where vouchers are bought (ROUTE-17); empty where the site has no ticketing site. */
export const shopHref = (ticketingUrl: string): string => (ticketingUrl === '' ? '' : `${ticketingUrl.replace(/\/+$/, '')}/${PATH_SEGMENTS.vouchers}`);
