// The server's clock. A computer at the counter can be wrong by minutes, and a demo runs at another date.

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useOpenSite } from './drafts.ts';
import { isoDay, localToday } from './content/events.ts';
import { useFormats } from './messages.ts';
import { overviewQuery } from './overview.ts';

const MINUTE = 60_000;

/** How far the server's clock is ahead of the browser's, in milliseconds. */
export function clockOffset(serverNow: string, receivedAt: number): number {
  const offset = Date.parse(serverNow) - receivedAt;
  return Number.isNaN(offset) ? 0 : offset;
}

/** The offset of the server's clock; undefined until the server has answered. Without an answer, offline too, the browser's clock counts. */
export function useClockOffset(): number | undefined {
  const { site } = useOpenSite();
  const { data, dataUpdatedAt, fetchStatus } = useQuery({ ...overviewQuery(site.key), staleTime: Infinity, retry: false });
  if (data === undefined) return fetchStatus === 'fetching' ? undefined : 0;
  return clockOffset(data.now, dataUpdatedAt);
}

/** The time of the server, to the minute; undefined until it is known. */
export function useNow(): Date | undefined {
  const offset = useClockOffset();
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return offset === undefined ? undefined : new Date(browserNow + offset);
}

/** Reads the time of the server in milliseconds; that of the browser until the server has answered. */
export function useReadClock(): () => number {
  const offset = useClockOffset() ?? 0;
  return useCallback(() => Date.now() + offset, [offset]);
}

/** Today by the server's clock, in the time zone of the browser. */
export function useToday(): string {
  const now = useNow();
  return now === undefined ? localToday() : isoDay(now);
}

/** How long ago an instant was by the server's clock; empty until it is known. */
export function useAgo(): (at: string) => string {
  const now = useNow();
  const { ago } = useFormats();
  return (at) => (now === undefined ? '' : ago(at, now.getTime()));
}
