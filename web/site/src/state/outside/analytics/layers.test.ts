import { describe, expect, it } from 'vitest';
import { createConsentMode, enqueue, layerOf, pushCommand } from './layers.ts';

const PURPOSES = (value: string) => ({
  ad_storage: value,
  analytics_storage: value,
  ad_user_data: value,
  ad_personalization: value,
});
const isArguments = (entry: unknown): boolean => Object.prototype.toString.call(entry) === '[object Arguments]';
const words = (layer: unknown[]): unknown[] => layer.map((entry) => (isArguments(entry) ? Object.values(entry ?? {}) : entry));

describe('ANLY-16 a data layer', () => {
  it('is created only if it is missing', () => {
    const globals = { dataLayer: ['existing'] };
    layerOf(globals, 'dataLayer').push('more');
    layerOf(globals, 'other').push('new');
    expect(globals).toEqual({ dataLayer: ['existing', 'more'], other: ['new'] });
  });

  it('gets commands as Arguments objects', () => {
    const layer: unknown[] = [];
    pushCommand(layer, 'set', { a: 1 });
    expect(isArguments(layer[0])).toBe(true);
    expect(words(layer)).toEqual([['set', { a: 1 }]]);
  });
});

describe('consent of tags', () => {
  it('is denied first, and then granted', () => {
    const globals: Record<string, unknown[]> = {};
    createConsentMode(globals)(true);
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
    const consent = createConsentMode(globals);
    consent(false);
    consent(false);
    expect(words(layerOf(globals, 'dataLayer'))).toEqual([['consent', 'default', PURPOSES('denied')]]);
  });

  it('CONS-03 is updated by every change and by nothing else', () => {
    const globals = {};
    const consent = createConsentMode(globals);
    for (const granted of [true, true, false, false, true]) consent(granted);
    const commands = words(layerOf(globals, 'ga4DataLayer')).map((entry) =>
      JSON.stringify(entry).replace(/\{"ad_storage":"(\w+)".*/, '$1'),
    );
    expect(commands).toEqual([
      '["consent","default",denied',
      '["consent","update",granted',
      '["consent","update",denied',
      '["consent","update",granted',
    ]);
  });

  it('creates no layer before it is set', () => {
    const globals = {};
    createConsentMode(globals);
    expect(globals).toEqual({});
  });
});

describe('a queue', () => {
  it('is an array until its script replaces it', () => {
    const globals: Record<string, unknown> = {};
    enqueue(globals, 'queue', 1);
    enqueue(globals, 'queue', 2);
    expect(globals).toEqual({ queue: [1, 2] });
    const items: unknown[] = [];
    const script = { push: (command: unknown) => items.push(command) };
    globals['queue'] = script;
    enqueue(globals, 'queue', 3);
    expect([globals['queue'], items]).toEqual([script, [3]]);
  });
});
