import type { PageData, ThirdParties } from '@marquee/api/schema.gen.ts';
import type { Observable } from '@marquee/rules/cell.ts';
import type { ConsentView } from '@marquee/rules/consent.ts';

/** The context that analytics and ads get. */
export interface ThirdPartyContext {
  readonly thirdParties: ThirdParties;
  readonly data: PageData;
  /** The state of consent. */
  readonly consent: Observable<ConsentView>;
  /** Whether a member is signed in; `undefined` until that is known. */
  readonly isSignedIn: Observable<boolean | undefined>;
  /** Whether a consent notice is open, which nothing may cover. */
  readonly isConsentNoticeOpen: () => boolean;
}
