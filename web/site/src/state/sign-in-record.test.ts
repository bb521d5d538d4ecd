import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSignIn, recordSignIn, onSignIn, takeSignIn } from './sign-in-record.ts';

const AT = Date.UTC(2026, 10, 22, 18, 30);
let stored = new Map<string, string>();

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  forgetSignIn();
});
afterEach(() => void vi.unstubAllGlobals());

describe('ANLY-03 ANLY-04 a sign-in', () => {
  it('is stored for a later page of the tab with its time in UTC and without the member', () => {
    recordSignIn('password', AT);
    expect([...stored.values()]).toEqual(['{"way":"password","at":"2026-11-22T18:30:00.000Z"}']);
    expect(takeSignIn()).toEqual({ method: 'password', at: '2026-11-22T18:30:00.000Z' });
  });

  it('is returned once', () => {
    recordSignIn('token', AT);
    expect(takeSignIn()?.method).toBe('token');
    expect(takeSignIn()).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  it('is removed by a sign-out', () => {
    recordSignIn('join', AT);
    forgetSignIn();
    expect(takeSignIn()).toBeUndefined();
  });

  it('calls the listener on its own page', () => {
    const listener = vi.fn<() => void>();
    onSignIn(listener);
    recordSignIn('password', AT);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('is remembered on its own page if storage is forbidden', () => {
    const forbidden = (): never => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    recordSignIn('password', AT);
    expect(takeSignIn()?.method).toBe('password');
    expect(takeSignIn()).toBeUndefined();
  });

  it.each([
    '',
    'x',
    '7',
    'null',
    '{}',
    '{"way":"magic","at":"2026-11-22T18:30:00.000Z"}',
    '{"way":"token","at":"yesterday"}',
    '{"way":"token","at":7}',
  ])('stored as %j is invalid', (text) => {
    stored.set('signed-in', text);
    expect(takeSignIn()).toBeUndefined();
    expect(stored.size).toBe(0);
  });
});
