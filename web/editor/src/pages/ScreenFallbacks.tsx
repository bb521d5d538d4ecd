import { useSyncExternalStore } from 'react';
import { Button } from '../parts/Button.tsx';
import { Empty, Skeleton } from '../parts/Surface.tsx';
import { useMessages } from '../state/messages.ts';
import { WAITS_FOR_CONNECTION } from '../state/screen-code.ts';

/** In place of a screen whose code is loaded. */
export function ScreenPending() {
  const { common, errors } = useMessages();
  const isOffline = useSyncExternalStore(WAITS_FOR_CONNECTION.subscribe, WAITS_FOR_CONNECTION.value);
  return isOffline ? (
    <output>
      <Empty icon="cloudOff" title={errors.screenOffline()} />
    </output>
  ) : (
    <Skeleton label={common.loading()} count={5} />
  );
}

/** In place of a screen that failed. The server may have another version of the editor, which a new document has. */
export function ScreenFailed() {
  const { common, errors } = useMessages();
  return (
    <Empty
      icon="warning"
      title={errors.screenFailed()}
      action={<Button onPress={() => location.reload()}>{common.tryAgain()}</Button>}
    />
  );
}
