import type { LaterMessages } from '../../messages/messages.ts';
import type { Surroundings } from '../../state/outside/surroundings.ts';

/** Starts the ads of a page. */
export function startAds(_surroundings: Surroundings, _words: LaterMessages['ads']): void {
  // There are none yet.
}
