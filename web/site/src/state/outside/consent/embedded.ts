// The consent notice of this product in this browser: what the visitor chose is kept on the device and told to nobody.

import type { ConsentNotice, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Watched, cell } from '@marquee/rules/cell.ts';
import type { ConsentAnswers } from '@marquee/rules/consent.ts';
import { type Asked, type Choice, type Purposes, choiceNow, embeddedAnswers, hasDenied, needsNotice, offeredPurposes, readChoice } from '@marquee/rules/embedded-consent.ts';
import { hasPrivacySignal } from './signal.ts';
import type { ConsentTool } from './tool.ts';

/** Where the choice is kept. */
export const CHOICE_KEY = 'consent';

export interface EmbeddedState {
  readonly choice: Choice | undefined;
  readonly isNoticeShown: boolean;
  /** Whether the visitor is looking at the purposes one by one. */
  readonly areChoicesShown: boolean;
}

export interface EmbeddedTool extends ConsentTool {
  readonly asked: Asked;
  readonly state: Watched<EmbeddedState>;
  /** Keeps a choice; it takes effect at once. */
  readonly choose: (purposes: Purposes) => void;
  readonly closeChoices: () => void;
}

/** What of the browser this needs. */
export interface Device {
  /** What is kept; throws where nothing can be. */
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  /** Calls back when what is kept may have changed elsewhere. */
  readonly onElsewhere: (listener: () => void) => void;
  readonly now: () => number;
  readonly hasSignal: boolean;
}

/** The notice of a site that has no other consent tool (CONS-02). It is ready at once. */
export function embedded({ regulation, revision }: Extract<ConsentNotice, { readonly tool: 'embedded' }>, parties: ThirdParties, device: Device = thisDevice()): EmbeddedTool {
  const asked: Asked = { revision, regulation, offered: offeredPurposes(parties), vendors: parties.vendors, hasSignal: device.hasSignal };
  const listeners: (() => void)[] = [];
  const stateOf = (choice: Choice | undefined, areChoicesShown: boolean): EmbeddedState => ({ choice, isNoticeShown: needsNotice(asked, choice), areChoicesShown });
  const kept = (otherwise: Choice | undefined): Choice | undefined => {
    try {
      return readChoice(device.read(), asked, device.now());
    } catch {
      return otherwise;
    }
  };
  const state = cell(stateOf(kept(undefined), false));
  const take = (choice: Choice | undefined): void => {
    state.set(stateOf(choice, state.get().areChoicesShown));
    for (const listener of listeners) listener();
  };
  const show = (areChoicesShown: boolean): void => state.set({ ...state.get(), areChoicesShown });
  const answers = (): ConsentAnswers => embeddedAnswers(asked, state.get().choice);
  device.onElsewhere(() => take(kept(state.get().choice)));

  return {
    asked,
    state,
    answers: {
      isRegulationApplied: (one) => answers().isRegulationApplied(one),
      isConsentRequired: () => answers().isConsentRequired(),
      vendorStatus: (vendor) => answers().vendorStatus(vendor),
      doNotSell: () => answers().doNotSell(),
    },
    isReady: () => true,
    hasDenied: () => hasDenied(asked, state.get().choice),
    onChange: (listener) => void listeners.push(listener),
    showChoices: () => {
      show(true);
      return true;
    },
    isNoticeShown: () => state.get().isNoticeShown,
    choose: (purposes) => {
      const choice = choiceNow(asked, purposes, device.now());
      try {
        device.write(JSON.stringify(choice));
      } catch {
        // Then it holds for this page, and the next one asks again.
      }
      take(choice);
    },
    closeChoices: () => show(false),
  };
}

const thisDevice = (): Device => ({
  read: () => localStorage.getItem(CHOICE_KEY),
  write: (text) => localStorage.setItem(CHOICE_KEY, text),
  onElsewhere: (listener) => {
    // In another tab; a null key means that everything was cleared.
    addEventListener('storage', ({ key }) => {
      if (key === CHOICE_KEY || key === null) listener();
    });
    // While this page was in the browser's memory.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) listener();
    });
  },
  now: () => Date.now(),
  hasSignal: hasPrivacySignal(),
});
