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
  /** Granted or refused, for each purpose that was offered. */
  readonly purposes: Partial<Purposes>;
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

/** A month without the day of the choice ends the validity on its last day. */
function validUntil(chosenAt: number): number {
  const date = new Date(chosenAt);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + VALID_MONTHS);
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
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
 * Parses a stored choice; undefined if it is malformed or no longer valid. Under an opt-in regulation it is valid for its own revision
 * and regulation, for six months. Under any other, a refusal is valid without an end, under every revision and regulation, and a
 * choice without a refusal is valid for its own regulation, for six months.
 */
export function readChoice(
  stored: string | null,
  request: Pick<ConsentRequest, 'revision' | 'regulation' | 'offered'>,
  now: number,
): Choice | undefined {
  const choice = parseChoice(stored);
  if (choice === undefined) return undefined;
  const isOptIn = consentModel(request.regulation) === 'opt-in';
  if (!isOptIn && PURPOSES.some((purpose) => choice.purposes[purpose] === false)) return choice;
  if (choice.regulation !== request.regulation) return undefined;
  if (isOptIn && (choice.revision !== request.revision || undecidedPurposes(request, choice).length > 0)) return undefined;
  const chosenAt = Date.parse(choice.at);
  return chosenAt <= now && now < validUntil(chosenAt) ? choice : undefined;
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
  const decided: Partial<Record<Purpose, boolean>> = {};
  for (const purpose of PURPOSES) {
    const isGranted = purposes[purpose];
    if (typeof isGranted === 'boolean') decided[purpose] = isGranted;
    else if (isGranted !== undefined) return undefined;
  }
  return { revision, regulation, purposes: decided, at };
}

/**
 * A choice made now. What it does not decide remains as in the previous choice. Purposes that are not offered are not granted, but an
 * earlier refusal of them remains.
 */
export function newChoice(
  { revision, regulation, offered }: Pick<ConsentRequest, 'revision' | 'regulation' | 'offered'>,
  purposes: Partial<Purposes>,
  now: number,
  previous?: Choice,
): Choice {
  const decided: Partial<Record<Purpose, boolean>> = {};
  for (const purpose of PURPOSES) {
    const before = previous?.purposes[purpose];
    const isGranted = offered.includes(purpose) ? (purposes[purpose] ?? before) : before === false ? before : undefined;
    if (isGranted !== undefined) decided[purpose] = isGranted;
  }
  return { revision, regulation, purposes: decided, at: new Date(now).toISOString() };
}

/** A purpose is allowed once it is granted or, if the regulation is not opt-in, until it is refused. */
function isAllowed({ regulation, offered }: ConsentRequest, { purposes }: Choice, purpose: Purpose): boolean {
  // No service has a purpose that is not offered, so such a purpose needs no consent.
  if (!offered.includes(purpose)) return true;
  return purposes[purpose] ?? consentModel(regulation) !== 'opt-in';
}

/** The offered purposes that the visitor has neither granted nor refused. */
export const undecidedPurposes = ({ offered }: Pick<ConsentRequest, 'offered'>, choice: Choice | undefined): readonly Purpose[] =>
  offered.filter((purpose) => choice?.purposes[purpose] === undefined);

/** Whether the notice opens by itself: the regulation requires it, and neither the visitor nor the browser's signal has decided. */
export const needsNotice = (request: ConsentRequest, choice: Choice | undefined): boolean =>
  undecidedPurposes(request, choice).length > 0 && consentModel(request.regulation) !== 'none' && !isDecidedByGpc(request);

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
  const { regulation, vendors } = request;
  const refused = choice !== undefined && VENDOR_KEYS.some((key) => !isAllowed(request, choice, PURPOSE_OF[key]));
  const applied: Regulation | undefined =
    refused && consentModel(regulation) === 'none' ? 'ccpa' : REGULATIONS.find((candidate) => candidate === regulation);
  return {
    isRegulationApplied: (candidate) => candidate === applied,
    isConsentRequired: () => consentModel(regulation) === 'opt-in',
    vendorStatus: (vendor): Consent => {
      const keys = VENDOR_KEYS.filter((key) => vendors[key] === vendor);
      return choice === undefined || keys.length === 0
        ? undefined
        : keys.every((key) => isAllowed(request, choice, PURPOSE_OF[key]));
    },
    doNotSell: () => refused || isDecidedByGpc(request),
  };
}

/** Whether a purpose is denied (ANLY-03); under an opt-in regulation also before a choice. */
export const hasDenied = (request: ConsentRequest, choice: Choice | undefined): boolean =>
  isDecidedByGpc(request) ||
  (choice === undefined
    ? consentModel(request.regulation) === 'opt-in'
    : PURPOSES.some((purpose) => !isAllowed(request, choice, purpose)));
