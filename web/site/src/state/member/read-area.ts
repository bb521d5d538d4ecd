// What the site says of its loyalty programme, checked before it is believed: the answer may be of another version.

import type { MemberArea } from '@marquee/api/schema.gen.ts';
import { field, text } from '@marquee/rules/loyalty/calls/answers.ts';

/** The settings of the member area; nothing when they are none. */
export function readArea(answer: unknown): MemberArea | undefined {
  return isArea(answer) && (answer.circuitId !== '' || answer.href !== '') ? answer : undefined;
}

const TEXTS = ['href', 'circuitId', 'cinemaId', 'provider', 'endpoint', 'ticketingUrl', 'tokenParameter', 'loggedInHeaderAccessLabel', 'guestHeaderAccessLabel'] as const;
const FLAGS = ['includeWatchlist', 'launchTicketing', 'allowExpiredAccountsLogin', 'currentCinema'] as const;

function isArea(answer: unknown): answer is MemberArea {
  const version = field(answer, 'version');
  return (
    (version === 1 || version === 3) &&
    TEXTS.every((name) => typeof field(answer, name) === 'string') &&
    FLAGS.every((name) => typeof field(answer, name) === 'boolean') &&
    Number(text(field(answer, 'sessionTimeout'))) > 0
  );
}
