// The consent tool Didomi: its configuration, and the meaning of its return values (docs/spec/third-party.md, 1). They are untrusted
// and parsed here.

import type { ConsentNotice } from '@marquee/api/schema.gen.ts';

export type DidomiNotice = Extract<ConsentNotice, { readonly tool: 'didomi' }>;

/** The tool's name in texts (CONS-14). */
export const DIDOMI = 'Didomi';

/** The id of the tool's script element; if there is one, the script is not loaded again. */
export const LOADER_ID = 'spcloader';

/** Interval at which pictures in the tool's open popup are checked, in ms (CONS-14). */
export const PICTURE_CHECK_MS = 500;

/** A vendor id in Didomi's form: vendors of the IAB list are numbers. */
export const vendorId = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

/** Address of the tool's script. */
export function loaderAddress({ sdkPath, apiKey, noticeId }: DidomiNotice, hostname: string): string {
  const query =
    noticeId === '' ? `target=${encodeURIComponent(hostname)}` : `target_type=notice&target=${encodeURIComponent(noticeId)}`;
  return `${sdkPath}${encodeURIComponent(apiKey)}/loader.js?${query}`;
}

/** The value of `window.didomiConfig`, which must be set before the script loads (CONS-13). Empty settings are omitted. */
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
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), value);

/** Whether a status of `getCurrentUserStatus()` has an entry of this kind that is not enabled. */
const hasDisabled = (status: unknown, kind: 'purposes' | 'vendors'): boolean => {
  const entries = at(status, kind);
  return isObject(entries) && Object.values(entries).some((entry) => at(entry, 'enabled') === false);
};

/** The sources of the do-not-sell status. */
export interface SaleChoices {
  /** `CCPA.getDoNotSellStatus()`. */
  readonly own: unknown;
  /** `getCurrentUserStatus()`. */
  readonly status: unknown;
  /** The `uspString` of `__uspapi`, such as `1YYN`. */
  readonly usPrivacy: unknown;
  /** Whether the browser sends the Global Privacy Control signal. */
  readonly hasGpc: boolean;
}

/**
 * Whether the visitor opted out of the sale of data (CONS-09). The browser's signal has precedence, then Didomi's do-not-sell status,
 * then its user status and the US privacy string. The default is no.
 */
export function isOptedOut({ own, status, usPrivacy, hasGpc }: SaleChoices): boolean {
  if (hasGpc) return true;
  if (typeof own === 'boolean') return own;
  return (
    hasDisabled(status, 'vendors') ||
    hasDisabled(status, 'purposes') ||
    (typeof usPrivacy === 'string' && usPrivacy[2]?.toUpperCase() === 'Y')
  );
}

/** Whether Didomi reports a denied purpose (ANLY-03) in `getCurrentUserStatus()` or the older `getUserStatus()`. */
export function reportsDenied(current: unknown, older: unknown): boolean {
  if (hasDisabled(current, 'purposes')) return true;
  return ['consent', 'legitimate_interest', 'global'].some((basis) => {
    const disabled = at(older, 'purposes', basis, 'disabled');
    return Array.isArray(disabled) && disabled.length > 0;
  });
}

/** A picture in Didomi's popup. */
export interface ConsentPopupPicture {
  /** Its alternative text; null if missing. */
  readonly text: string | null;
  /** Whether it is in a link that opens another tab. */
  readonly opensTab: boolean;
}

/** Whether a picture is or may be the provider's logo (CONS-14). */
export const isProviderLogo = ({ text, opensTab }: ConsentPopupPicture): boolean =>
  opensTab || text === null || /didomi/i.test(text);
