import { useLaterMessages } from '../../state/later.ts';
import css from './SectionSkeleton.module.css';

const SHAPES = { rows: css.rows, posters: css.posters } as const;

/** Placeholder boxes for a section that is loading. Visible after 200 ms only, so that a quick response does not flicker (ux 8). */
export function SectionSkeleton({ shape, count }: { shape: keyof typeof SHAPES; count: number }) {
  const { common } = useLaterMessages();
  return (
    <div className={css.skeleton}>
      <p className="sr">{common.loading()}</p>
      <div className={SHAPES[shape]} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index}>
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
