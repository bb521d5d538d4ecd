// Points and bars of small plots, in units of their view box.

/** Width and height of the view box of a plot. */
export const PLOT = { width: 160, height: 36 } as const;
/** Space above and below a line, so that its stroke is not cut off. */
const MARGIN = 2;
/** The part of its place that a bar fills. */
const BAR_SHARE = 0.72;
/** Maximum number of bars or points of a plot; more days are added up. */
const MAX_VALUES = 53;

/** Values of days, added up to at most 53: one each for a month, one a week for a year. The last one ends with the last day. */
export function binned(values: readonly number[]): readonly number[] {
  const size = Math.max(1, Math.ceil(values.length / MAX_VALUES));
  const bins: number[] = [];
  for (let end = values.length; end > 0; end -= size) {
    const bin = values.slice(Math.max(0, end - size), end);
    bins.unshift(bin.reduce((sum, value) => sum + value, 0));
  }
  return bins;
}

const largest = (values: readonly number[]): number => Math.max(1, ...values);
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The path of a line from the first value to the last, with zero at the bottom. Empty without two values. */
export function linePath(values: readonly number[]): string {
  if (values.length < 2) return '';
  const top = largest(values);
  const y = (value: number): number => rounded(PLOT.height - MARGIN - (Math.max(0, value) / top) * (PLOT.height - 2 * MARGIN));
  const x = (index: number): number => rounded((index / (values.length - 1)) * PLOT.width);
  return values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('');
}

/** The area below a line. */
export function areaPath(values: readonly number[]): string {
  const line = linePath(values);
  return line === '' ? '' : `${line}L${PLOT.width} ${PLOT.height}L0 ${PLOT.height}Z`;
}

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A bar for each value. The largest one fills the height, if it is at least `least`. The smallest value above zero is one unit high, so
 * that it can be seen.
 */
export function barsOf(values: readonly number[], least = 0): readonly Bar[] {
  const top = Math.max(largest(values), least);
  const place = PLOT.width / Math.max(1, values.length);
  return values.map((value, index) => {
    const height = value <= 0 ? 0 : Math.max(1, (value / top) * PLOT.height);
    return {
      x: rounded(index * place + (place * (1 - BAR_SHARE)) / 2),
      y: rounded(PLOT.height - height),
      width: rounded(place * BAR_SHARE),
      height: rounded(height),
    };
  });
}

/** The part of a whole in percent, from 0 to 100. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : rounded(Math.min(100, Math.max(0, (part / whole) * 100)));
