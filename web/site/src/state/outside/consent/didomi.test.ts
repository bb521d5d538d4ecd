import { type Consent, consentOf } from '@marquee/rules/consent.ts';
import { describe, expect, it, vi } from 'vitest';
import { watchConsent } from './consent.ts';
import { didomi } from './didomi.ts';
import { NOTICE, loadFakeDidomi, fakePage } from '@marquee/testkit/consent/fake-didomi.ts';

const TEXT = 'Privacy management by Didomi - open in a new tab';
const VENDORS = { webAnalytics: 'web', google: 'google', tagManagerAnalytics: 'tags' };

function setUp(before: (page: ReturnType<typeof fakePage>) => void = () => {}) {
  const fixture = fakePage();
  before(fixture);
  const tool = didomi(NOTICE, TEXT, fixture.page);
  const view = watchConsent({ consent: NOTICE, vendors: VENDORS }, tool);
  const consents: Consent[] = [];
  view.subscribe(() => consents.push(view.get().consent));
  return { ...fixture, tool, view, consents, consent: () => consentOf(tool.choices, VENDORS) };
}

/** A tool that has loaded and is ready. */
function ready(...options: Parameters<typeof loadFakeDidomi> extends [unknown, ...infer Rest] ? Rest : never) {
  const fixture = setUp();
  const fake = loadFakeDidomi(fixture.page, ...options);
  fake.ready();
  return { ...fixture, fake };
}

describe('Didomi is loaded', () => {
  it('CONS-11 once, with the notice, by a script element with a known id', () => {
    const { loads } = setUp();
    expect(loads.map(({ id, address }) => ({ id, address }))).toEqual([
      { id: 'spcloader', address: 'https://sdk.example/k1/loader.js?target_type=notice&target=n1' },
    ]);
  });

  it('CONS-13 after its configuration, its queues and the TCF stub are set', () => {
    const { loads, get, frames } = setUp();
    expect([...(loads[0]?.ready ?? [])].toSorted()).toEqual([
      '__tcfapi',
      'didomiConfig',
      'didomiEventListeners',
      'didomiOnReady',
      'gdprAppliesGlobally',
    ]);
    expect(get('didomiConfig')).toEqual({
      app: {
        name: 'Acme',
        apiKey: 'k1',
        logoUrl: 'https://acme.example/logo.png',
        privacyPolicyURL: 'https://acme.example/privacy/',
        country: 'US',
      },
      regulations: { ccpa: { enabled: true } },
      user: { externalConsent: { enabled: true } },
    });
    expect(get('gdprAppliesGlobally')).toBe(true);
    expect(frames).toEqual(['__tcfapiLocator']);
  });

  it('without replacing existing globals of the page', () => {
    const existing = () => {};
    const { get, frames } = setUp(({ page }) => {
      page.set('gdprAppliesGlobally', false);
      page.set('__tcfapi', existing);
      page.set('didomiOnReady', [existing]);
    });
    expect(get('gdprAppliesGlobally')).toBe(false);
    expect(get('__tcfapi')).toBe(existing);
    expect(frames).toEqual([]);
    expect(get('didomiOnReady')).toEqual([existing, expect.any(Function)]);
  });

  it('house: a blocked script leaves consent unknown, and its choices cannot be opened', async () => {
    const { view, tool } = setUp(({ state }) => {
      state.fails = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(view.get()).toEqual({ consent: undefined, hasNotice: true, isReady: false, hasDenied: true });
    expect(tool.showChoices()).toBe(false);
    expect(tool.isNoticeShown()).toBe(false);
  });
});

describe('the consent that Didomi reports', () => {
  it('CONS-01, CONS-02 is unknown until it is ready', () => {
    const fixture = setUp();
    const fake = loadFakeDidomi(fixture.page, { regulation: 'vcdpa' });
    expect(fixture.view.get()).toMatchObject({ consent: undefined, isReady: false });
    fake.ready();
    expect(fixture.view.get()).toEqual({ consent: true, hasNotice: true, isReady: true, hasDenied: false });
  });

  it('CONS-04 is evaluated again on consent.changed', () => {
    const { fake, view, consents } = ready();
    expect(view.get()).toMatchObject({ consent: undefined, isReady: true });
    fake.agree();
    fake.disagree();
    fake.agree();
    expect(consents).toEqual([undefined, true, false, true]);
  });

  it('CONS-04 is not changed by other events', () => {
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
          expect(ready({ vendors: { web, google, tags, other: false } }).view.get().consent).toBe(
            all.has(false) ? false : all.has(undefined) ? undefined : true,
          );
        });

  it('CONS-07 counts as granted if it is not required', () => {
    const fixture = setUp();
    const fake = loadFakeDidomi(fixture.page, { vendors: { web: false } });
    fake.api['isConsentRequired'] = () => false;
    fake.ready();
    expect(fixture.view.get().consent).toBe(true);
  });

  it('CONS-09 is granted under ccpa and cpra until the visitor opts out', () => {
    for (const regulation of ['ccpa', 'cpra']) {
      const { fake, view, consents } = ready({ regulation });
      expect(view.get().consent).toBe(true);
      fake.disagree();
      expect(view.get().consent).toBe(false);
      fake.agree();
      expect(consents).toEqual([true, false, true]);
    }
  });

  it('CONS-09 follows a US privacy string that arrives later', () => {
    const fixture = setUp();
    let sendString: unknown;
    fixture.page.set('__uspapi', (command: unknown, version: unknown, callback: unknown) => {
      expect([command, version]).toEqual(['getUSPData', 1]);
      sendString = callback;
    });
    const fake = loadFakeDidomi(fixture.page, { regulation: 'ccpa' });
    fake.ready();
    expect(fixture.view.get().consent).toBe(true);
    if (typeof sendString !== 'function') throw new Error('not called');
    sendString({ version: 1, uspString: '1YYN' }, true);
    expect(fixture.view.get().consent).toBe(false);
    sendString(null, false);
    expect(fixture.view.get().consent).toBe(true);
  });

  it('CONS-09 is denied by the browser’s privacy signal', () => {
    const fixture = setUp(({ state }) => {
      state.hasGpc = true;
    });
    loadFakeDidomi(fixture.page, { regulation: 'cpra' }).ready();
    expect(fixture.view.get().consent).toBe(false);
  });

  it('ANLY-03 includes whether a purpose is denied, as it is after a refusal', () => {
    const fixture = setUp();
    const fake = loadFakeDidomi(fixture.page, { vendors: { web: true, google: true, tags: true } });
    fake.ready();
    expect(fixture.view.get()).toMatchObject({ consent: true, hasDenied: false });
    fake.api['getUserStatus'] = () => ({ purposes: { consent: { enabled: [], disabled: ['cookies'] } } });
    fake.emit('consent.changed', {});
    expect(fixture.view.get()).toMatchObject({ consent: true, hasDenied: true });
    fake.api['getUserStatus'] = () => ({});
    fake.disagree();
    expect(fixture.view.get()).toMatchObject({ consent: false, hasDenied: true });
  });

  it('house: is the strictest if the tool returns invalid values or throws', () => {
    const throws = () => {
      throw new Error('third party');
    };
    for (const invalid of [
      undefined,
      null,
      7,
      'yes',
      {},
      throws,
      () => 'yes',
      () => null,
      () => ({ enabled: true }),
      async () => true,
    ]) {
      const fixture = setUp();
      const fake = loadFakeDidomi(fixture.page, { vendors: { web: true, google: true, tags: true } });
      for (const name of Object.keys(fake.api)) fake.api[name] = invalid;
      fake.ready();
      expect(fixture.view.get()).toMatchObject({ consent: undefined, isReady: true });
      expect(fixture.tool.isNoticeShown()).toBe(false);
      expect(fixture.tool.showChoices()).toBe(true);
    }
  });
});

describe('the provider’s logo', () => {
  const picture = (text: string | null, opensTab: boolean) => ({ text, opensTab, written: 0 });

  it('CONS-14 says who manages privacy, and that a tab opens', () => {
    const { pictures, fake } = ready();
    pictures.push(picture(null, true), picture('Didomi', false), picture('Acme', false));
    fake.show();
    expect(pictures.map(({ text }) => text)).toEqual([TEXT, TEXT, 'Acme']);
  });

  it('CONS-14 is checked every 500 ms while the popup is shown, because the popup may render it again', () => {
    const { pictures, fake, advance, state } = ready();
    fake.show();
    const checks = state.checks;
    pictures.push(picture('', true));
    advance(499);
    expect(state.checks).toBe(checks);
    advance(1);
    expect(state.checks).toBe(checks + 1);
    expect(pictures[0]).toEqual({ text: TEXT, opensTab: true, written: 1 });
    advance(2000);
    expect(state.checks).toBe(checks + 5);
    // A correct text is not set again.
    expect(pictures[0]?.written).toBe(1);
    pictures[0] = picture('Powered by Didomi', true);
    advance(500);
    expect(pictures[0]?.text).toBe(TEXT);
  });

  it('CONS-15 is no longer checked once the popup is hidden', () => {
    const { fake, advance, state, timers } = ready();
    fake.show();
    expect(timers.size).toBe(1);
    fake.hide();
    const checks = state.checks;
    expect(timers.size).toBe(0);
    advance(5000);
    expect(state.checks).toBe(checks);
  });

  it('CONS-15 is no longer checked if the popup disappears without an event', () => {
    const { fake, advance, state, timers } = ready();
    fake.show();
    fake.shown.notice = false;
    advance(500);
    const checks = state.checks;
    expect(timers.size).toBe(0);
    advance(5000);
    expect(state.checks).toBe(checks);
  });

  it('CONS-15 has one check at a time, while the notice or the choices are shown', () => {
    const { fake, advance, timers, tool } = ready();
    fake.show();
    fake.show();
    expect(tool.showChoices()).toBe(true);
    expect(timers.size).toBe(1);
    fake.hide();
    advance(500);
    expect(timers.size).toBe(1);
    fake.shown.preferences = false;
    advance(500);
    expect(timers.size).toBe(0);
    fake.show();
    expect(timers.size).toBe(1);
  });

  it('CONS-14 gets its text if the notice was shown before the listeners were added', () => {
    const fixture = setUp();
    const fake = loadFakeDidomi(fixture.page);
    fake.shown.notice = true;
    fixture.pictures.push(picture(null, true));
    fake.ready();
    expect(fixture.pictures[0]?.text).toBe(TEXT);
    expect(fixture.tool.isNoticeShown()).toBe(true);
  });

  it('CONS-15 is checked while the popup is in the page if the tool does not report what is shown', () => {
    const { fake, advance, timers, state } = ready();
    fake.api['preferences'] = {};
    fake.show();
    fake.shown.notice = false;
    state.hasPopup = true;
    advance(1000);
    expect(timers.size).toBe(1);
    state.hasPopup = false;
    advance(500);
    expect(timers.size).toBe(0);
  });
});

describe('the visitor’s choices', () => {
  it('open on request, if necessary after the tool has loaded', () => {
    const fixture = setUp();
    expect(fixture.tool.showChoices()).toBe(true);
    const fake = loadFakeDidomi(fixture.page);
    expect(fake.shown.preferences).toBe(false);
    fake.ready();
    expect(fake.shown.preferences).toBe(true);
  });
});

describe('the TCF stub', () => {
  it('buffers calls until the tool loads', () => {
    const { get } = setUp();
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

  it('accepts calls from frames, and replies in the format of the call', () => {
    const { get, send } = setUp();
    const replies: unknown[] = [];
    const call = { __tcfapiCall: { command: 'addEventListener', version: 2, parameter: 7, callId: 'c1' } };
    send(JSON.stringify(call), (message) => replies.push(message));
    send(call, (message) => replies.push(message));
    for (const message of [undefined, null, 7, 'x', '{}', {}, { __tcfapiCall: 1 }, { __tcfapiCall: null }]) send(message);
    const buffer = get('__tcfapiBuffer');
    if (!Array.isArray(buffer)) throw new Error('no buffer');
    const buffered = { command: 'addEventListener', version: 2, parameter: 7, callback: expect.any(Function) };
    expect(buffer).toEqual([buffered, buffered]);
    for (const { callback } of buffer) callback({ cmpStatus: 'loaded' }, true);
    const reply = { __tcfapiReturn: { returnValue: { cmpStatus: 'loaded' }, success: true, callId: 'c1' } };
    expect(replies).toEqual([JSON.stringify(reply), reply]);
  });

  it('ignores messages once the tool has loaded', () => {
    const { get, send, page } = setUp();
    page.set('__tcfapi', () => {});
    send({ __tcfapiCall: { command: 'ping', version: 2, callId: 1 } });
    expect(get('__tcfapiBuffer')).toBeUndefined();
  });
});
