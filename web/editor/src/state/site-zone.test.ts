import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatsOf } from './messages.ts';
import { dayIn, instantIn, siteZoneOf } from './site-zone.ts';

const CONTENT = {
  theaters: { mill: { timeZone: 'America/Detroit' }, quai: { timeZone: 'Europe/Paris' } },
  theaterOrder: ['quai', 'mill'],
};

afterEach(() => vi.unstubAllGlobals());

describe('ux 5.16 the time of a later publication', () => {
  it('is that of the first theater, not that of the browser', () => {
    expect(siteZoneOf(CONTENT)).toBe('Europe/Paris');
    expect(siteZoneOf({})).toBe('UTC');
    expect(instantIn('Europe/Paris', '2026-11-21', '06:00')).toBe('2026-11-21T05:00:00Z');
    expect(instantIn('America/Detroit', '2026-07-21', '06:00')).toBe('2026-07-21T10:00:00Z');
  });

  it('is not a time without a day or an hour', () => {
    expect([instantIn('UTC', '', '06:00'), instantIn('UTC', '2026-11-21', ''), instantIn('UTC', '2026-02-30', '06:00')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('begins with tomorrow where the site is', () => {
    expect(dayIn('America/Detroit', Date.parse('2026-11-21T03:00:00Z'))).toBe('2026-11-20');
  });

  it('names the zone to an operator with another time', () => {
    vi.stubGlobal('navigator', { languages: ['en-US'] });
    const { momentIn } = formatsOf('en');
    expect(momentIn('2026-11-21T11:00:00Z', 'America/Detroit', 'America/New_York')).not.toContain('EST');
    expect(momentIn('2026-11-21T11:00:00Z', 'America/Detroit', 'Europe/Paris')).toContain('6:00 AM EST');
  });
});
