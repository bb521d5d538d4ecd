import { useSyncExternalStore } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Overlay.tsx';
import { Empty, Skeleton } from '../parts/Surface.tsx';
import { useMessages } from '../state/messages.ts';
import { WAITS_FOR_CONNECTION } from '../state/screen-code.ts';

/** In place of a screen whose code is loaded. */
export function ScreenPending() {
  const { common, errors } = useMessages();
  const isOffline = useSyncExternalStore(WAITS_FOR_CONNECTION.subscribe, WAITS_FOR_CONNECTION.value);
  return (
    <>
      <output>{isOffline && <Empty icon="cloudOff" title={errors.screenOffline()} />}</output>
      {!isOffline && <Skeleton label={common.loading()} count={5} />}
    </>
  );
}

/** In place of a dialog whose code cannot be loaded, because there is no connection. */
export function DialogPending({ onClose }: { readonly onClose: () => void }) {
  const { common, errors } = useMessages();
  const isOffline = useSyncExternalStore(WAITS_FOR_CONNECTION.subscribe, WAITS_FOR_CONNECTION.value);
  if (!isOffline) return null;
  return (
    <Dialog title={errors.screenOffline()} onClose={onClose} foot={<Button onPress={onClose}>{common.close()}</Button>}>
      {null}
    </Dialog>
  );
}

/** In place of a screen that failed. The server may have another version of the editor, which a new document has. */
export function ScreenFailed() {
  const { common, errors } = useMessages();
  return (
    <Empty
      icon="warning"
      title={<span role="alert">{errors.screenFailed()}</span>}
      action={<Button onPress={() => location.reload()}>{common.tryAgain()}</Button>}
    />
  );
}
