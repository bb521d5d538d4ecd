import { afterEach, describe, expect, it, vi } from 'vitest';

/** The keys that a page uses in this window, for a setting that has the values `wanted` one after the other. */
async function keys(place: { readonly opener: object | null; readonly framed: boolean }, ...wanted: readonly string[]): Promise<string[]> {
  vi.resetModules();
  const here = { opener: place.opener };
  vi.stubGlobal('window', here);
  vi.stubGlobal('parent', place.framed ? {} : here);
  const { keyHere } = await import('./captcha-key.ts');
  return wanted.map(keyHere);
}
afterEach(() => vi.unstubAllGlobals());

describe('ROLE-15 the captcha key of a page', () => {
  it('follows the setting in a window of its own', async () => {
    expect(await keys({ opener: null, framed: false }, 'k1', 'k2', 'k3')).toEqual(['k1', 'k2', 'k3']);
  });

  it.each([
    ['in a frame', { opener: null, framed: true }],
    ['opened by another window', { opener: {}, framed: false }],
    ['both', { opener: {}, framed: true }],
  ])('stays what it was at first: %s', async (_, place) => {
    expect(await keys(place, 'k1', 'k2', 'k3')).toEqual(['k1', 'k1', 'k1']);
  });

  it('is that of the setting on the server', async () => {
    vi.resetModules();
    const { keyHere } = await import('./captcha-key.ts');
    expect([keyHere('k1'), keyHere('k2')]).toEqual(['k1', 'k2']);
  });
});
