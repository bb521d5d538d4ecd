import { describe, expect, it } from 'vitest';
import { type DidomiNotice, didomiConfig, isOptedOut, isProviderLogo, loaderAddress, reportsDenied, vendorId } from './didomi.ts';

const NOTICE: DidomiNotice = {
  tool: 'didomi',
  noticeId: 'abcDEF12',
  apiKey: '0a1b-2c3d',
  sdkPath: 'https://sdk.privacy-center.org/',
  appName: 'Acme',
  logoUrl: 'https://acme.example/media/logo.png',
  privacyPolicyUrl: 'https://acme.example/privacy/',
  country: 'US',
};

describe('the configuration of Didomi', () => {
  it('CONS-13 has CCPA, external consent, the app name, the logo, the privacy policy and the country', () => {
    expect(didomiConfig(NOTICE)).toEqual({
      app: {
        name: 'Acme',
        apiKey: '0a1b-2c3d',
        logoUrl: 'https://acme.example/media/logo.png',
        privacyPolicyURL: 'https://acme.example/privacy/',
        country: 'US',
      },
      regulations: { ccpa: { enabled: true } },
      user: { externalConsent: { enabled: true } },
    });
  });

  it('CONS-13 omits what the site has not set', () => {
    expect(didomiConfig({ ...NOTICE, logoUrl: '', privacyPolicyUrl: '', country: '' }).app).toEqual({
      name: 'Acme',
      apiKey: '0a1b-2c3d',
    });
  });

  it('CONS-11 the address of the script has the notice', () => {
    expect(loaderAddress(NOTICE, 'acme.example')).toBe(
      'https://sdk.privacy-center.org/0a1b-2c3d/loader.js?target_type=notice&target=abcDEF12',
    );
    expect(loaderAddress({ ...NOTICE, noticeId: '' }, 'acme.example')).toBe(
      'https://sdk.privacy-center.org/0a1b-2c3d/loader.js?target=acme.example',
    );
    expect(loaderAddress({ ...NOTICE, noticeId: 'a&b=c' }, '')).toMatch(/&target=a%26b%3Dc$/);
  });
});

it.each([
  ['755', 755],
  ['0', 0],
  ['google', 'google'],
  ['c:acme-12', 'c:acme-12'],
  ['12a', '12a'],
  ['', ''],
])('CONS-06 the vendor id %j is %j for Didomi: only an id of digits is a number', (id, expected) => {
  expect(vendorId(id)).toBe(expected);
});

describe('the do-not-sell status', () => {
  const NONE = { own: undefined, status: undefined, usPrivacy: undefined, hasGpc: false };
  const status = (vendors: Record<string, unknown>, purposes: Record<string, unknown> = {}) => ({
    regulation: 'cpra',
    vendors,
    purposes,
  });

  it('CONS-09 is not set by default', () => {
    for (const value of [undefined, null, 7, 'yes', {}, []])
      expect(isOptedOut({ own: value, status: value, usPrivacy: value, hasGpc: false })).toBe(false);
  });

  it('CONS-09 is Didomi’s own status, with precedence over its user status', () => {
    expect(isOptedOut({ ...NONE, own: true, status: status({ a: { enabled: true } }) })).toBe(true);
    expect(isOptedOut({ ...NONE, own: false, status: status({ a: { enabled: false } }), usPrivacy: '1YYN' })).toBe(false);
  });

  it('CONS-09 is set by a vendor or a purpose that is not enabled', () => {
    expect(isOptedOut({ ...NONE, status: status({ a: { id: 'a', enabled: true }, b: { id: 'b', enabled: false } }) })).toBe(true);
    expect(isOptedOut({ ...NONE, status: status({ a: { enabled: true } }, { p: { enabled: false } }) })).toBe(true);
    expect(isOptedOut({ ...NONE, status: status({ a: { enabled: true } }, { p: { enabled: true } }) })).toBe(false);
    expect(isOptedOut({ ...NONE, status: status({ a: { enabled: 'false' }, b: null, c: 1 }) })).toBe(false);
  });

  it('CONS-09 is set by the US privacy string, and always by the browser’s signal', () => {
    expect(['1YYN', '1NYN', '1yyn', '1YNN', '1---', '', 'Y'].map((usPrivacy) => isOptedOut({ ...NONE, usPrivacy }))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isOptedOut({ ...NONE, own: false, hasGpc: true })).toBe(true);
  });
});

it('ANLY-03 a denied purpose is one of any basis, in the old or the current shape', () => {
  const older = (basis: string, disabled: unknown) => ({ purposes: { [basis]: { enabled: ['a'], disabled } } });
  expect(reportsDenied(undefined, undefined)).toBe(false);
  for (const basis of ['consent', 'legitimate_interest', 'global']) {
    expect(reportsDenied(undefined, older(basis, ['cookies']))).toBe(true);
    for (const none of [[], undefined, {}, 'cookies']) expect(reportsDenied({}, older(basis, none))).toBe(false);
  }
  expect(reportsDenied({ purposes: { cookies: { id: 'cookies', enabled: false } } }, undefined)).toBe(true);
  expect(
    reportsDenied({ purposes: { cookies: { id: 'cookies', enabled: true } }, vendors: { a: { enabled: false } } }, undefined),
  ).toBe(false);
});

it('CONS-14 the provider’s picture opens a tab, has no text or names the provider', () => {
  expect(isProviderLogo({ text: 'Acme', opensTab: true })).toBe(true);
  expect(isProviderLogo({ text: null, opensTab: false })).toBe(true);
  expect(isProviderLogo({ text: 'Powered by didomi', opensTab: false })).toBe(true);
  expect(isProviderLogo({ text: 'Acme', opensTab: false })).toBe(false);
  expect(isProviderLogo({ text: '', opensTab: false })).toBe(false);
});
