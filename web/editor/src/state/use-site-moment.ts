import { useDraft } from './drafts.ts';
import { useFormats } from './messages.ts';
import { browserZone, siteZoneOf } from './site-zone.ts';

/** Formats an instant in the time zone of the site, which is named if the browser has another time. */
export function useSiteMoment(): (at: string) => string {
  const { momentIn } = useFormats();
  const zone = siteZoneOf(useDraft()?.content);
  return (at) => momentIn(at, zone, browserZone());
}
