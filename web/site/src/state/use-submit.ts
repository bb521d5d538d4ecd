import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A form's submission. */
export interface Submission {
  readonly onSubmit: (event: Pick<FormEvent, 'preventDefault'>) => void;
  /** True between an early submit and the moment at which the form is ready and sent. */
  readonly isWaiting: boolean;
}

/**
 * The submission of a form. An early submit, between hydration and the opening of the member area, is sent once `isReady` is true. A
 * submit while another one is running is ignored, even before the form is rendered as busy.
 */
export function useSubmit(isReady: boolean, submit: () => Promise<void> | undefined): Submission {
  const [isWaiting, setWaiting] = useState(false);
  const isRunning = useRef(false);
  const submitOnce = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await submit();
    } finally {
      isRunning.current = false;
    }
  };
  const send = useEffectEvent(() => {
    setWaiting(false);
    void submitOnce();
  });
  useEffect(() => {
    if (isReady && isWaiting) queueMicrotask(() => send());
  }, [isReady, isWaiting]);
  return {
    onSubmit: (event) => {
      event.preventDefault();
      if (isReady) void submitOnce();
      else setWaiting(true);
    },
    isWaiting,
  };
}
