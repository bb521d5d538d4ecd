import { Button } from '@marquee/ui/Button/Button.tsx';
import { useLaterMessages } from '../../state/later.ts';
import { JoinFrame } from './JoinFrame.tsx';
import type { JoinState } from './use-join-flow.ts';

/** Asks for a second captcha before the membership starts: an interactive captcha is valid for one call only. */
export function Confirm({ confirm: { name, widget, proceed, isBusy } }: { confirm: Extract<JoinState, { kind: 'confirm' }> }) {
  const { join } = useLaterMessages();
  return (
    <JoinFrame title={join.confirmTitle()} focus>
      <p>{join.confirmText({ membership: name })}</p>
      {widget}
      <p>
        <Button size="l" busy={isBusy} busyLabel={join.joining()} onClick={() => void proceed()}>
          {join.confirmGo({ membership: name })}
        </Button>
      </p>
    </JoinFrame>
  );
}
