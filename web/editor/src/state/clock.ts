// The server's clock. A computer at the counter can be wrong by minutes, and a demo runs at another date. The session brings it, so that no
// screen shows another day first.

import { useCallback, useEffect, useState } from 'react';
import { useDraft } from './drafts.ts';
import { useFormats } from './messages.ts';
import { useSession } from './session.ts';
import { dayIn, siteZoneOf } from './site-zone.ts';

const MINUTE = 60_000;

/** How far the server's clock is ahead of the browser's, in milliseconds. */
export const useClockOffset = (): number => useSession().data?.clockOffset ?? 0;

/** The time of the server, to the minute. */
export function useNow(): Date {
  const offset = useClockOffset();
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return new Date(browserNow + offset);
}

/** Reads the time of the server in milliseconds. */
export function useReadClock(): () => number {
  const offset = useClockOffset();
  return useCallback(() => Date.now() + offset, [offset]);
}

/** Today by the server's clock, in the time zone of the site. */
export function useToday(): string {
  const now = useNow();
  return dayIn(siteZoneOf(useDraft()?.content), now.getTime());
}

/** How long ago an instant was by the server's clock. */
export function useAgo(): (at: string) => string {
  const now = useNow();
  const { ago } = useFormats();
  return (at) => ago(at, now.getTime());
}
