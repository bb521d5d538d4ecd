import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';

/** A form's submission. */
export interface Submission {
  readonly onSubmit: (event: FormEvent) => void;
  /** Whether the form was submitted before it was ready: it is sent then. */
  readonly isWaiting: boolean;
}

/** Sends a form once it is ready: between hydration and the opening of the member area a submission would be lost. */
export function useSubmit(isReady: boolean, submit: () => void): Submission {
  const [isWaiting, setWaiting] = useState(false);
  const send = useEffectEvent(() => {
    setWaiting(false);
    submit();
  });
  useEffect(() => {
    if (isReady && isWaiting) queueMicrotask(() => send());
  }, [isReady, isWaiting]);
  return {
    onSubmit: (event) => {
      event.preventDefault();
      if (isReady) submit();
      else setWaiting(true);
    },
    isWaiting,
  };
}
