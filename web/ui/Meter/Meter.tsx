import css from './Meter.module.css';

/** A progress bar. The native element needs no style attribute for its width. */
export function Meter({
  label,
  value,
  max,
  text,
}: {
  label: string;
  value: number;
  max: number;
  /** Announced instead of a percentage. */
  text?: string | undefined;
}) {
  return (
    <progress className={css.meter} aria-label={label} aria-valuetext={text} value={Math.min(Math.max(value, 0), max)} max={max} />
  );
}
