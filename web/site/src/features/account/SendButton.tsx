import { Button } from '@marquee/ui/Button/Button.tsx';
import { useHydrated } from '@marquee/ui/use-hydrated.ts';
import type { ReactNode } from 'react';

/** Submit button of a form that only works with scripts: before hydration, neither the button nor Enter submits. */
export function SendButton({
  busy,
  busyLabel,
  disabled,
  children,
}: {
  busy: boolean;
  busyLabel?: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  return (
    <>
      {/* Enter activates the first submit button of a form; this one is disabled. */}
      {hydrated ? null : <input type="submit" disabled hidden />}
      <Button type={hydrated ? 'submit' : 'button'} size="l" wide busy={busy} busyLabel={busyLabel} disabled={disabled}>
        {children}
      </Button>
    </>
  );
}
