// What a consent tool is to the rest of the site: the one of others and our own are the same.

import type { ConsentAnswers } from '@marquee/rules/consent.ts';

export interface ConsentTool {
  readonly answers: ConsentAnswers;
  /** Whether its answers count by now. */
  readonly isReady: () => boolean;
  /** Whether it reports a denied purpose (ANLY-03). */
  readonly hasDenied: () => boolean;
  /** Calls `listener` when it becomes ready, and whenever its answers may have changed (CONS-04). */
  readonly onChange: (listener: () => void) => void;
  /** Opens the visitor's choices; false where it cannot. */
  readonly showChoices: () => boolean;
  readonly isNoticeShown: () => boolean;
}
