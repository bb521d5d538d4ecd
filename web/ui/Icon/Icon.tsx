import { cx } from '../cx.ts';
import css from './Icon.module.css';
import { ICONS, type IconName } from './icons.ts';

/** A decorative icon; what it means is said by the words or the label beside it. */
export function Icon({
  size = 'm',
  filled = false,
  ...icon
}: ({ name: IconName } | { /** One of more-icons.ts. */ path: string }) & { size?: 's' | 'm' | 'l'; filled?: boolean }) {
  return (
    <svg className={cx(css.icon, size !== 'm' && css[size], filled && css.filled)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={'path' in icon ? icon.path : ICONS[icon.name]} />
    </svg>
  );
}
