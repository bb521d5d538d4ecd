import { cx } from '@marquee/ui/cx.ts';
import { ICONS, type IconName } from './icons.ts';
import styles from './Icon.module.css';

/** A decorative icon: the words beside it, or the name of its button, say what it means. */
export function Icon({
  name,
  small = false,
  className,
}: {
  readonly name: IconName;
  readonly small?: boolean;
  readonly className?: string | undefined;
}) {
  return (
    <svg className={cx(styles['icon'], small && styles['small'], className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
