import { errorText } from '../state/errors.ts';
import { useMessages } from '../state/messages.ts';
import { Button } from './Button.tsx';
import { Empty } from './Surface.tsx';

/** In place of a screen that could not be loaded. */
export function ErrorScreen({
  title,
  error,
  onRetry,
}: {
  readonly title?: string;
  readonly error?: unknown;
  readonly onRetry?: () => void;
}) {
  const messages = useMessages();
  return (
    <Empty
      title={title ?? errorText(error, messages)}
      action={onRetry !== undefined && <Button onPress={onRetry}>{messages.common.tryAgain()}</Button>}
    />
  );
}
