// The result of a payment in the address to which the payment provider returns. The server names these addresses (marquee-gateway,
// `calls/membership.rs`), and the page names one itself if the visitor comes back without them.

import { queryPairs } from '../../query.ts';

/** The values of the parameter. */
const RESULTS = ['done', 'cancelled'] as const;
/** What the address says. It is not proof of a payment. */
export type PaymentResult = (typeof RESULTS)[number];

const PARAMETER = 'payment';

/** The result in a query; undefined if it is missing or unknown. */
export function paymentResultOf(search: string): PaymentResult | undefined {
  const value = queryPairs(search).find(([name]) => name === PARAMETER)?.[1];
  return RESULTS.find((result) => result === value);
}

/** The query of the address with a result. */
export const paymentResultQuery = (result: PaymentResult): string => `?${PARAMETER}=${result}`;
