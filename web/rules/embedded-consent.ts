// The product's own consent notice, for sites without a third-party consent tool: what it asks for, what a choice means and how
// long it is valid (area consent). The choice is stored on the device only.

import { isRecord } from '@marquee/api/json.ts';
import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Consent, type ConsentChoices, REGULATIONS, type Regulation, type RequiredVendors } from './consent.ts';

/** Purposes of data use, in the order of the notice. */
export const PURPOSES = ['measurement', 'advertising', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];
export type Purposes = Readonly<Record<Purpose, boolean>>;

export const allPurposes = (allowed: boolean): Purposes => ({ measurement: allowed, advertising: allowed, marketing: allowed });

/** A visitor's choice as stored on the device: the proof of consent. */
export interface Choice {
  /** The revision of the notice, see `ConsentNotice`. */
  readonly revision: string;
  /** The regulation that applied; empty if none did. */
  readonly regulation: string;
  readonly purposes: Purposes;
  /** The time of the choice, ISO 8601. */
  readonly at: string;
}

/** What the notice asks for. */
export interface ConsentRequest {
  readonly revision: string;
  /** The regulation that applies to all visitors; empty for none (CONS-05). */
  readonly regulation: string;
  /** The purposes of the site's services. */
  readonly offered: readonly Purpose[];
  readonly vendors: RequiredVendors;
  /** Whether the browser sends the Global Privacy Control signal. */
  readonly hasGpc: boolean;
}

/** Whether data may be used only after consent, until a refusal, or without a notice. */
export type ConsentModel = 'opt-in' | 'opt-out' | 'none';

export function consentModel(regulation: string): ConsentModel {
  if (regulation === 'gdpr') return 'opt-in';
  return regulation === 'ccpa' || regulation === 'cpra' ? 'opt-out' : 'none';
}

/** Validity of a choice in months; after it the visitor is asked again. */
const VALID_MONTHS = 6;

function validUntil(chosenAt: number): number {
  const date = new Date(chosenAt);
  return date.setUTCMonth(date.getUTCMonth() + VALID_MONTHS);
}

/** Names of the recipients of data, by purpose. */
export function recipientsOf({
  analytics,
  launchScript,
  ads,
  containers,
  marketing,
}: ThirdParties): Readonly<Record<Purpose, readonly string[]>> {
  const names = (...all: string[]): readonly string[] => [...new Set(all.filter((name) => name !== ''))];
  return {
    measurement: names(analytics === undefined ? '' : 'Google Analytics', hostOf(launchScript)),
    advertising: names(
      ads === undefined ? '' : serviceOf(ads.wrapperScript),
      ads?.display === 'CUSTOM_WITHOUT_WRAPPER' ? serviceOf(ads.tagScript) : '',
      containers.length === 0 ? '' : 'Google Tag Manager',
    ),
    marketing: names(marketing === undefined ? '' : hostOf(marketing.script)),
  };
}

const hostOf = (address: string): string => /^https?:\/\/([^/:?#]+)/i.exec(address)?.[1] ?? '';

function serviceOf(address: string): string {
  const host = hostOf(address);
  return /(^|\.)(doubleclick\.net|googlesyndication\.com)$/i.test(host) ? 'Google Ad Manager' : host;
}

/**
 * Parses a stored choice; undefined if it is malformed, has another revision or regulation, or is older than six months. A refusal
 * under a regulation that is not opt-in does not expire.
 */
export function readChoice(
  stored: string | null,
  request: Pick<ConsentRequest, 'revision' | 'regulation' | 'offered'>,
  now: number,
): Choice | undefined {
  const choice = parseChoice(stored);
  if (choice === undefined || choice.regulation !== request.regulation) return undefined;
  const isSame = choice.revision === request.revision;
  // A choice of another revision is a refusal only if it refused every purpose.
  const isRefused = isSame ? isRefusal(request.offered, choice) : PURPOSES.every((purpose) => !choice.purposes[purpose]);
  if (isRefused && consentModel(request.regulation) !== 'opt-in') return choice;
  const chosenAt = Date.parse(choice.at);
  return isSame && chosenAt <= now && now < validUntil(chosenAt) ? choice : undefined;
}

function parseChoice(stored: string | null): Choice | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '');
  } catch {
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  const { revision, regulation, purposes, at } = parsed;
  if (
    typeof revision !== 'string' ||
    typeof regulation !== 'string' ||
    typeof at !== 'string' ||
    Number.isNaN(Date.parse(at)) ||
    !isRecord(purposes)
  )
    return undefined;
  const { measurement, advertising, marketing } = purposes;
  if (typeof measurement !== 'boolean' || typeof advertising !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  return { revision, regulation, purposes: { measurement, advertising, marketing }, at };
}

/** A choice made now. Purposes that are not offered are not granted. */
export const newChoice = (
  { revision, regulation, offered }: Pick<ConsentRequest, 'revision' | 'regulation' | 'offered'>,
  purposes: Purposes,
  now: number,
): Choice => ({
  revision,
  regulation,
  purposes: {
    measurement: purposes.measurement && offered.includes('measurement'),
    advertising: purposes.advertising && offered.includes('advertising'),
    marketing: purposes.marketing && offered.includes('marketing'),
  },
  at: new Date(now).toISOString(),
});

const isRefusal = (offered: readonly Purpose[], { purposes }: Choice): boolean => offered.some((purpose) => !purposes[purpose]);

/** Whether the notice opens by itself: the regulation requires it, and neither the visitor nor the browser's signal has decided. */
export const needsNotice = ({ regulation, hasGpc }: ConsentRequest, choice: Choice | undefined): boolean =>
  choice === undefined && (consentModel(regulation) === 'opt-in' || (consentModel(regulation) === 'opt-out' && !hasGpc));

/** Whether the browser's signal counts as a refusal. */
export const isDecidedByGpc = ({ regulation, hasGpc }: ConsentRequest): boolean => hasGpc && consentModel(regulation) === 'opt-out';

/**
 * The purposes of the vendors of CONS-06. A tag manager may load anything, mostly ads, so its analytics vendor belongs to advertising,
 * not to measurement.
 */
const PURPOSE_OF = {
  webAnalytics: 'measurement',
  google: 'advertising',
  tagManagerAnalytics: 'advertising',
} as const satisfies Record<keyof RequiredVendors, Purpose>;
const VENDOR_KEYS = ['webAnalytics', 'google', 'tagManagerAnalytics'] as const satisfies readonly (keyof RequiredVendors)[];

/**
 * The notice as a consent tool (CONS-05 to CONS-10). Under a regulation without a notice, consent is granted (CONS-10) until a visitor
 * refuses in the privacy choices; then the rules of ccpa apply.
 */
export function embeddedChoices(request: ConsentRequest, choice: Choice | undefined): ConsentChoices {
  const { regulation, offered, vendors } = request;
  // No service has a purpose that is not offered, so such a purpose needs no consent.
  const allows = (purpose: Purpose, { purposes }: Choice): boolean => !offered.includes(purpose) || purposes[purpose];
  const refused = choice !== undefined && VENDOR_KEYS.some((key) => !allows(PURPOSE_OF[key], choice));
  const applied: Regulation | undefined =
    refused && consentModel(regulation) === 'none' ? 'ccpa' : REGULATIONS.find((candidate) => candidate === regulation);
  return {
    isRegulationApplied: (candidate) => candidate === applied,
    isConsentRequired: () => consentModel(regulation) === 'opt-in',
    vendorStatus: (vendor): Consent => {
      const keys = VENDOR_KEYS.filter((key) => vendors[key] === vendor);
      return choice === undefined || keys.length === 0 ? undefined : keys.every((key) => allows(PURPOSE_OF[key], choice));
    },
    doNotSell: () => refused || isDecidedByGpc(request),
  };
}

/** Whether a purpose is denied (ANLY-03); under an opt-in regulation also before a choice. */
export const hasDenied = (request: ConsentRequest, choice: Choice | undefined): boolean =>
  isDecidedByGpc(request) ||
  (choice === undefined ? consentModel(request.regulation) === 'opt-in' : isRefusal(request.offered, choice));
