import { Button } from '@marquee/ui/Button/Button.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { usePage } from '../../state/page.ts';
import css from './States.module.css';

/** An empty list: a text, with an optional title and a link as `children`. */
export function Empty({ title, text, children }: { title?: string; text: string; children?: ReactNode }) {
  return (
    <div className={css.empty}>
      {title === undefined ? null : <p className={css.title}>{title}</p>}
      <p className={title === undefined ? undefined : 'quiet small'}>{text}</p>
      {children}
    </div>
  );
}

/** A failed request: its message, or that the device is offline, and a button to try again. Without `text` only the button. */
export function Failed({ text, label, retry }: { text?: string | undefined; label?: string; retry: () => void }) {
  const { messages } = usePage();
  const { errors } = useLaterMessages();
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div className={css.failed}>
      {text === undefined ? null : <Message kind="error">{isOnline ? text : errors.offlineTitle()}</Message>}
      <Button kind="line" size="s" icon={<Icon name="refresh" />} onClick={retry}>
        {label ?? messages.common.tryAgain()}
      </Button>
    </div>
  );
}

function watchConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
