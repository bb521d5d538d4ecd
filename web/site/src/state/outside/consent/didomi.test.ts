import { type Consent, consentOf } from '@marquee/rules/consent.ts';
import type { DidomiNotice } from '@marquee/rules/didomi.ts';
import { describe, expect, it, vi } from 'vitest';
import { watchConsent } from './consent.ts';
import { didomi } from './didomi.ts';
import { arrive, fakePage } from './fake-didomi.ts';

const NOTICE: DidomiNotice = { tool: 'didomi', noticeId: 'n1', apiKey: 'k1', sdkPath: 'https://sdk.example/', appName: 'Acme', logoUrl: 'https://acme.example/logo.png', privacyPolicyUrl: 'https://acme.example/privacy/', country: 'US' };
const TEXT = 'Privacy management by Didomi - open in a new tab';
const VENDORS = { webAnalytics: 'web', google: 'google', tagManagerAnalytics: 'tags' };

function stand(before: (page: ReturnType<typeof fakePage>) => void = () => {}) {
  const stage = fakePage();
  before(stage);
  const tool = didomi(NOTICE, TEXT, stage.page);
  const view = watchConsent({ consent: NOTICE, vendors: VENDORS }, tool);
  const seen: Consent[] = [];
  view.subscribe(() => seen.push(view.get().consent));
  return { ...stage, tool, view, seen, consent: () => consentOf(tool.answers, VENDORS) };
}

/** A tool that is there and ready. */
function ready(...given: Parameters<typeof arrive> extends [unknown, ...infer Rest] ? Rest : never) {
  const stage = stand();
  const fake = arrive(stage.page, ...given);
  fake.ready();
  return { ...stage, fake };
}

describe('Didomi is loaded', () => {
  it('CONS-11 once, by its notice, into an element of a known id', () => {
    const { loads } = stand();
    expect(loads.map(({ id, address }) => ({ id, address }))).toEqual([{ id: 'spcloader', address: 'https://sdk.example/k1/loader.js?target_type=notice&target=n1' }]);
  });

  it('CONS-13 after its configuration, its queues and the framework’s stub are there', () => {
    const { loads, get, frames } = stand();
    expect([...(loads[0]?.ready ?? [])].toSorted()).toEqual(['__tcfapi', 'didomiConfig', 'didomiEventListeners', 'didomiOnReady', 'gdprAppliesGlobally']);
    expect(get('didomiConfig')).toEqual({
      app: { name: 'Acme', apiKey: 'k1', logoUrl: 'https://acme.example/logo.png', privacyPolicyURL: 'https://acme.example/privacy/', country: 'US' },
      regulations: { ccpa: { enabled: true } },
      user: { externalConsent: { enabled: true } },
    });
    expect(get('gdprAppliesGlobally')).toBe(true);
    expect(frames).toEqual(['__tcfapiLocator']);
  });

  it('and what the page had said before stays', () => {
    const mine = () => {};
    const { get, frames } = stand(({ page }) => {
      page.set('gdprAppliesGlobally', false);
      page.set('__tcfapi', mine);
      page.set('didomiOnReady', [mine]);
    });
    expect(get('gdprAppliesGlobally')).toBe(false);
    expect(get('__tcfapi')).toBe(mine);
    expect(frames).toEqual([]);
    expect(get('didomiOnReady')).toEqual([mine, expect.any(Function)]);
  });

  it('house: a blocked script leaves consent unknown, and its choices closed', async () => {
    const { view, tool } = stand(({ state }) => {
      state.fails = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(view.get()).toEqual({ consent: undefined, hasNotice: true, isReady: false, hasDenied: true });
    expect(tool.showChoices()).toBe(false);
    expect(tool.isNoticeShown()).toBe(false);
  });
});

describe('what Didomi says', () => {
  it('CONS-01, CONS-02 is unknown until it is ready', () => {
    const stage = stand();
    const fake = arrive(stage.page, { regulation: 'vcdpa' });
    expect(stage.view.get()).toMatchObject({ consent: undefined, isReady: false });
    fake.ready();
    expect(stage.view.get()).toEqual({ consent: true, hasNotice: true, isReady: true, hasDenied: false });
  });

  it('CONS-04 is evaluated again on consent.changed', () => {
    const { fake, view, seen } = ready();
    expect(view.get()).toMatchObject({ consent: undefined, isReady: true });
    fake.agree();
    fake.disagree();
    fake.agree();
    expect(seen).toEqual([undefined, true, false, true]);
  });

  it('CONS-04 and no other event changes it', () => {
    const { fake, view } = ready();
    for (const id of ['web', 'google', 'tags']) fake.chosen[id] = true;
    for (const event of ['notice.shown', 'notice.hidden', 'notice.clickagree']) fake.emit(event, {});
    expect(view.get().consent).toBeUndefined();
    fake.emit('consent.changed', { consentToken: 'x', action: 'click' });
    expect(view.get().consent).toBe(true);
  });

  const choices: readonly Consent[] = [undefined, true, false];
  for (const web of choices)
    for (const google of choices)
      for (const tags of choices)
        it(`CONS-06, CONS-08 gdpr with ${web}, ${google}, ${tags}`, () => {
          const all = new Set([web, google, tags]);
          expect(ready({ vendors: { web, google, tags, other: false } }).view.get().consent).toBe(all.has(false) ? false : all.has(undefined) ? undefined : true);
        });

  it('CONS-07 counts as granted where it is not required', () => {
    const stage = stand();
    const fake = arrive(stage.page, { vendors: { web: false } });
    fake.api['isConsentRequired'] = () => false;
    fake.ready();
    expect(stage.view.get().consent).toBe(true);
  });

  it('CONS-09 ccpa and cpra are granted until the visitor opts out', () => {
    for (const regulation of ['ccpa', 'cpra']) {
      const { fake, view, seen } = ready({ regulation });
      expect(view.get().consent).toBe(true);
      fake.disagree();
      expect(view.get().consent).toBe(false);
      fake.agree();
      expect(seen).toEqual([true, false, true]);
    }
  });

  it('CONS-09 the US privacy string may come later', () => {
    const stage = stand();
    let hear: unknown;
    stage.page.set('__uspapi', (command: unknown, version: unknown, callback: unknown) => {
      expect([command, version]).toEqual(['getUSPData', 1]);
      hear = callback;
    });
    const fake = arrive(stage.page, { regulation: 'ccpa' });
    fake.ready();
    expect(stage.view.get().consent).toBe(true);
    if (typeof hear !== 'function') throw new Error('not asked');
    hear({ version: 1, uspString: '1YYN' }, true);
    expect(stage.view.get().consent).toBe(false);
    hear(null, false);
    expect(stage.view.get().consent).toBe(true);
  });

  it('CONS-09 the browser’s signal counts as opted out', () => {
    const stage = stand(({ state }) => {
      state.hasSignal = true;
    });
    arrive(stage.page, { regulation: 'cpra' }).ready();
    expect(stage.view.get().consent).toBe(false);
  });

  it('ANLY-03 reports a denied purpose, and who refused has denied one', () => {
    const stage = stand();
    const fake = arrive(stage.page, { vendors: { web: true, google: true, tags: true } });
    fake.ready();
    expect(stage.view.get()).toMatchObject({ consent: true, hasDenied: false });
    fake.api['getUserStatus'] = () => ({ purposes: { consent: { enabled: [], disabled: ['cookies'] } } });
    fake.emit('consent.changed', {});
    expect(stage.view.get()).toMatchObject({ consent: true, hasDenied: true });
    fake.api['getUserStatus'] = () => ({});
    fake.disagree();
    expect(stage.view.get()).toMatchObject({ consent: false, hasDenied: true });
  });

  it('house: whatever it does wrong, the strictest is assumed', () => {
    const throws = () => {
      throw new Error('theirs');
    };
    for (const wrong of [undefined, null, 7, 'yes', {}, throws, () => 'yes', () => null, () => ({ enabled: true }), async () => true]) {
      const stage = stand();
      const fake = arrive(stage.page, { vendors: { web: true, google: true, tags: true } });
      for (const name of Object.keys(fake.api)) fake.api[name] = wrong;
      fake.ready();
      expect(stage.view.get()).toMatchObject({ consent: undefined, isReady: true });
      expect(stage.tool.isNoticeShown()).toBe(false);
      expect(stage.tool.showChoices()).toBe(true);
    }
  });
});

describe('the provider’s picture', () => {
  const picture = (text: string | null, opensTab: boolean) => ({ text, opensTab, written: 0 });

  it('CONS-14 says who manages privacy, and that a tab opens', () => {
    const { pictures, fake } = ready();
    pictures.push(picture(null, true), picture('Didomi', false), picture('Acme', false));
    fake.show();
    expect(pictures.map(({ text }) => text)).toEqual([TEXT, TEXT, 'Acme']);
  });

  it('CONS-14 is checked every 500 ms while the popup is shown, which may draw it again', () => {
    const { pictures, fake, pass, state } = ready();
    fake.show();
    const looks = state.looks;
    pictures.push(picture('', true));
    pass(499);
    expect(state.looks).toBe(looks);
    pass(1);
    expect(state.looks).toBe(looks + 1);
    expect(pictures[0]).toEqual({ text: TEXT, opensTab: true, written: 1 });
    pass(2000);
    expect(state.looks).toBe(looks + 5);
    // What is right already is left alone.
    expect(pictures[0]?.written).toBe(1);
    pictures[0] = picture('Powered by Didomi', true);
    pass(500);
    expect(pictures[0]?.text).toBe(TEXT);
  });

  it('CONS-15 is not checked any more once the popup is gone', () => {
    const { fake, pass, state, timers } = ready();
    fake.show();
    expect(timers.size).toBe(1);
    fake.hide();
    const looks = state.looks;
    expect(timers.size).toBe(0);
    pass(5000);
    expect(state.looks).toBe(looks);
  });

  it('CONS-15 nor when it went without a word', () => {
    const { fake, pass, state, timers } = ready();
    fake.show();
    fake.shown.notice = false;
    pass(500);
    const looks = state.looks;
    expect(timers.size).toBe(0);
    pass(5000);
    expect(state.looks).toBe(looks);
  });

  it('CONS-15 one check runs at a time, for as long as the notice or the choices are there', () => {
    const { fake, pass, timers, tool } = ready();
    fake.show();
    fake.show();
    expect(tool.showChoices()).toBe(true);
    expect(timers.size).toBe(1);
    fake.hide();
    pass(500);
    expect(timers.size).toBe(1);
    fake.shown.preferences = false;
    pass(500);
    expect(timers.size).toBe(0);
    fake.show();
    expect(timers.size).toBe(1);
  });

  it('CONS-14 also of a notice that was there first', () => {
    const stage = stand();
    const fake = arrive(stage.page);
    fake.shown.notice = true;
    stage.pictures.push(picture(null, true));
    fake.ready();
    expect(stage.pictures[0]?.text).toBe(TEXT);
    expect(stage.tool.isNoticeShown()).toBe(true);
  });

  it('CONS-15 where the tool does not say what is shown, the page does', () => {
    const { fake, pass, timers, state } = ready();
    fake.api['preferences'] = {};
    fake.show();
    fake.shown.notice = false;
    state.hasPopup = true;
    pass(1000);
    expect(timers.size).toBe(1);
    state.hasPopup = false;
    pass(500);
    expect(timers.size).toBe(0);
  });
});

describe('the visitor’s choices', () => {
  it('open when they are asked for, also before the tool is there', () => {
    const stage = stand();
    expect(stage.tool.showChoices()).toBe(true);
    const fake = arrive(stage.page);
    expect(fake.shown.preferences).toBe(false);
    fake.ready();
    expect(fake.shown.preferences).toBe(true);
  });
});

describe('the framework’s stub', () => {
  it('keeps calls until the tool comes', () => {
    const { get } = stand();
    const api = get('__tcfapi');
    if (typeof api !== 'function') throw new Error('no stub');
    const first = vi.fn<() => void>();
    api('ping', 2, first);
    api('addEventListener', 2, first, [1]);
    api('ping', 2);
    expect(get('__tcfapiBuffer')).toEqual([
      { command: 'ping', version: 2, callback: first, parameter: undefined },
      { command: 'addEventListener', version: 2, callback: first, parameter: [1] },
    ]);
    expect(Reflect.get(api, 'stub')).toBe(true);
    expect(first).not.toHaveBeenCalled();
  });

  it('takes calls of frames, and answers them in their own shape', () => {
    const { get, send } = stand();
    const answers: unknown[] = [];
    const call = { __tcfapiCall: { command: 'ping', version: 2, callId: 'c1' } };
    send(JSON.stringify(call), (message) => answers.push(message));
    send(call, (message) => answers.push(message));
    for (const other of [undefined, null, 7, 'x', '{}', {}, { __tcfapiCall: 1 }]) send(other);
    const buffer = get('__tcfapiBuffer');
    if (!Array.isArray(buffer)) throw new Error('no buffer');
    expect(buffer).toHaveLength(2);
    for (const { callback } of buffer) callback({ cmpStatus: 'loaded' }, true);
    const answer = { __tcfapiReturn: { returnValue: { cmpStatus: 'loaded' }, success: true, callId: 'c1' } };
    expect(answers).toEqual([JSON.stringify(answer), answer]);
  });

  it('is silent once the tool has taken over', () => {
    const { get, send, page } = stand();
    page.set('__tcfapi', () => {});
    send({ __tcfapiCall: { command: 'ping', version: 2, callId: 1 } });
    expect(get('__tcfapiBuffer')).toBeUndefined();
  });
});
