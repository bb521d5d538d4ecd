// What is said of a heart that was refused.

import { answerOf } from '@marquee/rules/loyalty/calls/answers.ts';
import { type Voice, errorText } from '@marquee/rules/loyalty/calls/error-text.ts';
import { cinemasError } from '@marquee/rules/loyalty/favorites/favourite-cinemas.ts';
import type { LaterMessages } from '../../messages/messages.ts';
import type { Refusal } from '../../state/member/hearts.ts';
import { unbroken } from '../../state/member/unbroken.ts';

/** Why the watchlist or the favorite theaters are as they were; nothing where nothing is to be said (ERR-26). `title` is the film's, empty where no word of it is known. */
export function refusalText({ list, adds, failure }: Refusal, title: string, voice: Voice, words: LaterMessages['watchlist']): string | undefined {
  switch (list) {
    case 'watchlist': {
      const text = (adds ? words.notAdded : words.notRemoved)({ title: title === '' ? words.thisFilm() : title });
      return failure.kind === 'refused' ? unbroken(errorText(answerOf(failure.answer), voice, text)) : text;
    }
    case 'theaters': {
      const error = cinemasError(failure, voice);
      // The generic detail begins as the main message does: one of them is enough here.
      return error && unbroken(error.detail.startsWith(error.main.replace(/\.$/, '')) ? error.detail : `${error.main} ${error.detail}`);
    }
  }
}

/** Stands for the title in a label. */
const MARK = '\u0000';

/** The title in a label that was made with one, such as `Add Kestrel to watchlist`; empty where it was not. */
export function titleIn(label: string, labelOf: (title: string) => string): string {
  const [before = '', after = ''] = labelOf(MARK).split(MARK);
  const isMade = label.length > before.length + after.length && label.startsWith(before) && label.endsWith(after);
  return isMade ? label.slice(before.length, label.length - after.length) : '';
}
