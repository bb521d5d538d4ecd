// The consent tool Didomi (docs/spec/third-party.md, 1): the only code that touches what it puts on the page.

import { type DidomiNotice, LOADER_ID, didomiConfig, isOptedOut, loaderAddress, reportsDenied, vendorId } from '@marquee/rules/didomi.ts';
import { loadScript, pageScripts } from '../../load-script.ts';
import { type Globals, callForeign, enqueue, pageGlobals } from '../foreign.ts';
import { didomiPictures, pictureCheck, type Popup } from './provider-picture.ts';
import { hasPrivacySignal } from './signal.ts';
import { type Frames, pageFrames, stubTcf } from './tcf-stub.ts';
import type { ConsentTool } from './tool.ts';

/** What of the page this needs. */
export interface DidomiPage extends Globals, Frames, Omit<Popup, 'isShown'> {
  readonly hostname: string;
  readonly load: (id: string, address: string) => Promise<void>;
  /** Whether the tool's popup is in the page. */
  readonly hasPopup: () => boolean;
  readonly hasSignal: () => boolean;
}

/** Sets the tool up, then loads it (CONS-11, CONS-13). `pictureText` is what its provider's picture says (CONS-14). */
export function didomi(notice: DidomiNotice, pictureText: string, page: DidomiPage = thisPage()): ConsentTool {
  let api: unknown;
  let isReady = false;
  let hasFailed = false;
  let usPrivacy: unknown;
  const listeners: (() => void)[] = [];
  const tell = (): void => listeners.forEach((listener) => listener());
  const ask = (path: string, ...given: readonly unknown[]): unknown => callForeign(api, path, ...given);
  /** What the tool says, or what is assumed where it says neither yes nor no. */
  const answer = (said: unknown, otherwise: boolean): boolean => (typeof said === 'boolean' ? said : otherwise);

  const isNoticeShown = (): boolean => answer(ask('notice.isVisible'), false);
  const pictures = pictureCheck(pictureText, {
    ...page,
    isShown: () => answer(ask('notice.isVisible'), page.hasPopup()) || answer(ask('preferences.isVisible'), page.hasPopup()),
  });
  /** The string is told by a callback, at once or later. */
  const askUsPrivacy = (): void => {
    const hear = (data: unknown): void => {
      const said = typeof data === 'object' && data !== null && 'uspString' in data ? data.uspString : undefined;
      if (said === usPrivacy) return;
      usPrivacy = said;
      tell();
    };
    callForeign({ ask: page.get('__uspapi') }, 'ask', 'getUSPData', 1, hear);
  };
  const changed = (): void => {
    if (!isReady) return;
    askUsPrivacy();
    tell();
  };

  page.set('didomiConfig', didomiConfig(notice));
  if (typeof page.get('gdprAppliesGlobally') !== 'boolean') page.set('gdprAppliesGlobally', true);
  stubTcf(page, page);
  const onReady = (run: () => void): void =>
    enqueue(page, 'didomiOnReady', (given: unknown) => {
      api = given ?? page.get('Didomi');
      run();
    });
  onReady(() => {
    isReady = true;
    // The notice may have been shown before anybody listened.
    if (isNoticeShown()) pictures.start();
    changed();
  });
  const events: Readonly<Record<string, () => void>> = {
    'consent.changed': changed,
    'notice.shown': pictures.start,
    'notice.clickmoreinfo': pictures.start,
    'notice.hidden': pictures.check,
  };
  for (const [event, listener] of Object.entries(events)) enqueue(page, 'didomiEventListeners', { event, listener: () => listener() });
  page.load(LOADER_ID, loaderAddress(notice, page.hostname)).catch(() => {
    // Blocked or out of reach: then nothing is known, and nothing loads.
    hasFailed = true;
  });

  return {
    answers: {
      // Where it does not say, the strictest regulation counts.
      isRegulationApplied: (regulation) => answer(ask('isRegulationApplied', regulation), regulation === 'gdpr'),
      isConsentRequired: () => answer(ask('isConsentRequired'), true),
      vendorStatus: (vendor) => {
        const status = ask('getUserConsentStatusForVendor', vendorId(vendor));
        return typeof status === 'boolean' ? status : undefined;
      },
      doNotSell: () => isOptedOut({ own: ask('CCPA.getDoNotSellStatus'), status: ask('getCurrentUserStatus'), usPrivacy, hasSignal: page.hasSignal() }),
    },
    isReady: () => isReady,
    hasDenied: () => reportsDenied(ask('getCurrentUserStatus'), ask('getUserStatus')),
    onChange: (listener) => void listeners.push(listener),
    showChoices: () => {
      if (hasFailed) return false;
      onReady(() => {
        ask('preferences.show');
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
