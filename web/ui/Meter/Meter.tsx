import css from './Meter.module.css';

/** How far along something is. The browser's own element, whose width needs no style attribute. */
export function Meter({
  label,
  value,
  max,
  text,
}: {
  label: string;
  value: number;
  max: number;
  /** Said in place of a percentage. */
  text?: string | undefined;
}) {
  return <progress className={css.meter} aria-label={label} aria-valuetext={text} value={Math.min(Math.max(value, 0), max)} max={max} />;
}
