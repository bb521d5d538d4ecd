import { use } from 'react';
import { LoadingLabel } from './loading-label.ts';
import css from './Spinner.module.css';

/** A spinner for progress of unknown duration. Its accessible name is "Loading" by default (PAGE-08), in the language of the page. */
export function Spinner({ label }: { label?: string }) {
  const loading = use(LoadingLabel);
  return (
    <span className={css.spinner}>
      <span className="sr">{label ?? loading}</span>
    </span>
  );
}
