// The consent notice of this product, for sites without a consent tool of others: what it asks for, what a choice means and how
// long it holds (area consent). The choice stays on the device, and nobody else is asked.

import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Consent, type ConsentAnswers, REGULATIONS, type Regulation, type RequiredVendors } from './consent.ts';

/** What data may be used for, in the order in which it is asked. */
export const PURPOSES = ['measurement', 'advertising', 'marketing'] as const;
export type Purpose = (typeof PURPOSES)[number];
export type Purposes = Readonly<Record<Purpose, boolean>>;

export const allPurposes = (allowed: boolean): Purposes => ({ measurement: allowed, advertising: allowed, marketing: allowed });

/** What a visitor chose, as it is kept on the device: the proof of it. */
export interface Choice {
  /** What was asked for then, see `ConsentNotice`. */
  readonly revision: string;
  /** The regulation under which it was asked for; empty for none. */
  readonly regulation: string;
  readonly purposes: Purposes;
  /** When, as ISO 8601. */
  readonly at: string;
}

/** What the notice knows before anybody chose. */
export interface Asked {
  readonly revision: string;
  /** The regulation that counts for everybody; empty for none (CONS-05). */
  readonly regulation: string;
  /** The purposes that something of the site serves. */
  readonly offered: readonly Purpose[];
  readonly vendors: RequiredVendors;
  /** Whether the browser says for its owner that data must not be sold (Global Privacy Control). */
  readonly hasSignal: boolean;
}

/** How visitors are asked: before anything is used, while it may be used, or not at all. */
export type Asking = 'before' | 'meanwhile' | 'never';

export function askingOf(regulation: string): Asking {
  if (regulation === 'gdpr') return 'before';
  return regulation === 'ccpa' || regulation === 'cpra' ? 'meanwhile' : 'never';
}

/** Months for which a choice holds; then the visitor is asked again. */
const VALID_MONTHS = 6;

function validUntil(at: number): number {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() + VALID_MONTHS);
}

/** Who is given data, by purpose, as names. */
export function recipientsOf({ analytics, launchScript, ads, containers, marketing }: ThirdParties): Readonly<Record<Purpose, readonly string[]>> {
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

/** The purposes that a site asks for: those that one of its services has; the first two where none is set up yet. */
export function offeredPurposes({ analytics, launchScript, ads, containers, marketing }: ThirdParties): readonly Purpose[] {
  const has: Purposes = { measurement: analytics !== undefined || launchScript !== '', advertising: ads !== undefined || containers.length > 0, marketing: marketing !== undefined };
  const offered = PURPOSES.filter((purpose) => has[purpose]);
  return offered.length === 0 ? ['measurement', 'advertising'] : offered;
}

const hostOf = (address: string): string => /^https?:\/\/([^/:?#]+)/i.exec(address)?.[1] ?? '';

function serviceOf(address: string): string {
  const host = hostOf(address);
  return /(^|\.)(doubleclick\.net|googlesyndication\.com)$/i.test(host) ? 'Google Ad Manager' : host;
}

/**
 * The choice that a device keeps, if it still holds. One that cannot be read, of another revision or regulation, or older than
 * six months is none; but who said no to the sale of their data is not asked to say it again, and it never lapses.
 */
export function readChoice(kept: string | null, asked: Pick<Asked, 'revision' | 'regulation' | 'offered'>, now: number): Choice | undefined {
  const choice = parsed(kept);
  if (choice === undefined || choice.regulation !== asked.regulation) return undefined;
  const isSame = choice.revision === asked.revision;
  // Of another revision is only known what was refused when it was everything.
  const saidNo = isSame ? isRefusal(asked.offered, choice) : PURPOSES.every((purpose) => !choice.purposes[purpose]);
  if (saidNo && askingOf(asked.regulation) !== 'before') return choice;
  const at = Date.parse(choice.at);
  return isSame && at <= now && now < validUntil(at) ? choice : undefined;
}

function parsed(kept: string | null): Choice | undefined {
  let read: unknown;
  try {
    read = JSON.parse(kept ?? '');
  } catch {
    return undefined;
  }
  if (!isRecord(read)) return undefined;
  const { revision, regulation, purposes, at } = read;
  if (typeof revision !== 'string' || typeof regulation !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at)) || !isRecord(purposes)) return undefined;
  const { measurement, advertising, marketing } = purposes;
  if (typeof measurement !== 'boolean' || typeof advertising !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  return { revision, regulation, purposes: { measurement, advertising, marketing }, at };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a visitor chooses now. Of what is not offered nobody said yes. */
export const choiceNow = ({ revision, regulation, offered }: Pick<Asked, 'revision' | 'regulation' | 'offered'>, purposes: Purposes, now: number): Choice => ({
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

/** Whether the notice is shown by itself: where somebody has to be asked and has not answered, nor the browser for them. */
export const needsNotice = ({ regulation, hasSignal }: Asked, choice: Choice | undefined): boolean =>
  choice === undefined && (askingOf(regulation) === 'before' || (askingOf(regulation) === 'meanwhile' && !hasSignal));

/** Whether the browser's signal has decided already. */
export const isDecidedBySignal = ({ regulation, hasSignal }: Asked): boolean => hasSignal && askingOf(regulation) === 'meanwhile';

/**
 * The purposes that stand for the vendors of CONS-06. Tag managers bring whatever their owner puts into them, mostly for ads:
 * so their analytics vendor goes with advertising, not with measurement.
 */
const PURPOSE_OF = { webAnalytics: 'measurement', google: 'advertising', tagManagerAnalytics: 'advertising' } as const satisfies Record<keyof RequiredVendors, Purpose>;
const VENDOR_KEYS = ['webAnalytics', 'google', 'tagManagerAnalytics'] as const satisfies readonly (keyof RequiredVendors)[];

/**
 * The notice as a consent tool (CONS-05 to CONS-10). Under a regulation for which nobody is asked, consent is granted (CONS-10)
 * until a visitor says no in their choices: then that counts as under one that knows a no.
 */
export function embeddedAnswers(asked: Asked, choice: Choice | undefined): ConsentAnswers {
  const { regulation, offered, vendors } = asked;
  // What is not offered is served by nothing, so it stands in nobody's way.
  const allows = (purpose: Purpose, { purposes }: Choice): boolean => !offered.includes(purpose) || purposes[purpose];
  const refused = choice !== undefined && VENDOR_KEYS.some((key) => !allows(PURPOSE_OF[key], choice));
  const counts: Regulation | undefined = refused && askingOf(regulation) === 'never' ? 'ccpa' : REGULATIONS.find((known) => known === regulation);
  return {
    isRegulationApplied: (one) => one === counts,
    isConsentRequired: () => askingOf(regulation) === 'before',
    vendorStatus: (vendor): Consent => {
      const keys = VENDOR_KEYS.filter((key) => vendors[key] === vendor);
      return choice === undefined || keys.length === 0 ? undefined : keys.every((key) => allows(PURPOSE_OF[key], choice));
    },
    doNotSell: () => refused || isDecidedBySignal(asked),
  };
}

/** Whether a purpose is denied (ANLY-03); where consent comes first, also while nobody has said yes. */
export const hasDenied = (asked: Asked, choice: Choice | undefined): boolean =>
  isDecidedBySignal(asked) || (choice === undefined ? askingOf(asked.regulation) === 'before' : isRefusal(asked.offered, choice));
