import { describe, expect, it } from 'vitest';
import { phoneHref, queryFields } from './href.ts';

describe('the fields of a form that changes one parameter', () => {
  it.each([
    ['/movies/', []],
    ['/movies/?day=2025-11-22&access=oc', [['access', 'oc']]],
    [
      '/movies/?version=sous%20titr%C3%A9&x=a+b#top',
      [
        ['version', 'sous titré'],
        ['x', 'a b'],
      ],
    ],
    ['/movies/?bad=%E0%A4%A', [['bad', '%E0%A4%A']]],
    ['/movies/?token=a=b', [['token', 'a=b']]],
  ])('%s', (href, fields) => {
    expect(queryFields(href, 'day')).toEqual(fields);
  });
});

it('a phone number is a tel: address', () => {
  expect(phoneHref('(555) 010-0142')).toBe('tel:5550100142');
  expect(phoneHref('+33 4 91 00 00 00')).toBe('tel:+33491000000');
});
