import { cx } from '../cx.ts';
import css from './Icon.module.css';

export interface GlyphLook {
  size?: 's' | 'm' | 'l';
  filled?: boolean;
}

/** Draws the path of an icon. `Icon` draws icons by name, which every page loads. */
export function Glyph({ path, size = 'm', filled = false }: GlyphLook & { path: string }) {
  return (
    <svg className={cx(css.icon, size !== 'm' && css[size], filled && css.filled)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
