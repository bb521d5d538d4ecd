// The consent tool Didomi (docs/spec/third-party.md, 1). Only this module uses its globals and elements.

import {
  type DidomiNotice,
  LOADER_ID,
  didomiConfig,
  isOptedOut,
  loaderAddress,
  reportsDenied,
  vendorId,
} from '@marquee/rules/didomi.ts';
import { loadScript, pageScripts } from '../../load-script.ts';
import { type Globals, callThirdParty, enqueue, pageGlobals } from '../third-party-globals.ts';
import { didomiPictures, pictureCheck, type Popup } from './provider-picture.ts';
import { sendsGpc } from './global-privacy-control.ts';
import { type Frames, pageFrames, stubTcf } from './tcf-stub.ts';
import type { ConsentTool } from './tool.ts';

/** The page's functions that this module depends on. */
export interface DidomiPage extends Globals, Frames, Omit<Popup, 'isShown'> {
  readonly hostname: string;
  readonly load: (id: string, address: string) => Promise<void>;
  /** Whether the tool's popup is in the page. */
  readonly hasPopup: () => boolean;
  readonly hasGpc: () => boolean;
}

/** The tool's return value, or the fallback if it is not a boolean. */
const booleanOr = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

/** The tool's functions, which exist once it is loaded. */
interface DidomiApi {
  readonly call: (path: string, ...parameters: readonly unknown[]) => unknown;
  /** Runs a function when the tool is ready. */
  readonly onReady: (run: () => void) => void;
  readonly isNoticeShown: () => boolean;
  /** The US privacy string, once it is read. */
  readonly usPrivacy: () => unknown;
  /** Reads the US privacy string, which is passed to a callback at once or later, and runs `onNew` if it differs. */
  readonly readUsPrivacy: (onNew: () => void) => void;
}

function didomiApi(page: DidomiPage): DidomiApi {
  let api: unknown;
  let usPrivacy: unknown;
  const call = (path: string, ...parameters: readonly unknown[]): unknown => callThirdParty(api, path, ...parameters);
  return {
    call,
    onReady: (run) =>
      enqueue(page, 'didomiOnReady', (loaded: unknown) => {
        api = loaded ?? page.get('Didomi');
        run();
      }),
    isNoticeShown: () => booleanOr(call('notice.isVisible'), false),
    usPrivacy: () => usPrivacy,
    readUsPrivacy: (onNew) => {
      const receive = (data: unknown): void => {
        const value = typeof data === 'object' && data !== null && 'uspString' in data ? data.uspString : undefined;
        if (value === usPrivacy) return;
        usPrivacy = value;
        onNew();
      };
      callThirdParty({ uspapi: page.get('__uspapi') }, 'uspapi', 'getUSPData', 1, receive);
    },
  };
}

/** The visitor's consent as the tool reports it. */
function choicesOf({ call, usPrivacy }: DidomiApi, hasGpc: () => boolean): ConsentTool['choices'] {
  return {
    // If the tool returns no boolean, the strictest regulation applies.
    isRegulationApplied: (regulation) => booleanOr(call('isRegulationApplied', regulation), regulation === 'gdpr'),
    isConsentRequired: () => booleanOr(call('isConsentRequired'), true),
    vendorStatus: (vendor) => {
      const status = call('getUserConsentStatusForVendor', vendorId(vendor));
      return typeof status === 'boolean' ? status : undefined;
    },
    doNotSell: () =>
      isOptedOut({
        own: call('CCPA.getDoNotSellStatus'),
        status: call('getCurrentUserStatus'),
        usPrivacy: usPrivacy(),
        hasGpc: hasGpc(),
      }),
  };
}

/** Configures Didomi, then loads it (CONS-11, CONS-13). `pictureText` is the text alternative of the provider's logo (CONS-14). */
export function didomi(notice: DidomiNotice, pictureText: string, page: DidomiPage = thisPage()): ConsentTool {
  const api = didomiApi(page);
  const { call, onReady, isNoticeShown } = api;
  let isReady = false;
  let hasFailed = false;
  const listeners: (() => void)[] = [];
  const notify = (): void => listeners.forEach((listener) => listener());
  const handleChange = (): void => {
    if (!isReady) return;
    api.readUsPrivacy(notify);
    notify();
  };
  const pictures = pictureCheck(pictureText, {
    ...page,
    isShown: () =>
      booleanOr(call('notice.isVisible'), page.hasPopup()) || booleanOr(call('preferences.isVisible'), page.hasPopup()),
  });

  page.set('didomiConfig', didomiConfig(notice));
  if (typeof page.get('gdprAppliesGlobally') !== 'boolean') page.set('gdprAppliesGlobally', true);
  stubTcf(page, page);
  onReady(() => {
    isReady = true;
    // The notice may have been shown before the listener was added.
    if (isNoticeShown()) pictures.start();
    handleChange();
  });
  const events: Readonly<Record<string, () => void>> = {
    'consent.changed': handleChange,
    'notice.shown': pictures.start,
    'notice.clickmoreinfo': pictures.start,
    'notice.hidden': pictures.check,
  };
  for (const [event, listener] of Object.entries(events))
    enqueue(page, 'didomiEventListeners', { event, listener: () => listener() });
  page.load(LOADER_ID, loaderAddress(notice, page.hostname)).catch(() => {
    // Blocked or unreachable: consent stays unknown and nothing is loaded.
    hasFailed = true;
  });

  return {
    choices: choicesOf(api, page.hasGpc),
    isReady: () => isReady,
    hasDenied: () => reportsDenied(call('getCurrentUserStatus'), call('getUserStatus')),
    onChange: (listener) => void listeners.push(listener),
    showChoices: () => {
      if (hasFailed) return false;
      onReady(() => {
        call('preferences.show');
        pictures.start();
      });
      return true;
    },
    isNoticeShown,
  };
}

const thisPage = (): DidomiPage => ({
  ...pageGlobals(),
  ...pageFrames(),
  hostname: location.hostname,
  load: (id, address) => loadScript(pageScripts(), id, address),
  hasPopup: () => document.querySelector('#didomi-notice, #didomi-popup') !== null,
  pictures: didomiPictures,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  hasGpc: sendsGpc,
});
