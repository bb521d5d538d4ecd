import { Button } from '@marquee/ui/Button/Button.tsx';
import { useLater } from '../../state/later.ts';
import { JoinFrame } from './JoinFrame.tsx';
import type { Joining } from './use-joining.ts';

/** A captcha that is clicked counts for one call: the membership needs another one. */
export function Confirm({ confirm: { name, widget, go, isBusy } }: { confirm: Extract<Joining, { kind: 'confirm' }> }) {
  const { join } = useLater();
  return (
    <JoinFrame title={join.confirmTitle()} focus>
      <p>{join.confirmText({ membership: name })}</p>
      {widget}
      <p>
        <Button size="l" busy={isBusy} busyLabel={join.joining()} onClick={() => void go()}>
          {join.confirmGo({ membership: name })}
        </Button>
      </p>
    </JoinFrame>
  );
}
