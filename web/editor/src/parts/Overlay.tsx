// Dialogs, menus and toasts.

import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import {
  Button as AriaButton,
  Dialog as AriaDialog,
  Heading,
  Link,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';
import { useMessages } from '../state/messages.ts';
import { TOASTS } from '../state/toasts.ts';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import styles from './Overlay.module.css';

/** A dialog; on phones a sheet. `onClose` absent: it cannot be dismissed. */
export function Dialog({
  title,
  trailing,
  size,
  onClose,
  foot,
  children,
}: {
  readonly title: string;
  readonly trailing?: ReactNode;
  readonly size?: 'wide' | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  const { common } = useMessages();
  return (
    <Overlay className={cx(styles['modal'], size === 'wide' && styles['wide'])} onClose={onClose}>
      <AriaDialog className={styles['dialog'] ?? ''}>
        <header className={styles['head']}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {trailing}
          {onClose !== undefined && <IconButton icon="close" label={common.close()} onPress={onClose} />}
        </header>
        <div className={styles['body']}>{children}</div>
        {foot !== undefined && <footer className={styles['foot']}>{foot}</footer>}
      </AriaDialog>
    </Overlay>
  );
}

/** A dialog without a head, near the top of the window: the palette. */
export function TopDialog({
  label,
  onClose,
  children,
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Overlay className={cx(styles['modal'], styles['top'])} onClose={onClose}>
      <AriaDialog className={styles['dialog'] ?? ''} aria-label={label}>
        {children}
      </AriaDialog>
    </Overlay>
  );
}

function Overlay({
  className,
  onClose,
  children,
}: {
  readonly className: string;
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.();
      }}
      className={styles['scrim'] ?? ''}
    >
      <Modal className={className}>{children}</Modal>
    </ModalOverlay>
  );
}

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly onAction?: () => void;
  readonly isCurrent?: boolean;
}

/** A button that opens a menu. */
export function Menu({
  trigger,
  label,
  entries,
}: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles['popover'] ?? ''}>
        <AriaMenu aria-label={label} className={styles['menu'] ?? ''} items={entries}>
          {(entry) => (
            <MenuItem
              id={entry.id}
              textValue={entry.label}
              className={styles['item'] ?? ''}
              {...(entry.href === undefined ? {} : { href: entry.href })}
              {...(entry.onAction === undefined ? {} : { onAction: entry.onAction })}
            >
              {entry.icon !== undefined && <Icon name={entry.icon} />}
              <span>{entry.label}</span>
              {entry.isCurrent === true && <Icon name="check" small />}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/** Notices that go away by themselves. Screen readers announce them. */
export function Toasts() {
  const toasts = useSyncExternalStore(TOASTS.subscribe, TOASTS.value);
  return (
    <output className={styles['toasts']}>
      {toasts.map(({ id, text, action }) => (
        <div
          key={id}
          className={styles['toast']}
          onPointerEnter={() => TOASTS.hold(id)}
          onPointerLeave={() => TOASTS.letGo(id)}
          onFocus={() => TOASTS.hold(id)}
          onBlur={() => TOASTS.letGo(id)}
        >
          {text}
          {action?.href !== undefined && (
            <Link href={action.href} target="_blank">
              {action.label}
            </Link>
          )}
          {action?.onAction !== undefined && (
            <AriaButton
              onPress={() => {
                action.onAction?.();
                TOASTS.remove(id);
              }}
            >
              {action.label}
            </AriaButton>
          )}
        </div>
      ))}
    </output>
  );
}
