import type { SiteEvent } from '@marquee/rules/analytics/events.ts';
import { expect, it } from 'vitest';
import { hearEvents } from '../../state/events.ts';
import { tellAsked } from './finding.ts';

it('ANLY-07 a question is told of by its length and what it found, never by its words', () => {
  const told: SiteEvent[] = [];
  hearEvents((event) => void told.push(event));
  const nothing = { films: [], others: [], count: 0 };
  tellAsked('s', { kind: 'waiting', suggested: nothing });
  tellAsked('zzz', { kind: 'none', suggested: { ...nothing, count: 6 } });
  tellAsked('salt', { kind: 'found', found: { ...nothing, count: 2 } });
  expect(told).toEqual([
    { name: 'search', length: 3, results: 0 },
    { name: 'search', length: 4, results: 2 },
  ]);
});
