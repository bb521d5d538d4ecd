import { DUBBED, ORIGINAL_VERSION, UTM_PREFIX } from './shared.gen.ts';
import { describe, expect, it } from 'vitest';
import * as constants from './constants.ts';
import * as segments from './path-segments.gen.ts';
import { isPersonal } from './query-parameters.ts';
import { BASE_COLORS } from './theme/base-colors.gen.ts';
import * as colors from './theme/constants.ts';

describe('constants', () => {
  it('ROUTE-17 has exactly the 18 path segments', () => {
    const names =
      'permalink movies ticketing startticketing launch/ticketing startconcessions concessions/landing giftcards ' +
      'physicalgiftcards giftmembership vouchers signup refund startseasonpass loyaltycredit payreservation loyalty/upgrade cms-preview';
    expect(Object.values(segments.PATH_SEGMENTS)).toEqual(names.split(' '));
    expect(Object.values(segments.PATH_SEGMENTS)).toHaveLength(18);
  });

  it('ROUTE-18 has the four server redirects', () => {
    expect(Object.values(segments.SERVER_REDIRECTS).toSorted()).toEqual([
      'api/launch/ticketing/redirect',
      'api/refund/redirect',
      'api/startconcessions/redirect',
      'api/startticketing/redirect',
    ]);
  });

  it('PAGE-07 knows which query parameters are personal', () => {
    const personal = 'return token_clubcgr userSessionId requestData email resetCode uid token'.split(' ');
    const others = ['theaterCode', 'perfCode', `${UTM_PREFIX}source`];
    expect([...personal, ...others].filter(isPersonal)).toEqual(personal);
  });

  it('LINK-06 has one special hash', () => {
    expect(constants.SPECIAL_HASHES).toEqual(['#loyalty-logout']);
  });

  it('THEME-15 has the base colors', () => {
    expect(BASE_COLORS).toEqual({ dark: '#212020', darkAlt: '#4F4E4E', light: '#F7F7F7', lightAlt: '#DDDDDD' });
  });

  it('THEME-16 has the contrast targets', () => {
    expect(colors.CONTRAST).toEqual({ aaSmall: 4.5, aaLarge: 3, aaaSmall: 7 });
  });

  it('THEME-21 has animation durations of 150, 300 and 600 ms', () => {
    expect(Object.values(constants.ANIMATION_MS)).toEqual([150, 300, 600]);
  });

  it('THEME-22 has the breakpoints and their containers', () => {
    expect(constants.BREAKPOINTS.map((b) => [b.from, b.container])).toEqual([
      [640, 620],
      [768, 744],
      [1024, 892],
      [1280, 1120],
      [1600, 1440],
    ]);
  });

  it('THEME-23 debounces by 500 ms', () => {
    expect(constants.DEBOUNCE_MS).toBe(500);
  });

  it('CONST-04 has the attribute keys', () => {
    expect([ORIGINAL_VERSION, DUBBED]).toEqual(['Localization.Version.Original', 'Format.Sound.Dubbed']);
  });
});
