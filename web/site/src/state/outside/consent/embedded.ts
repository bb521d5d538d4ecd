// The embedded consent notice. The visitor's choice is stored on the device and not sent to the server.

import type { ConsentNotice, ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Observable, cell } from '@marquee/rules/cell.ts';
import type { ConsentChoices } from '@marquee/rules/consent.ts';
import {
  type ConsentRequest,
  type Choice,
  type Purposes,
  newChoice,
  embeddedChoices,
  hasDenied,
  needsNotice,
  readChoice,
  undecidedPurposes,
} from '@marquee/rules/embedded-consent.ts';
import { sendsGpc } from './global-privacy-control.ts';
import type { ConsentTool } from './tool.ts';

/** The storage key of the choice. */
const CHOICE_KEY = 'consent';

export interface EmbeddedState {
  readonly choice: Choice | undefined;
  readonly isNoticeShown: boolean;
  /** Whether the list of purposes is open. */
  readonly areChoicesShown: boolean;
}

export interface EmbeddedTool extends ConsentTool {
  readonly request: ConsentRequest;
  readonly state: Observable<EmbeddedState>;
  /** Stores a choice, which takes effect at once. What it does not decide remains. */
  readonly choose: (purposes: Partial<Purposes>) => void;
  /** Grants the purposes that the visitor has not decided about. */
  readonly grantUndecided: () => void;
  readonly closeChoices: () => void;
}

/** The browser functions that this module depends on. */
export interface Device {
  /** The stored choice. Throws if storage is forbidden. */
  readonly read: () => string | null;
  readonly write: (text: string) => void;
  /** Calls `listener` when the choice may have changed in another tab. */
  readonly onOtherTabChange: (listener: () => void) => void;
  readonly now: () => number;
  readonly hasGpc: boolean;
}

/** The consent tool of a site without a third-party one (CONS-02). It is ready at once. */
export function embedded(
  { regulation, purposes: offered, revision }: Extract<ConsentNotice, { readonly tool: 'embedded' }>,
  thirdParties: ThirdParties,
  device: Device = thisDevice(),
): EmbeddedTool {
  const request: ConsentRequest = {
    revision,
    regulation,
    offered,
    vendors: thirdParties.vendors,
    hasGpc: device.hasGpc,
  };
  const listeners: (() => void)[] = [];
  const stateOf = (choice: Choice | undefined, areChoicesShown: boolean): EmbeddedState => ({
    choice,
    isNoticeShown: needsNotice(request, choice),
    areChoicesShown,
  });
  const storedChoice = (fallback: Choice | undefined): Choice | undefined => {
    try {
      return readChoice(device.read(), request, device.now());
    } catch {
      return fallback;
    }
  };
  const state = cell(stateOf(storedChoice(undefined), false));
  const applyChoice = (choice: Choice | undefined): void => {
    state.set(stateOf(choice, state.get().areChoicesShown));
    for (const listener of listeners) listener();
  };
  const setChoicesShown = (areChoicesShown: boolean): void => state.set({ ...state.get(), areChoicesShown });
  const choices = (): ConsentChoices => embeddedChoices(request, state.get().choice);
  device.onOtherTabChange(() => applyChoice(storedChoice(state.get().choice)));

  const choose = (purposes: Partial<Purposes>): void => {
    const choice = newChoice(request, purposes, device.now(), state.get().choice);
    try {
      device.write(JSON.stringify(choice));
    } catch {
      // Storage is forbidden: the choice applies to this page, and the next page asks again.
    }
    applyChoice(choice);
  };

  return {
    request,
    state,
    choices: {
      isRegulationApplied: (candidate) => choices().isRegulationApplied(candidate),
      isConsentRequired: () => choices().isConsentRequired(),
      vendorStatus: (vendor) => choices().vendorStatus(vendor),
      doNotSell: () => choices().doNotSell(),
    },
    isReady: () => true,
    hasDenied: () => hasDenied(request, state.get().choice),
    onChange: (listener) => void listeners.push(listener),
    showChoices: () => {
      setChoicesShown(true);
      return true;
    },
    isNoticeShown: () => state.get().isNoticeShown,
    choose,
    grantUndecided: () =>
      choose(Object.fromEntries(undecidedPurposes(request, state.get().choice).map((purpose) => [purpose, true]))),
    closeChoices: () => setChoicesShown(false),
  };
}

const thisDevice = (): Device => ({
  read: () => localStorage.getItem(CHOICE_KEY),
  write: (text) => localStorage.setItem(CHOICE_KEY, text),
  onOtherTabChange: (listener) => {
    // A null key means that the storage was cleared.
    addEventListener('storage', ({ key }) => {
      if (key === CHOICE_KEY || key === null) listener();
    });
    // The choice may have changed while the page was in the back/forward cache.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) listener();
    });
  },
  now: () => Date.now(),
  hasGpc: sendsGpc(),
});
