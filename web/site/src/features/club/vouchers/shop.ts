import { PATH_SEGMENTS } from '@marquee/rules/path-segments.gen.ts';

/** Address where vouchers are bought (ROUTE-17); empty if the site has no ticketing site. */
export const voucherShopHref = (ticketingUrl: string): string =>
  ticketingUrl === '' ? '' : `${ticketingUrl.replace(/\/+$/, '')}/${PATH_SEGMENTS.vouchers}`;
