// Which trackers may run at a moment (ANLY-01, ANLY-02, ANLY-05, ANLY-08 to ANLY-11) and who is identified (ANLY-03).

import type { Marketing, PageBody, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type ConsentView, isAnalyticsEnabled } from '../consent.ts';

/** What of the site's settings decides. */
export type TrackerSettings = Pick<ThirdParties, 'analytics' | 'containers' | 'launchScript' | 'marketing'>;

/** What may run. */
export interface Running {
  /** The analytics service and the containers (ANLY-05, ANLY-08 to ANLY-10). */
  readonly analytics: boolean;
  /** The tag-manager launch script (ANLY-11). */
  readonly launch: boolean;
  /** The cinema-marketing tracker (ANLY-01, ANLY-02). */
  readonly marketing: boolean;
}

/** Whether a page has trackers: those of the member area have none (security 6.2). */
export const isTracked = (kind: PageBody['kind']): boolean => kind !== 'member';

/** What may run with this consent. */
export function running(view: ConsentView, { analytics, containers, launchScript, marketing }: TrackerSettings): Running {
  const enabled = isAnalyticsEnabled(view, launchScript !== '');
  return {
    analytics: enabled && (analytics !== undefined || containers.length > 0),
    launch: enabled && launchScript !== '',
    marketing: marketing !== undefined && isSet(marketing) && (enabled || !marketing.requiresConsent),
  };
}

/** The script is keyed by the customer: without either there is none (ANLY-02). */
const isSet = ({ script, customerId }: Marketing): boolean => script !== '' && customerId !== '';

/**
 * Whether tags are told that consent is granted. Analytics may be enabled before that, once the consent tool is ready (CONS-02):
 * then it is not.
 */
export const isGranted = ({ consent, hasNotice }: ConsentView): boolean => consent ?? !hasNotice;

/** Whether it is known if a member may be identified: there is a choice, or nobody to ask for one. */
export const isDecided = ({ consent, hasNotice, isReady }: ConsentView): boolean => !hasNotice || isReady || consent !== undefined;

/** Whether a member who signs in is identified to the marketing tracker: nothing is denied (ANLY-03), as far as it is known. */
export const mayIdentify = (view: ConsentView): boolean => isDecided(view) && !view.hasDenied && view.consent !== false;

/** The hashed id of a member (ANLY-04). */
export const isMemberHash = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{64}$/.test(id);
