// Small plots without axes: the figure beside them is their label, and a table has their values.

import { cx } from '@marquee/ui/cx.ts';
import { areaPath, barsOf, binned, linePath, percentOf, PLOT } from './plot-geometry.ts';
import styles from './Plots.module.css';

interface PlotProps {
  /** What is plotted, for screen readers. */
  readonly label: string;
  /** One value for each day. */
  readonly days: readonly number[];
}

const BOX = `0 0 ${PLOT.width} ${PLOT.height}`;

export function LinePlot({ label, days }: PlotProps) {
  const values = binned(days);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn here
    <svg className={styles['plot']} viewBox={BOX} preserveAspectRatio="none" role="img" aria-label={label}>
      <path className={styles['area']} d={areaPath(values)} />
      <path className={styles['line']} d={linePath(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/**
 * Bars. The last one, which includes today, stands out, unless the days are to come. `beside`: the days of the plot beside it, which has
 * the same scale.
 */
export function BarPlot({
  label,
  days,
  isToCome = false,
  beside,
}: PlotProps & { readonly isToCome?: boolean; readonly beside?: readonly number[] }) {
  const bars = barsOf(binned(days), Math.max(0, ...binned(beside ?? [])));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn here
    <svg className={styles['plot']} viewBox={BOX} preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map((bar, index) => (
        <rect key={bar.x} className={styles[!isToCome && index === bars.length - 1 ? 'last' : 'bar']} {...bar} />
      ))}
    </svg>
  );
}

/** Two bars side by side for each day, with the name of the day below. `label` says what is plotted, for screen readers. */
export function PairPlot({
  label,
  days,
}: {
  readonly label: string;
  readonly days: readonly { readonly name: string; readonly values: readonly [number, number] }[];
}) {
  const top = Math.max(0, ...days.flatMap(({ values }) => values));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is drawn here
    <div className={styles['pairs']} role="img" aria-label={label}>
      {days.map(({ name, values }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- days have no identity but their place
        <span key={index}>
          <svg className={styles['pair']} viewBox={BOX} preserveAspectRatio="none">
            {barsOf(values, top).map((bar, which) => (
              <rect key={bar.x} className={styles[which === 0 ? 'bar' : 'last']} {...bar} />
            ))}
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

/** The colors of a plot with pairs of bars. */
export const PairLegend = ({ names }: { readonly names: readonly [string, string] }) => (
  <ul className={styles['legend']}>
    {names.map((name, index) => (
      <li key={name}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect className={styles[index === 0 ? 'bar' : 'last']} width="10" height="10" rx="2" />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

/** How much of a whole a number is. The words beside it say the number. */
export function Meter({
  part,
  whole,
  isShort = false,
}: {
  readonly part: number;
  readonly whole: number;
  readonly isShort?: boolean;
}) {
  return (
    <svg
      className={cx(styles['meter'], isShort && styles['short'])}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles['track']} width="100" height="4" />
      <rect className={styles['fill']} width={percentOf(part, whole)} height="4" />
    </svg>
  );
}
