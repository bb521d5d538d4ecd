import { useParams } from '@tanstack/react-router';
import { errorText, needsSecondFactor } from '../state/errors.ts';
import { screenPath, tabPath } from '../state/location.ts';
import { useMessages } from '../state/messages.ts';
import { Button, ButtonLink } from './Button.tsx';
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
  const { site } = useParams({ strict: false });
  const account = needsSecondFactor(error) && site !== undefined ? tabPath(screenPath(site, 'team'), 'sign-in') : undefined;
  const retry = onRetry !== undefined && <Button onPress={onRetry}>{messages.common.tryAgain()}</Button>;
  return (
    <Empty
      title={title ?? errorText(error, messages)}
      action={account === undefined ? retry : <ButtonLink href={account}>{messages.errors.yourAccount()}</ButtonLink>}
    />
  );
}
