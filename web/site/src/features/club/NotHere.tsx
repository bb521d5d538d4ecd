import { Button } from '@marquee/ui/Button/Button.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useLater } from '../../state/later.tsx';
import { usePage } from '../../state/page.tsx';
import css from './NotHere.module.css';

function watch(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What could not be fetched: why, and once more. */
export function Failed({ text, retry }: { text: string; retry: () => void }) {
  const { m } = usePage();
  const { errors } = useLater();
  const isOnline = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div className={css.failed}>
      <Message kind="error">{isOnline ? text : errors.offlineTitle()}</Message>
      <Button kind="line" size="s" onClick={retry}>
        {m.common.tryAgain()}
      </Button>
    </div>
  );
}

/** What there is none of yet, with the nearest thing that exists. */
export function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {children}
    </div>
  );
}
