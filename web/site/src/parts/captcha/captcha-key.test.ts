import { afterEach, describe, expect, it, vi } from 'vitest';

/** The keys that a page in this window uses while the setting has these values, one after the other. */
async function keysUsed(
  page: { readonly opener: object | null; readonly framed: boolean },
  ...configured: readonly string[]
): Promise<string[]> {
  vi.resetModules();
  const fakeWindow = { opener: page.opener };
  vi.stubGlobal('window', fakeWindow);
  vi.stubGlobal('parent', page.framed ? {} : fakeWindow);
  const { pageCaptchaKey } = await import('./captcha-key.ts');
  return configured.map(pageCaptchaKey);
}
afterEach(() => vi.unstubAllGlobals());

describe('ROLE-15 the captcha key of a page', () => {
  it('follows the setting in a top-level window', async () => {
    expect(await keysUsed({ opener: null, framed: false }, 'k1', 'k2', 'k3')).toEqual(['k1', 'k2', 'k3']);
  });

  it.each([
    ['in a frame', { opener: null, framed: true }],
    ['opened by another window', { opener: {}, framed: false }],
    ['both', { opener: {}, framed: true }],
  ])('does not change: %s', async (_, page) => {
    expect(await keysUsed(page, 'k1', 'k2', 'k3')).toEqual(['k1', 'k1', 'k1']);
  });

  it('is the one of the setting on the server', async () => {
    vi.resetModules();
    const { pageCaptchaKey } = await import('./captcha-key.ts');
    expect([pageCaptchaKey('k1'), pageCaptchaKey('k2')]).toEqual(['k1', 'k2']);
  });
});
