import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import type { Watched } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';

/** The context that analytics and ads get. */
export interface Surroundings {
  readonly parties: ThirdParties;
  readonly data: PageData;
  /** The state of consent. */
  readonly consent: Watched<ConsentView>;
  /** Whether a member is signed in; `undefined` until that is known. */
  readonly isSignedIn: Watched<boolean | undefined>;
  /** Whether a consent notice is open, which nothing may cover. */
  readonly isAsking: () => boolean;
}
