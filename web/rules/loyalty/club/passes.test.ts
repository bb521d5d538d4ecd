import { describe, expect, it } from 'vitest';
import { getPaymentProviderPortalSession } from '@marquee/api/loyalty/account.gen.ts';
import { isUnavailable, passRefusal, passUrl, portalUrl as shownUrl } from './passes.ts';

const portalUrl = (response: unknown) =>
  shownUrl(getPaymentProviderPortalSession({ version: 3, circuitId: 'C1', cinemaId: 'T1' }, { returnUrl: '/' }).read(response));

const TEMPLATE = 'https://pay.google.com/gp/v/save/<signed_jwt>';

describe('WALLET-01, WALLET-04 a pass', () => {
  it('is saved at the address of the template', () => {
    expect(passUrl(TEMPLATE, ' eyJh.eyJp.c2ln\n')).toBe('https://pay.google.com/gp/v/save/eyJh.eyJp.c2ln');
  });

  it('WALLET-04 has the signed pass in its address', () => {
    expect(passUrl('https://w.example/save/<signed_jwt>', 'e.y.z')).toBe('https://w.example/save/e.y.z');
    expect(passUrl('https://w.example/?a=<signed_jwt>&b=<signed_jwt>', 'e.y.z')).toBe('https://w.example/?a=e.y.z&b=e.y.z');
  });

  it.each([[''], ['{"peachCode":30}'], ['<html>'], ['a.b'], [undefined], [{ status: 503 }]])('is not %j', (response) => {
    expect(passUrl(TEMPLATE, response)).toBeUndefined();
  });

  it.each(['', '<signed_jwt>', 'javascript:<signed_jwt>'])('is not saved at %j', (template) => {
    expect(passUrl(template, 'a.b.c')).toBeUndefined();
  });

  it('may be refused with JSON as text', () => {
    expect(passRefusal('{"peachCode":30,"statusCode":30}')).toEqual({ peachCode: 30, statusCode: 30 });
    expect([passRefusal('<html>'), passRefusal('[]'), passRefusal({ status: 404 })]).toEqual([{}, {}, { status: 404 }]);
  });
});

it('CALL-40 the portal has an http address, or none', () => {
  expect(portalUrl({ peachCode: 0, url: 'https://pay.example/s/1' })).toBe('https://pay.example/s/1');
  expect([portalUrl({ peachCode: 0 }), portalUrl({ url: 'javascript:alert(1)' }), portalUrl(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('WALLET-03, CALL-40 a site without the service responds with 503', () => {
  expect([isUnavailable({ title: 'Not now', status: 503 }), isUnavailable(503)]).toEqual([true, true]);
  expect([isUnavailable({ peachCode: 7 }), isUnavailable(undefined), isUnavailable(502)]).toEqual([false, false, false]);
});
