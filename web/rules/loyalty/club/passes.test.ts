import { describe, expect, it } from 'vitest';
import { isUnavailable, passRefusal, passUrl, portalUrl } from './passes.ts';

const TEMPLATE = 'https://pay.google.com/gp/v/save/<signed_jwt>';

describe('WALLET-01, WALLET-04 a pass', () => {
  it('is saved at the address of the template', () => {
    expect(passUrl(TEMPLATE, ' eyJh.eyJp.c2ln\n')).toBe('https://pay.google.com/gp/v/save/eyJh.eyJp.c2ln');
  });

  it.each([[''], ['{"peachCode":30}'], ['<html>'], ['a.b'], [undefined], [{ jwt: 'a.b.c' }]])('is not %j', (answer) => {
    expect(passUrl(TEMPLATE, answer)).toBeUndefined();
  });

  it.each(['', '<signed_jwt>', 'javascript:<signed_jwt>'])('is not saved at %j', (template) => {
    expect(passUrl(template, 'a.b.c')).toBeUndefined();
  });

  it('may be refused with JSON as text', () => {
    expect(passRefusal('{"peachCode":30,"statusCode":30}')).toEqual({ peachCode: 30, statusCode: 30 });
    expect([passRefusal('<html>'), passRefusal(undefined)]).toEqual([undefined, undefined]);
  });
});

it('CALL-40 the portal has an http address, or none', () => {
  expect(portalUrl({ peachCode: 0, url: 'https://pay.example/s/1' })).toBe('https://pay.example/s/1');
  expect([portalUrl({ peachCode: 0 }), portalUrl({ url: 'javascript:alert(1)' }), portalUrl(undefined)]).toEqual([undefined, undefined, undefined]);
});

it('WALLET-03, CALL-40 a site without the service answers 503', () => {
  expect([isUnavailable({ type: 'about:blank', title: 'Not now', status: 503 }), isUnavailable(503)]).toEqual([true, true]);
  expect([isUnavailable({ peachCode: 7 }), isUnavailable(undefined), isUnavailable(502)]).toEqual([false, false, false]);
});
