import css from './Spinner.module.css';

/** A spinner for progress of unknown duration. Its accessible name is "Loading" by default (PAGE-08). */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={css.spinner}>
      <span className="sr">{label}</span>
    </span>
  );
}
