// Dialogs, menus and toasts.

import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
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
import { Button, IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import styles from './Overlay.module.css';

/**
 * A dialog; on phones a sheet. `onClose` absent: it cannot be dismissed. While `hasUnsaved`, it asks before what was typed is lost: its
 * button to cancel is `CancelButton`. While `isSaving`, it stays open until the result is known.
 */
export function Dialog({
  title,
  trailing,
  size,
  hasUnsaved = false,
  isSaving = false,
  onClose,
  foot,
  children,
}: {
  readonly title: string;
  readonly trailing?: ReactNode;
  readonly size?: 'wide' | undefined;
  readonly hasUnsaved?: boolean;
  readonly isSaving?: boolean;
  readonly onClose?: (() => void) | undefined;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  const { common } = useMessages();
  const { isAsking, ask, stay, box } = useQuestion();
  // While it asks, Escape and a press outside go back to what was typed.
  const askOrStay = isAsking ? stay : ask;
  const closeOrAsk = hasUnsaved ? askOrStay : onClose;
  const close = onClose && (() => !isSaving && closeOrAsk?.());
  return (
    <Overlay className={cx(styles['modal'], size === 'wide' && styles['wide'])} onClose={close}>
      <AriaDialog className={styles['dialog'] ?? ''}>
        <header className={styles['head']}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {trailing}
          {close !== undefined && !isAsking && <IconButton icon="close" label={common.close()} onPress={close} />}
        </header>
        <div ref={box} className={styles['body']}>
          {children}
        </div>
        {isAsking && onClose !== undefined && <DiscardQuestion onStay={stay} onDiscard={onClose} />}
        {foot !== undefined && (
          <footer className={styles['foot']} hidden={isAsking}>
            {foot}
          </footer>
        )}
      </AriaDialog>
    </Overlay>
  );
}

/** Whether a dialog asks before it closes. Afterwards the focus is where it was. */
function useQuestion() {
  const [isAsking, setAsking] = useState(false);
  const focused = useRef<Element>(null);
  const box = useRef<HTMLDivElement>(null);
  return {
    isAsking,
    box,
    ask() {
      focused.current = document.activeElement;
      setAsking(true);
    },
    stay() {
      const before = focused.current;
      setAsking(false);
      requestAnimationFrame(() => {
        // A tap outside may have taken the focus before, and the button to close was replaced.
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const field = box.current?.querySelector<HTMLElement>('input, select, textarea, button');
        (isThere ? before : field)?.focus();
      });
    },
  };
}

function DiscardQuestion({ onStay, onDiscard }: { readonly onStay: () => void; readonly onDiscard: () => void }) {
  const { common } = useMessages();
  return (
    <div className={styles['foot']}>
      <p role="alert" className={styles['grow']}>
        {common.discardQuestion()}
      </p>
      <Button autoFocus onPress={onStay}>
        {common.keepEditing()}
      </Button>
      <Button isDanger onPress={onDiscard}>
        {common.discard()}
      </Button>
    </div>
  );
}

/** Closes its dialog, which asks first if it has something unsaved. */
export function CancelButton() {
  const { common } = useMessages();
  return <Button slot="close">{common.cancel()}</Button>;
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
  // Dialogs leave it alone, and it is in front of them: what was removed in one can be put back while it is open.
  return createPortal(
    <output className={styles['toasts']} data-react-aria-top-layer="true">
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
    </output>,
    document.body,
  );
}
