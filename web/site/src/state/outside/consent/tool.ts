import type { ConsentChoices } from '@marquee/rules/consent.ts';

/** The interface of consent tools, which Didomi and the embedded notice implement. */
export interface ConsentTool {
  readonly choices: ConsentChoices;
  /** Whether its choices are valid. */
  readonly isReady: () => boolean;
  /** Whether it reports a denied purpose (ANLY-03). */
  readonly hasDenied: () => boolean;
  /** Calls `listener` when it becomes ready, and whenever its choices may have changed (CONS-04). */
  readonly onChange: (listener: () => void) => void;
  /** Opens the privacy choices. Returns false if that is not possible. */
  readonly showChoices: () => boolean;
  readonly isNoticeShown: () => boolean;
}
