import { describe, expect, it } from 'vitest';
import { valueAt, withValue } from '../pointer.ts';
import { withFeedStart } from './edits.ts';

/** The record of a show after the start of its feed was taken. */
function taken(record: unknown): unknown {
  const content = { shows: { f1: record } };
  const changes = withFeedStart('f1', content);
  return valueAt(
    changes.reduce<unknown>((result, { pointer, to }) => withValue(result, pointer, to), content),
    '/shows/f1',
  );
}

describe('feeds 3 the start of the feed', () => {
  const times = { startsAt: '2026-11-21T00:15:00Z', endsAt: '2026-11-21T02:15:00Z' };

  it('is taken by removing the one that was typed, and other changes stay', () => {
    expect(taken({ fields: times })).toBeUndefined();
    expect(taken({ fields: { ...times, screen: '2' } })).toEqual({ fields: { screen: '2' } });
  });

  it('cannot be taken for a show whose start nobody has changed, that was typed in or is hidden', () => {
    expect(withFeedStart('f1', {})).toEqual([]);
    expect(withFeedStart('f1', { shows: { f1: { fields: { screen: '2' } } } })).toEqual([]);
    expect(withFeedStart('f1', { shows: { f1: { added: true, fields: times } } })).toEqual([]);
    expect(withFeedStart('f1', { shows: { f1: { hidden: true, fields: times } } })).toEqual([]);
  });
});
