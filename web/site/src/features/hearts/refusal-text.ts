// The text for a heart whose change failed.

import { errorOf } from '@marquee/rules/loyalty/calls/responses.ts';
import { type ErrorTextSettings, errorText } from '@marquee/rules/loyalty/calls/error-text.ts';
import { favoriteTheatersError } from '@marquee/rules/loyalty/favorites/favorite-theaters.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import type { Refusal } from '../../state/member/hearts.ts';
import { withNonBreakingCode } from '../../state/member/non-breaking-code.ts';

/** Why the watchlist or the favorite theaters did not change; undefined if no message is shown (ERR-26). `title` is the film's title, empty if unknown. */
export function refusalText(
  { list, adds, failure }: Refusal,
  title: string,
  settings: ErrorTextSettings,
  texts: LaterMessages['watchlist'],
): string | undefined {
  switch (list) {
    case 'watchlist': {
      const text = (adds ? texts.notAdded : texts.notRemoved)({ title: title === '' ? texts.thisFilm() : title });
      return failure.kind === 'refused' ? withNonBreakingCode(errorText(errorOf(failure.response), settings, text)) : text;
    }
    case 'theaters': {
      const error = favoriteTheatersError(failure, settings);
      // Omit the main message if the detail repeats it.
      return (
        error &&
        withNonBreakingCode(error.detail.startsWith(error.main.replace(/\.$/, '')) ? error.detail : `${error.main} ${error.detail}`)
      );
    }
  }
}

/** Placeholder for the title in a label. */
const PLACEHOLDER = '\u0000';

/** Extracts the title from a label such as `Add Kestrel to watchlist`; empty if the label does not match. */
export function titleIn(label: string, labelOf: (title: string) => string): string {
  const [before = '', after = ''] = labelOf(PLACEHOLDER).split(PLACEHOLDER);
  const matches = label.length > before.length + after.length && label.startsWith(before) && label.endsWith(after);
  return matches ? label.slice(before.length, label.length - after.length) : '';
}
