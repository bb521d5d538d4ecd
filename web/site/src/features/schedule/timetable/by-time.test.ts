import { describe, expect, it } from 'vitest';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { hoursOf, splitStarted } from './by-time.ts';

const page = samplePage('meridian-theater').page;
if (page.kind !== 'theater') throw new Error('not a theater');

describe('the day by time', () => {
  it('orders every start under its hour', () => {
    const hours = hoursOf(page);
    expect(hours.map((hour) => hour.name)).toEqual(['12 PM', '1 PM', '2 PM', '3 PM', '6 PM', '7 PM', '8 PM', '9 PM', '10 PM']);
    const minutes = hours.flatMap((hour) => hour.starts.map((start) => start.minute));
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  });

  it('separates the shows that have started', () => {
    const { earlier, later } = splitStarted(hoursOf(page));
    expect(earlier.flatMap((hour) => hour.starts)).toHaveLength(4);
    expect(later[0]?.name).toBe('6 PM');
  });
});
