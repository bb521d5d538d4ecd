// Which trackers may run (ANLY-01, ANLY-02, ANLY-05, ANLY-08 to ANLY-11) and whether a member is identified (ANLY-03).

import type { Marketing, PageBody, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type ConsentView, isAnalyticsEnabled } from '../consent.ts';

/** The settings of the site's trackers. */
export type TrackerSettings = Pick<ThirdParties, 'analytics' | 'containers' | 'launchScript' | 'marketing'>;

/** The trackers that may run. */
export interface AllowedTrackers {
  /** The analytics service and the containers (ANLY-05, ANLY-08 to ANLY-10). */
  readonly analytics: boolean;
  /** The tag-manager launch script (ANLY-11). */
  readonly launch: boolean;
  /** The cinema-marketing tracker (ANLY-01, ANLY-02). */
  readonly marketing: boolean;
}

/** Whether a page has trackers: pages of the member area have none (security 6.2). */
export const isTracked = (kind: PageBody['kind']): boolean => kind !== 'member';

/** The trackers that may run with this consent. */
export function allowedTrackers(
  view: ConsentView,
  { analytics, containers, launchScript, marketing }: TrackerSettings,
): AllowedTrackers {
  const enabled = isAnalyticsEnabled(view, launchScript !== '');
  return {
    analytics: enabled && (analytics !== undefined || containers.length > 0),
    launch: enabled && launchScript !== '',
    marketing: marketing !== undefined && isSet(marketing) && (enabled || !marketing.requiresConsent),
  };
}

/** Whether the script and the customer it is for are both set (ANLY-02). */
const isSet = ({ script, customerId }: Marketing): boolean => script !== '' && customerId !== '';

/**
 * Whether tags receive granted consent. Analytics may be enabled earlier, once the consent tool is ready (CONS-02).
 */
export const isGranted = ({ consent, hasNotice }: ConsentView): boolean => consent ?? !hasNotice;

/** Whether consent is known: there is a choice, the tool is ready, or there is no notice. */
export const isDecided = ({ consent, hasNotice, isReady }: ConsentView): boolean => !hasNotice || isReady || consent !== undefined;

/** Whether a member who signs in may be identified to the marketing tracker: consent is known and nothing is denied (ANLY-03). */
export const mayIdentify = (view: ConsentView): boolean => isDecided(view) && !view.hasDenied && view.consent !== false;

/** Whether a value is the hashed id of a member (ANLY-04). */
export const isMemberHash = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{64}$/.test(id);
