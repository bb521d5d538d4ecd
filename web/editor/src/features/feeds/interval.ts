import { useMessages } from '../../state/messages.ts';

/** How often a feed is read, in words: every 5 minutes, every hour, once a day. */
export function useIntervalText(): (minutes: number) => string {
  const { feeds: words } = useMessages();
  return (minutes) => {
    if (minutes === 1440) return words.everyDay();
    return minutes % 60 === 0 ? words.everyHours({ count: minutes / 60 }) : words.every({ count: minutes });
  };
}
