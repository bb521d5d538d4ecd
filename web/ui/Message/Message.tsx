import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { ALERT_ICON, DONE_ICON } from '../Icon/form-icons.ts';
import { Glyph } from '../Icon/Glyph.tsx';
import { ICONS } from '../Icon/icons.ts';
import css from './Message.module.css';

const PATHS = { error: ALERT_ICON, note: ICONS.info, success: DONE_ICON } as const;

/**
 * An error, note or success message, at the top of a form or beside its cause. With `focus` it takes the focus when it is mounted
 * (ux 8): to focus a message that replaces another, give it a different key.
 */
export function Message({
  kind,
  icon,
  focus = false,
  children,
}: {
  kind: keyof typeof PATHS;
  /** The path of the icon. Default: the icon of the kind. */
  icon?: string | undefined;
  focus?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div
      className={cx(css.message, css[kind])}
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={focus ? -1 : undefined}
      ref={focus ? takeFocus : undefined}
    >
      <Glyph path={icon ?? PATHS[kind]} />
      <div className={css.words}>{children}</div>
    </div>
  );
}

function takeFocus(message: HTMLElement | null): void {
  message?.focus();
}
