import css from './Spinner.module.css';

/** Progress of unknown duration. Its accessible name is "Loading" unless the page gives another (PAGE-08). */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span className={css.spinner}>
      <span className="sr">{label}</span>
    </span>
  );
}
