import css from './Skeleton.module.css';

const ROWS = [0, 1, 2];

/** Rows that are still on their way. Seen after 200 ms only, so that a quick answer does not flicker (ux 8). */
export function Skeleton({ label }: { label: string }) {
  return (
    <div className={css.skeleton}>
      <p className="sr">{label}</p>
      {ROWS.map((row) => (
        <div key={row} className={css.row} aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
