// Consent: which regulation counts, what a choice means, and what may run (area consent).

/** Regulations, the first that applies counts (CONS-05). */
export const REGULATIONS = ['gdpr', 'ccpa', 'cpra', 'cpa', 'ctdpa', 'vcdpa', 'tdpsa'] as const;
export type Regulation = (typeof REGULATIONS)[number];

/** Unknown, granted or denied (CONS-01). */
export type Consent = boolean | undefined;

/** The vendors that mode gdpr asks for (CONS-06). */
export interface RequiredVendors {
  readonly webAnalytics: string;
  readonly google: string;
  readonly tagManagerAnalytics: string;
}

/** What a consent tool can say. Any of it may be wrong or missing in a tool of others; the adapters guard that. */
export interface ConsentAnswers {
  readonly isRegulationApplied: (regulation: Regulation) => boolean;
  readonly isConsentRequired: () => boolean;
  /** The visitor's choice about a vendor; `undefined` before there is one. */
  readonly vendorStatus: (vendor: string) => Consent;
  /** Whether the visitor opted out of the sale of data. */
  readonly doNotSell: () => boolean;
}

/** The regulation that counts; none where none applies (CONS-05). */
export const regulationOf = (isApplied: (regulation: Regulation) => boolean): Regulation | undefined => REGULATIONS.find(isApplied);

/** What the visitor's choices come to (CONS-07 to CONS-10). */
export function consentOf(answers: ConsentAnswers, vendors: RequiredVendors): Consent {
  switch (regulationOf(answers.isRegulationApplied)) {
    case 'gdpr': {
      if (!answers.isConsentRequired()) return true;
      const choices = new Set([vendors.webAnalytics, vendors.google, vendors.tagManagerAnalytics].map(answers.vendorStatus));
      if (choices.has(false)) return false;
      return choices.has(undefined) ? undefined : true;
    }
    case 'ccpa':
    case 'cpra':
      return !answers.doNotSell();
    default:
      return true;
  }
}

/** What is known of consent at a moment. */
export interface ConsentView {
  readonly consent: Consent;
  /** Whether a consent notice is configured (CONS-02, CONS-12). */
  readonly hasNotice: boolean;
  /** Whether the consent tool reports ready; never without a notice. */
  readonly isReady: boolean;
  /** Whether the consent tool reports a denied purpose (ANLY-03). */
  readonly hasDenied: boolean;
}

/** Where no consent notice is configured. */
export const NO_NOTICE: ConsentView = { consent: undefined, hasNotice: false, isReady: false, hasDenied: false };

/** Whether analytics is enabled (CONS-02). Once consent is denied nothing is (ANLY-05). */
export function isAnalyticsEnabled({ consent, hasNotice, isReady }: ConsentView, hasLaunchScript: boolean): boolean {
  if (consent === false) return false;
  return consent === true || !hasNotice || (hasLaunchScript && isReady);
}

/** Whether ads may be asked for: consent is given, or nobody is asked for it (ADS-09, and ADS-04 as decided). */
export const mayShowAds = ({ consent, hasNotice }: ConsentView): boolean => (hasNotice ? consent === true : consent !== false);
