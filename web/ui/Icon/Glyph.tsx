import { cx } from '../cx.ts';
import css from './Icon.module.css';

export interface GlyphLook {
  size?: 's' | 'm' | 'l';
  filled?: boolean;
}

/** A path in the house's line; `Icon` draws those that every page knows. */
export function Glyph({ path, size = 'm', filled = false }: GlyphLook & { path: string }) {
  return (
    <svg className={cx(css.icon, size !== 'm' && css[size], filled && css.filled)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
