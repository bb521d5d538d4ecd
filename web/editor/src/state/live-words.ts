// Since when visitors see what they see, in words.

import type { DraftState } from './draft/machine.ts';
import { useFormats, useMessages } from './messages.ts';

/** A site that was set up or imported, and not published since, has no time to name. */
export function useLiveWords({ server: { published } }: DraftState): string {
  const { overview } = useMessages();
  const { moment } = useFormats();
  return published === undefined ? overview.neverPublished() : overview.liveSince({ moment: moment(published.at) });
}
