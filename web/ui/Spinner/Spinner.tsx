import css from './Spinner.module.css';

/** Something is on its way, and nobody knows how long. Pages say "Loading" (ux 8). */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={css.spinner}>
      <span className="sr">{label}</span>
    </span>
  );
}
