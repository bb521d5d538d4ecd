import { describe, expect, it } from 'vitest';
import { QUERY_PARAMETERS, isPersonal, parseQuery } from './query-parameters.ts';

it.each([
  ['token', true],
  ['RESETCODE', true],
  ['userSessionId', true],
  ['return', true],
  ['theaterCode', false],
  ['perfCode', false],
  ['utm_source', false],
  ['day', false],
])('PAGE-07 the parameter %s is somebody’s own: %s', (name, expected) => {
  expect(isPersonal(name)).toBe(expected);
});

describe('parseQuery', () => {
  it('PAGE-05 decodes values and converts booleans and numbers', () => {
    expect(parseQuery('?a=true&b=12&c=caf%C3%A9')).toEqual({ a: true, b: 12, c: 'café' });
  });

  it('PAGE-06 keeps identifiers as text', () => {
    expect(parseQuery('?token=00123&page=2')).toEqual({ token: '00123', page: 2 });
  });

  it.each([...QUERY_PARAMETERS, 'utm_id', 'utm_source'])('PAGE-06, PAGE-07 only decodes %s', (name) => {
    expect(parseQuery(`${name}=007`)).toEqual({ [name]: '007' });
    expect(parseQuery(`${name}=true`)).toEqual({ [name]: 'true' });
  });

  it.each([
    ['', {}],
    ['?', {}],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=1.5&b=-3', { a: 1.5, b: -3 }],
    ['day=2025-11-21', { day: '2025-11-21' }],
    ['a=1e3&b=0x10&c=Infinity', { a: '1e3', b: '0x10', c: 'Infinity' }],
    ['id=12345678901234567890', { id: '12345678901234567890' }],
    ['a=1&a=2', { a: 1 }],
    ['a=b=c', { a: 'b=c' }],
    ['a=x+y&b=%', { a: 'x y', b: '%' }],
  ])('PAGE-05 reads %j', (search, expected) => {
    expect(parseQuery(search)).toEqual(expected);
  });

  it('never touches the prototype', () => {
    expect(Object.getPrototypeOf(parseQuery('__proto__=1'))).toBe(Object.prototype);
  });
});
