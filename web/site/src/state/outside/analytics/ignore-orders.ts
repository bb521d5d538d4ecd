import { withoutOrders } from '@marquee/rules/analytics/addresses.ts';
import { replaceQuery } from '../../address.ts';

/** Takes out of the page's address what the analytics library would act on when it is made; the rest of it stays. */
export function ignoreOrders(): void {
  const search = withoutOrders(location.search);
  if (search !== location.search) replaceQuery(search);
}
