import { expect, it } from 'vitest';
import { cookieRemovals, serviceCookies } from './service-cookies.ts';

it('CONS-03 the cookies of the analytics service are recognized by their names', () => {
  expect(serviceCookies('_ga=GA1.1.7; _ga_ABC1=GS1.1; _gid=1; _gat_UA=1; _gac_x=1; _gcl_au=1; _ga=again')).toEqual([
    '_ga',
    '_ga_ABC1',
    '_gid',
    '_gat_UA',
    '_gac_x',
    '_gcl_au',
  ]);
});

it('CONS-03 other cookies are ignored', () => {
  expect(serviceCookies('')).toEqual([]);
  expect(serviceCookies('selectedTheaterId=_ga; __Host-loyaltyState=1; my_ga=1; ga=1')).toEqual([]);
});

it('CONS-03 a cookie is removed from the host and from its parent domains', () => {
  expect(cookieRemovals('_ga', 'www.acme.co.uk')).toEqual([
    '_ga=; Path=/; Max-Age=0',
    '_ga=; Path=/; Max-Age=0; Domain=www.acme.co.uk',
    '_ga=; Path=/; Max-Age=0; Domain=acme.co.uk',
    '_ga=; Path=/; Max-Age=0; Domain=co.uk',
    '_ga=; Path=/; Max-Age=0; Domain=uk',
  ]);
});
