import { AREA } from '@marquee/testkit/pages/member.tsx';
import { describe, expect, it } from 'vitest';
import { readArea } from './read-area.ts';

describe('the settings of the member area', () => {
  it.each([AREA, { ...AREA, version: 1 }, { ...AREA, href: '' }, { ...AREA, circuitId: '' }])('are valid: %#', (area) => {
    expect(readArea(area)).toBe(area);
  });

  it('are missing on a site without a member area', () => {
    expect(readArea({ ...AREA, href: '', circuitId: '' })).toBeUndefined();
  });

  it.each([undefined, null, 'x', [], {}, { ...AREA, version: 2 }, { ...AREA, version: '3' }])(
    'of another version are ignored: %#',
    (response) => {
      expect(readArea(response)).toBeUndefined();
    },
  );

  it.each(['href', 'circuitId', 'cinemaId', 'provider', 'endpoint', 'ticketingUrl', 'tokenParameter'])(
    'are ignored without the text %s',
    (name) => {
      expect(readArea({ ...AREA, [name]: undefined })).toBeUndefined();
    },
  );

  it.each(['loggedInHeaderAccessLabel', 'guestHeaderAccessLabel'])('are ignored without the label %s', (name) => {
    expect(readArea({ ...AREA, [name]: 1 })).toBeUndefined();
  });

  it.each(['includeWatchlist', 'launchTicketing', 'allowExpiredAccountsLogin', 'currentCinema'])(
    'are ignored if %s is not a boolean',
    (name) => {
      expect(readArea({ ...AREA, [name]: 'true' })).toBeUndefined();
    },
  );

  it.each([0, -1, '', undefined, 'x'])('LOYC-12 are ignored if a session ends after %j hours', (sessionTimeout) => {
    expect(readArea({ ...AREA, sessionTimeout })).toBeUndefined();
  });
});
