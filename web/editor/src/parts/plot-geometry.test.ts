import { describe, expect, it } from 'vitest';
import { areaPath, barsOf, binned, linePath, percentOf, PLOT } from './plot-geometry.ts';

describe('plots', () => {
  it('have a value for each day of a month, and for each week of a year', () => {
    const month = Array.from({ length: 28 }, (_, day) => day);
    expect(binned(month)).toEqual(month);
    const year = binned(Array.from({ length: 365 }, () => 1));
    expect(year).toHaveLength(53);
    expect(year[0]).toBe(1);
    expect(year.slice(1)).toEqual(Array.from({ length: 52 }, () => 7));
    expect(binned([])).toEqual([]);
  });

  it('draw a line from the left edge to the right, the largest value at the top', () => {
    expect(linePath([0, 5, 10])).toBe('M0 34L80 18L160 2');
    expect(areaPath([0, 10])).toBe(`M0 34L160 2L${PLOT.width} ${PLOT.height}L0 ${PLOT.height}Z`);
  });

  it('draw a flat line at the bottom without any count, and none for a single day', () => {
    expect(linePath([0, 0])).toBe('M0 34L160 34');
    expect(linePath([3])).toBe('');
    expect(areaPath([])).toBe('');
  });

  it('draw bars within the plot, and small counts too', () => {
    const bars = barsOf([0, 1, 1000]);
    expect(bars.map(({ height }) => height)).toEqual([0, 1, PLOT.height]);
    for (const { x, y, width, height } of bars) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PLOT.width);
      expect(y + height).toBe(PLOT.height);
    }
    expect(barsOf([-4])[0]?.height).toBe(0);
    expect(barsOf([10], 20)[0]?.height).toBe(PLOT.height / 2);
  });

  it('fill bars by percent', () => {
    expect([percentOf(1, 3), percentOf(5, 4), percentOf(-1, 4), percentOf(1, 0)]).toEqual([33.33, 100, 0, 0]);
  });
});
