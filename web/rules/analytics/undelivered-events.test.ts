import { describe, expect, it } from 'vitest';
import { parseUndelivered, serializeUndelivered } from './undelivered-events.ts';

const opened = (filmId: string) =>
  ({ event: { name: 'film_opened', properties: { filmId } }, to: ['gtm-site'], pages: 1 }) as const;

describe('ANLY-07 events that wait for the next page', () => {
  it('are parsed as they were serialized', () => {
    expect(parseUndelivered(serializeUndelivered([opened('7'), opened('8')]))).toEqual([opened('7'), opened('8')]);
  });

  it('are the newest fifty', () => {
    const many = Array.from({ length: 60 }, (_, number) => opened(`${number}`));
    expect(JSON.parse(serializeUndelivered(many))).toEqual(many.slice(10));
    expect(parseUndelivered(JSON.stringify(many))).toEqual(many.slice(10));
  });

  it('keep texts, numbers and booleans', () => {
    const all = [{ event: { name: 'search', properties: { text: 'a', length: 4, found: false } }, pages: 0 }] as const;
    expect(parseUndelivered(serializeUndelivered(all))).toEqual(all);
  });

  it.each([
    [null, []],
    ['{', []],
    ['{"event":1}', []],
    ['[1,{"event":{"name":"unknown","properties":{}}}]', []],
    ['[{"event":{"name":"join"},"pages":"x"}]', [{ event: { name: 'join', properties: {} }, pages: 0 }]],
    [
      '[{"event":{"name":"search","properties":{"length":4,"words":{"a":1}}},"to":["a"],"pages":2}]',
      [{ event: { name: 'search', properties: { length: 4 } }, to: ['a'], pages: 2 }],
    ],
  ])('%j is parsed as %j', (stored, read) => {
    expect(parseUndelivered(stored)).toEqual(read);
  });
});
