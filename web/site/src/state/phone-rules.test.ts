import { afterEach, describe, expect, it, vi } from 'vitest';
import { parsePhoneNumber } from './phone-rules.ts';

describe('a phone number of a form', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('VALID-03 is in international form, or undefined if it is empty or invalid', async () => {
    vi.stubEnv('SSR', false);
    expect(await parsePhoneNumber('(415) 555-2671', 'US')).toEqual({ phoneNumber: '+14155552671' });
    expect(await parsePhoneNumber('12345', 'US')).toEqual({ phoneNumber: undefined });
    expect(await parsePhoneNumber(' ', 'US')).toEqual({ phoneNumber: undefined });
  });

  it('ux 8 is unreachable, not invalid, if the rules cannot be loaded', async () => {
    // The bundle of the server has no rules.
    vi.stubEnv('SSR', true);
    expect(await parsePhoneNumber('(415) 555-2671', 'US')).toBe('unreachable');
    expect(await parsePhoneNumber('', 'US')).toEqual({ phoneNumber: undefined });
  });
});
