import css from './Skeleton.module.css';

const ROWS = [0, 1, 2];

/** Placeholder rows while data loads. They appear after 200 ms, so that a fast response does not flicker (ux 8). */
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
