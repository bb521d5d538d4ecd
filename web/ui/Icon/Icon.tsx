import { cx } from '../cx.ts';
import css from './Icon.module.css';
import { ICONS, type IconName } from './icons.ts';

/** A decorative icon; what it means is said by the words or the label beside it. */
export function Icon({ name, size = 'm', filled = false }: { name: IconName; size?: 's' | 'm' | 'l'; filled?: boolean }) {
  return (
    <svg className={cx(css.icon, size !== 'm' && css[size], filled && css.filled)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
