// Counts of the in-memory server.

import type { Numbers } from '@marquee/api/editor.gen.ts';

/** Counts that rise and fall with the week, until a day. */
export function numbersOf(count: number, to: string): Numbers {
  const days = Array.from({ length: count }, (_, day) => 300 + (day % 7) * 90);
  const series = (share: number): Numbers['views'] => {
    const own = days.map((value) => Math.round(value * share));
    const total = own.reduce((sum, value) => sum + value, 0);
    return { total, before: Math.round(total * 0.9), days: own };
  };
  const from = new Date(Date.parse(to) - (count - 1) * 86_400_000).toISOString().slice(0, 10);
  return {
    from,
    to,
    countedFrom: from,
    views: series(1),
    pages: [
      { name: '/', count: 5120 },
      { name: '/movies/', count: 2210 },
    ],
    ticketing: series(0.2),
    films: [{ film: { id: '1', title: 'Low Tide Orchestra' }, count: 812 }],
    shows: [],
    searches: series(0.01),
    words: [{ name: 'parking', count: 41 }],
    members: series(0.005),
    pointsGiven: series(3),
    pointsSpent: series(1),
  };
}
