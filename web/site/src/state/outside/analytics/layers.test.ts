import { describe, expect, it } from 'vitest';
import { consentMode, enqueue, layerOf, tell } from './layers.ts';

const PURPOSES = (value: string) => ({ ad_storage: value, analytics_storage: value, ad_user_data: value, ad_personalization: value });
const isArguments = (entry: unknown): boolean => Object.prototype.toString.call(entry) === '[object Arguments]';
const words = (layer: unknown[]): unknown[] => layer.map((entry) => (isArguments(entry) ? Object.values(entry ?? {}) : entry));

describe('ANLY-16 a data layer', () => {
  it('is made once and kept when it is there', () => {
    const globals = { dataLayer: ['there'] };
    layerOf(globals, 'dataLayer').push('more');
    layerOf(globals, 'other').push('new');
    expect(globals).toEqual({ dataLayer: ['there', 'more'], other: ['new'] });
  });

  it('is told commands as the arguments of a call', () => {
    const layer: unknown[] = [];
    tell(layer, 'set', { a: 1 });
    expect(isArguments(layer[0])).toBe(true);
    expect(words(layer)).toEqual([['set', { a: 1 }]]);
  });
});

describe('consent of tags', () => {
  it('is denied before anything else, and granted when it is', () => {
    const globals: Record<string, unknown[]> = {};
    consentMode(globals)(true);
    for (const name of ['dataLayer', 'ga4DataLayer']) {
      const layer = layerOf(globals, name);
      expect(layer.every(isArguments)).toBe(true);
      expect(words(layer)).toEqual([
        ['consent', 'default', PURPOSES('denied')],
        ['consent', 'update', PURPOSES('granted')],
      ]);
    }
  });

  it('CONS-02 stays denied while there is no choice', () => {
    const globals = {};
    const consent = consentMode(globals);
    consent(false);
    consent(false);
    expect(words(layerOf(globals, 'dataLayer'))).toEqual([['consent', 'default', PURPOSES('denied')]]);
  });

  it('CONS-03 is told with every change, and no more often', () => {
    const globals = {};
    const consent = consentMode(globals);
    for (const granted of [true, true, false, false, true]) consent(granted);
    const told = words(layerOf(globals, 'ga4DataLayer')).map((entry) => JSON.stringify(entry).replace(/\{"ad_storage":"(\w+)".*/, '$1'));
    expect(told).toEqual(['["consent","default",denied', '["consent","update",granted', '["consent","update",denied', '["consent","update",granted']);
  });

  it('touches nothing before it is told', () => {
    const globals = {};
    consentMode(globals);
    expect(globals).toEqual({});
  });
});

describe('a queue', () => {
  it('is a list until its script takes over', () => {
    const globals: Record<string, unknown> = {};
    enqueue(globals, 'queue', 1);
    enqueue(globals, 'queue', 2);
    expect(globals).toEqual({ queue: [1, 2] });
    const taken: unknown[] = [];
    const script = { push: (command: unknown) => taken.push(command) };
    globals['queue'] = script;
    enqueue(globals, 'queue', 3);
    expect([globals['queue'], taken]).toEqual([script, [3]]);
  });
});
