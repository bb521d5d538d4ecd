import { useLater } from '../../state/later.ts';
import css from './Waiting.module.css';

const SHAPES = { rows: css.rows, posters: css.posters } as const;

/** The boxes of what is on its way. Seen after 200 ms only, so that a quick answer does not flicker (ux 8). */
export function Waiting({ shape, count }: { shape: keyof typeof SHAPES; count: number }) {
  const { common } = useLater();
  return (
    <div className={css.waiting}>
      <p className="sr">{common.loading()}</p>
      <div className={SHAPES[shape]} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          <div key={place}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
