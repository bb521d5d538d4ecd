import { cx } from '../cx.ts';
import css from './Badge.module.css';

/** One word that stands out: `strong` in the highlight colour, `inverse` in the text's. */
export function Badge({ text, kind = 'strong', small = false }: { text: string; kind?: 'strong' | 'inverse'; small?: boolean }) {
  return <span className={cx(css.badge, kind === 'inverse' && css.inverse, small && css.small)}>{text}</span>;
}
