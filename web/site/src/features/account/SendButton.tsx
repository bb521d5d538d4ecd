import { Button } from '@marquee/ui/Button/Button.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import type { ReactNode } from 'react';

/** The button of a form that only scripts can send: before they run neither it nor Enter does anything. */
export function SendButton({ busy, busyLabel, disabled, children }: { busy: boolean; busyLabel?: string; disabled?: boolean; children: ReactNode }) {
  const hydrated = useHydrated();
  return (
    <>
      {/* Enter presses the first button that sends, which this one does not. */}
      {hydrated ? null : <input type="submit" disabled hidden />}
      <Button type={hydrated ? 'submit' : 'button'} size="l" wide busy={busy} busyLabel={busyLabel} disabled={disabled}>
        {children}
      </Button>
    </>
  );
}
