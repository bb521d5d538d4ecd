import { describe, expect, it } from 'vitest';
import { LAUNCH_PATHS, TOKEN_PATHS, type TokenRule, takesToken } from './ticketing-links.ts';

const RULE: TokenRule = { ticketingUrl: 'https://t.example', parameter: 'userSessionId' };
const on = (path: string): string => `https://t.example/${path}`;

describe('a link to the ticketing site', () => {
  it('ROLE-13 has sixteen paths that get the token, and two with the flag', () => {
    expect(TOKEN_PATHS).toEqual([
      'ticketing',
      'startticketing',
      'startconcessions',
      'concessions/landing',
      'giftcards',
      'physicalgiftcards',
      'giftmembership',
      'vouchers',
      'refund',
      'startseasonpass',
      'loyaltycredit',
      'payreservation',
      'loyalty/upgrade',
      'api/refund/redirect',
      'api/startticketing/redirect',
      'api/startconcessions/redirect',
    ]);
    expect(LAUNCH_PATHS).toEqual(['launch/ticketing', 'api/launch/ticketing/redirect']);
    for (const path of LAUNCH_PATHS)
      expect([takesToken(on(path), RULE), takesToken(on(path), { ...RULE, launchTicketing: true })]).toEqual([false, true]);
  });

  it.each(TOKEN_PATHS)('ROLE-12 gets the token at %s', (path) => {
    expect(takesToken(on(path), RULE)).toBe(true);
  });

  it.each([
    ['giftcards/', true],
    ['giftcards/10?x=1', true],
    ['giftcards?x=1', true],
    ['giftcards#top', true],
    ['giftcards2', false],
    ['signup', false],
    ['movies', false],
    ['permalink', false],
    ['cms-preview', false],
    ['about', false],
    ['', false],
    ['x/giftcards', false],
    ['?giftcards', false],
  ])('ROLE-13 to /%s gets it: %s', (path, takes) => {
    expect(takesToken(on(path), { ...RULE, launchTicketing: true })).toBe(takes);
  });

  it.each([
    'https://t.example.evil.example/giftcards',
    'https://evil.example/giftcards',
    'https://u.example/giftcards',
    '//t.example/giftcards',
    '/giftcards',
    'https://t.examplegiftcards',
    '',
  ])('ROLE-12 %s is not a link to the ticketing site', (href) => {
    expect(takesToken(href, RULE)).toBe(false);
  });

  it('ROLE-12 the ticketing site may have a path with slashes at its end', () => {
    for (const ticketingUrl of ['https://t.example/shop', 'https://t.example/shop/', 'https://t.example/shop//'])
      expect(takesToken('https://t.example/shop/vouchers', { ...RULE, ticketingUrl })).toBe(true);
    expect(takesToken('https://t.example/vouchers', { ...RULE, ticketingUrl: 'https://t.example/shop/' })).toBe(false);
    expect(takesToken('/vouchers', { ...RULE, ticketingUrl: '' })).toBe(false);
  });

  it('ROLE-11 gets none if it already has one', () => {
    expect(takesToken(on('ticketing?userSessionId=x'), RULE)).toBe(false);
    expect(takesToken(on('ticketing?x=userSessionId#?userSessionId=x'), RULE)).toBe(true);
    expect(takesToken(on('ticketing#?userSessionId=x'), RULE)).toBe(true);
  });

  it('ROLE-14 has the parameter of the hand-over', () => {
    expect(takesToken(on('vouchers?token=x'), { ...RULE, parameter: 'token' })).toBe(false);
    expect(takesToken(on('vouchers?userSessionId=x'), { ...RULE, parameter: 'token' })).toBe(true);
  });
});
