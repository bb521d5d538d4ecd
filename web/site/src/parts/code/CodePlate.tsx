import { codeFormat } from '@marquee/rules/loyalty/club/enum-settings.ts';
import { cx } from '@marquee/ui/cx.ts';
import { warnOnce } from '../../state/warn-once.ts';
import { codePath } from './code-path.ts';
import css from './CodePlate.module.css';

/** A code on white, in the site's format (LOYC-06). An unknown format becomes a QR code, with a warning (LOYC-18). */
export function CodePlate({ value, format, large = false }: { value: string; format: string; large?: boolean }) {
  const { kind, width, height, path } = codePath(value, codeFormat(format, warnOnce));
  return (
    <span className={cx(css.plate, css[kind], large && css.large)}>
      <svg
        className={css.code}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio={kind === 'bars' ? 'none' : undefined}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </span>
  );
}
