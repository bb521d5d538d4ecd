// Consent: which regulation applies, what a choice means, and what may run (area consent).

/** Regulations in order of precedence (CONS-05). */
export const REGULATIONS = ['gdpr', 'ccpa', 'cpra', 'cpa', 'ctdpa', 'vcdpa', 'tdpsa'] as const;
export type Regulation = (typeof REGULATIONS)[number];

/** Unknown, granted or denied (CONS-01). */
export type Consent = boolean | undefined;

/** Ids of the vendors that need consent under gdpr (CONS-06). */
export interface RequiredVendors {
  readonly webAnalytics: string;
  readonly google: string;
  readonly tagManagerAnalytics: string;
}

/** The state of a consent tool. Adapters of third-party tools handle missing and invalid values. */
export interface ConsentChoices {
  readonly isRegulationApplied: (regulation: Regulation) => boolean;
  readonly isConsentRequired: () => boolean;
  /** The visitor's choice about a vendor; `undefined` before there is one. */
  readonly vendorStatus: (vendor: string) => Consent;
  /** Whether the visitor opted out of the sale of data. */
  readonly doNotSell: () => boolean;
}

/** The first regulation that applies; undefined if none does (CONS-05). */
export const regulationOf = (isApplied: (regulation: Regulation) => boolean): Regulation | undefined => REGULATIONS.find(isApplied);

/** The consent that follows from the regulation and the visitor's choices (CONS-07 to CONS-10). */
export function consentOf(choices: ConsentChoices, vendors: RequiredVendors): Consent {
  switch (regulationOf(choices.isRegulationApplied)) {
    case 'gdpr': {
      if (!choices.isConsentRequired()) return true;
      const statuses = new Set([vendors.webAnalytics, vendors.google, vendors.tagManagerAnalytics].map(choices.vendorStatus));
      if (statuses.has(false)) return false;
      return statuses.has(undefined) ? undefined : true;
    }
    case 'ccpa':
    case 'cpra':
      return !choices.doNotSell();
    default:
      return true;
  }
}

/** The current state of consent. */
export interface ConsentView {
  readonly consent: Consent;
  /** Whether a consent notice is configured (CONS-02, CONS-12). */
  readonly hasNotice: boolean;
  /** Whether the consent tool reports ready; false without a notice. */
  readonly isReady: boolean;
  /** Whether the consent tool reports a denied purpose (ANLY-03). */
  readonly hasDenied: boolean;
}

/** The state on a site without a consent notice. */
export const NO_NOTICE: ConsentView = { consent: undefined, hasNotice: false, isReady: false, hasDenied: false };

/** Whether analytics is enabled (CONS-02); never once consent is denied (ANLY-05). */
export function isAnalyticsEnabled({ consent, hasNotice, isReady }: ConsentView, hasLaunchScript: boolean): boolean {
  if (consent === false) return false;
  return consent === true || !hasNotice || (hasLaunchScript && isReady);
}

/** Whether ads may be requested: consent is granted, or there is no notice and it is not denied (ADS-09, and ADS-04 as decided). */
export const mayShowAds = ({ consent, hasNotice }: ConsentView): boolean => (hasNotice ? consent === true : consent !== false);
