import { withoutOrders } from '@marquee/rules/analytics/addresses.ts';

/** Takes out of the page's address what the analytics library would act on when it is made; the rest of it stays. */
export function ignoreOrders(): void {
  const search = withoutOrders(location.search);
  if (search !== location.search) history.replaceState(history.state, '', location.pathname + search + location.hash);
}
