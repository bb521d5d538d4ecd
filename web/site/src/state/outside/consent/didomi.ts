// The consent tool Didomi (docs/spec/third-party.md, 1). Only this module uses its globals and elements.

import { type DidomiNotice, LOADER_ID, didomiConfig, isOptedOut, loaderAddress, reportsDenied, vendorId } from '@marquee/rules/didomi.ts';
import { loadScript, pageScripts } from '../../load-script.ts';
import { type Globals, callForeign, enqueue, pageGlobals } from '../foreign.ts';
import { didomiPictures, pictureCheck, type Popup } from './provider-picture.ts';
import { hasPrivacySignal } from './signal.ts';
import { type Frames, pageFrames, stubTcf } from './tcf-stub.ts';
import type { ConsentTool } from './tool.ts';

/** The page's functions that this module depends on. */
export interface DidomiPage extends Globals, Frames, Omit<Popup, 'isShown'> {
  readonly hostname: string;
  readonly load: (id: string, address: string) => Promise<void>;
  /** Whether the tool's popup is in the page. */
  readonly hasPopup: () => boolean;
  readonly hasSignal: () => boolean;
}

/** Configures Didomi, then loads it (CONS-11, CONS-13). `pictureText` is the text alternative of the provider's logo (CONS-14). */
export function didomi(notice: DidomiNotice, pictureText: string, page: DidomiPage = thisPage()): ConsentTool {
  let api: unknown;
  let isReady = false;
  let hasFailed = false;
  let usPrivacy: unknown;
  const listeners: (() => void)[] = [];
  const notify = (): void => listeners.forEach((listener) => listener());
  const call = (path: string, ...parameters: readonly unknown[]): unknown => callForeign(api, path, ...parameters);
  /** The tool's return value, or the fallback if it is not a boolean. */
  const booleanOr = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

  const isNoticeShown = (): boolean => booleanOr(call('notice.isVisible'), false);
  const pictures = pictureCheck(pictureText, {
    ...page,
    isShown: () => booleanOr(call('notice.isVisible'), page.hasPopup()) || booleanOr(call('preferences.isVisible'), page.hasPopup()),
  });
  /** Reads the US privacy string, which is passed to a callback at once or later. */
  const readUsPrivacy = (): void => {
    const receive = (data: unknown): void => {
      const value = typeof data === 'object' && data !== null && 'uspString' in data ? data.uspString : undefined;
      if (value === usPrivacy) return;
      usPrivacy = value;
      notify();
    };
    callForeign({ uspapi: page.get('__uspapi') }, 'uspapi', 'getUSPData', 1, receive);
  };
  const handleChange = (): void => {
    if (!isReady) return;
    readUsPrivacy();
    notify();
  };

  page.set('didomiConfig', didomiConfig(notice));
  if (typeof page.get('gdprAppliesGlobally') !== 'boolean') page.set('gdprAppliesGlobally', true);
  stubTcf(page, page);
  const onReady = (run: () => void): void =>
    enqueue(page, 'didomiOnReady', (didomiApi: unknown) => {
      api = didomiApi ?? page.get('Didomi');
      run();
    });
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
  for (const [event, listener] of Object.entries(events)) enqueue(page, 'didomiEventListeners', { event, listener: () => listener() });
  page.load(LOADER_ID, loaderAddress(notice, page.hostname)).catch(() => {
    // Blocked or unreachable: consent stays unknown and nothing is loaded.
    hasFailed = true;
  });

  return {
    answers: {
      // If the tool does not tell, the strictest regulation applies.
      isRegulationApplied: (regulation) => booleanOr(call('isRegulationApplied', regulation), regulation === 'gdpr'),
      isConsentRequired: () => booleanOr(call('isConsentRequired'), true),
      vendorStatus: (vendor) => {
        const status = call('getUserConsentStatusForVendor', vendorId(vendor));
        return typeof status === 'boolean' ? status : undefined;
      },
      doNotSell: () => isOptedOut({ own: call('CCPA.getDoNotSellStatus'), status: call('getCurrentUserStatus'), usPrivacy, hasSignal: page.hasSignal() }),
    },
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
  hasSignal: hasPrivacySignal,
});
