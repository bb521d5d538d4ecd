// Validates the settings of the member area, because the response may be of another version.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { field, text } from '@marquee/api/json.ts';

/** The settings of the member area; undefined if they are invalid or the site has no member area. */
export function readArea(response: unknown): MemberArea | undefined {
  return isArea(response) && (response.circuitId !== '' || response.href !== '') ? response : undefined;
}

const TEXTS = [
  'href',
  'circuitId',
  'cinemaId',
  'provider',
  'endpoint',
  'ticketingUrl',
  'tokenParameter',
  'loggedInHeaderAccessLabel',
  'guestHeaderAccessLabel',
] as const;
const FLAGS = ['includeWatchlist', 'launchTicketing', 'allowExpiredAccountsLogin', 'currentCinema'] as const;

function isArea(response: unknown): response is MemberArea {
  const version = field(response, 'version');
  return (
    (version === 1 || version === 3) &&
    TEXTS.every((name) => typeof field(response, name) === 'string') &&
    FLAGS.every((name) => typeof field(response, name) === 'boolean') &&
    Number(text(field(response, 'sessionTimeout'))) > 0
  );
}
