import { cx } from '../cx.ts';
import css from './Badge.module.css';

/** A highlighted word: `strong` on the highlight color, `inverse` on the text color. */
export function Badge({ text, kind = 'strong', small = false }: { text: string; kind?: 'strong' | 'inverse'; small?: boolean }) {
  return <span className={cx(css.badge, kind === 'inverse' && css.inverse, small && css.small)}>{text}</span>;
}
