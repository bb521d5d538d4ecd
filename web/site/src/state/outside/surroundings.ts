// What the parts that deal with third parties share: what they are given of the page, and the events they hear of.

import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';

/** What every part is given. */
export interface Surroundings {
  readonly parties: ThirdParties;
  readonly data: PageData;
  /** What is known of consent, now and later. */
  readonly consent: Watched<ConsentView>;
  /** Whether a member is signed in; `undefined` until that is known. */
  readonly isSignedIn: Watched<boolean | undefined>;
  /** Whether a consent notice is waiting for an answer: nothing may cover it. */
  readonly isAsking: () => boolean;
}
