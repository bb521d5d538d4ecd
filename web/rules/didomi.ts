// The consent tool Didomi as far as it is data: what it is told before it loads, and what its answers mean
// (docs/spec/third-party.md, 1). Nothing that it says is believed before it is read here.

import type { ConsentNotice } from '@marquee/api/schema.gen.ts';

export type DidomiNotice = Extract<ConsentNotice, { readonly tool: 'didomi' }>;

/** Stands in texts about it (CONS-14). */
export const DIDOMI = 'Didomi';

/** The id of its script's element; one that is there already is not loaded again. */
export const LOADER_ID = 'spcloader';

/** How often its popup is looked at while it is shown, in ms (CONS-14). */
export const PICTURE_CHECK_MS = 500;

/** A vendor's id as it knows it: vendors of the IAB list are numbers. */
export const vendorId = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

/** Address of its script. */
export function loaderAddress({ sdkPath, apiKey, noticeId }: DidomiNotice, hostname: string): string {
  const query = noticeId === '' ? `target=${encodeURIComponent(hostname)}` : `target_type=notice&target=${encodeURIComponent(noticeId)}`;
  return `${sdkPath}${encodeURIComponent(apiKey)}/loader.js?${query}`;
}

/** What it is told before it loads (CONS-13): `window.didomiConfig`. What a site has not set is not said. */
export function didomiConfig({ appName, logoUrl, privacyPolicyUrl, country, apiKey }: DidomiNotice) {
  return {
    app: {
      name: appName,
      apiKey,
      ...(logoUrl === '' ? {} : { logoUrl }),
      ...(privacyPolicyUrl === '' ? {} : { privacyPolicyURL: privacyPolicyUrl }),
      ...(country === '' ? {} : { country }),
    },
    regulations: { ccpa: { enabled: true } },
    user: { externalConsent: { enabled: true } },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const at = (value: unknown, ...names: readonly string[]): unknown => names.reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), value);

/** Whether a status of `getCurrentUserStatus()` has an entry of this kind that is not enabled. */
const hasDisabled = (status: unknown, kind: 'purposes' | 'vendors'): boolean => {
  const entries = at(status, kind);
  return isObject(entries) && Object.values(entries).some((entry) => at(entry, 'enabled') === false);
};

/** What it says of the sale of data, by each of its ways. */
export interface SaleAnswers {
  /** `CCPA.getDoNotSellStatus()`. */
  readonly own: unknown;
  /** `getCurrentUserStatus()`. */
  readonly status: unknown;
  /** The `uspString` of `__uspapi`, such as `1YYN`. */
  readonly usPrivacy: unknown;
  /** Whether the browser says for its owner that data must not be sold (Global Privacy Control). */
  readonly hasSignal: boolean;
}

/**
 * Whether the visitor opted out of the sale of data (CONS-09). The tool's own word counts first, then what its status and the
 * US privacy string say; the browser's signal always counts. Where nothing says so, nobody opted out.
 */
export function isOptedOut({ own, status, usPrivacy, hasSignal }: SaleAnswers): boolean {
  if (hasSignal) return true;
  if (typeof own === 'boolean') return own;
  return hasDisabled(status, 'vendors') || hasDisabled(status, 'purposes') || (typeof usPrivacy === 'string' && usPrivacy[2]?.toUpperCase() === 'Y');
}

/** Whether it reports a denied purpose (ANLY-03), by `getCurrentUserStatus()` or the older `getUserStatus()`. */
export function reportsDenied(current: unknown, older: unknown): boolean {
  if (hasDisabled(current, 'purposes')) return true;
  return ['consent', 'legitimate_interest', 'global'].some((basis) => {
    const disabled = at(older, 'purposes', basis, 'disabled');
    return Array.isArray(disabled) && disabled.length > 0;
  });
}

/** What is known of a picture in the tool's popup. */
export interface ForeignPicture {
  /** Its alternative text; null without one. */
  readonly text: string | null;
  /** Whether it stands in a link that opens another tab. */
  readonly opensTab: boolean;
}

/** Whether a picture is the one that leads to the provider, or may be (CONS-14). */
export const isProvidersPicture = ({ text, opensTab }: ForeignPicture): boolean => opensTab || text === null || /didomi/i.test(text);
