// Stands in for a consent tool's loader: /didomi/{key}/loader.js?target_type=notice&target={notice}.
const STORAGE_KEY = 'didomi_token';
const PROVIDER = 'Didomi';
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
  } catch {
    return {};
  }
};
// A consent tool derives the applicable law from the visitor's location. Here it is set once by `stub_regulation` in the page's URL.
const requested = new URLSearchParams(location.search).get('stub_regulation');
const state = { regulation: 'gdpr', vendors: {}, hasChosen: false, optedOut: false, ...read() };
if (requested !== null) Object.assign(state, { regulation: requested, vendors: {}, hasChosen: false, optedOut: false });
const save = () => localStorage.setItem(STORAGE_KEY, JSON.stringify(state));
const listeners = [];
let isShown = false;
let areChoicesShown = false;
const emit = (event, payload) => {
  report('didomi', `event ${event}`);
  for (const one of listeners) if (one.event === event) one.listener(payload);
};
const config = () => window.didomiConfig ?? {};
const custom = () => (config().app?.vendors?.custom ?? []).map((vendor) => vendor.id);
const vendors = () => [...new Set(['google', 'web-analytics', 'tag-manager-analytics', ...custom(), ...Object.keys(state.vendors)])];
const split = () => ({ enabled: vendors().filter((id) => state.vendors[id] === true), disabled: vendors().filter((id) => state.vendors[id] === false) });
const none = () => ({ enabled: [], disabled: [] });
const current = () => {
  const isOn = (id) => (state.regulation === 'gdpr' ? state.vendors[id] === true : !state.optedOut);
  return { regulation: state.regulation, user_id: 'stand-in', purposes: {}, vendors: Object.fromEntries(vendors().map((id) => [id, { id, enabled: isOn(id) }])) };
};
const choose = (isGranted) => {
  for (const id of vendors()) state.vendors[id] = isGranted;
  Object.assign(state, { hasChosen: true, optedOut: !isGranted });
  save();
  Didomi.notice.hide();
  Didomi.preferences.hide();
  emit('consent.changed', { consentToken: { vendors: split() } });
  return true;
};

const box = () => {
  const host = document.createElement('div');
  host.id = 'didomi-host';
  host.innerHTML = `
    <style>
      #didomi-notice, #didomi-popup { position: fixed; z-index: 2147483000; inset: auto 0 0; padding: 20px 24px; background: #fff; color: #111; font: 16px/1.5 sans-serif; border-top: 3px solid #2b59c3; }
      #didomi-host p { margin: 0 0 12px; }
      #didomi-host button { min-height: 44px; padding: 0 20px; margin: 0 8px 8px 0; border: 1px solid #2b59c3; border-radius: 4px; background: #fff; color: #1c3f94; font: inherit; }
      #didomi-host img { inline-size: 96px; block-size: 24px; vertical-align: middle; }
    </style>`;
  return host;
};
const logo = () => {
  const link = document.createElement('a');
  Object.assign(link, { href: new URL('/about/didomi', HERE).href, target: '_blank', rel: 'noopener' });
  const picture = document.createElement('img');
  picture.src = new URL('/creatives/didomi.svg', HERE).href;
  link.append(picture);
  return link;
};
const show = (id, label, buttons) => {
  document.getElementById('didomi-host')?.remove();
  const host = box();
  const dialog = document.createElement('div');
  Object.assign(dialog, { id, role: 'dialog', ariaLabel: label });
  const text = document.createElement('p');
  text.textContent = `${config().app?.name ?? 'This site'} and its partners use cookies to measure visits and to show ads.`;
  dialog.append(text);
  for (const [name, words, act] of buttons) {
    const button = document.createElement('button');
    Object.assign(button, { id: name, textContent: words, onclick: act });
    dialog.append(button);
  }
  dialog.append(logo());
  host.append(dialog);
  document.body.append(host);
};
const hideAll = () => document.getElementById('didomi-host')?.remove();

const Didomi = {
  version: 'stand-in',
  on: (event, listener) => void listeners.push({ event, listener }),
  isRegulationApplied: (regulation) => regulation === state.regulation,
  isConsentRequired: () => state.regulation === 'gdpr',
  shouldConsentBeCollected: () => state.regulation === 'gdpr' && !state.hasChosen,
  isUserConsentStatusPartial: () => !state.hasChosen,
  getUserConsentStatusForVendor: (id) => state.vendors[id],
  getRequiredVendorIds: vendors,
  getUserStatus: () => ({ regulation: state.regulation, user_id: 'stand-in', created: '', updated: '', consent_string: '', addtl_consent: '', purposes: { consent: none(), legitimate_interest: none(), global: none(), essential: [] }, vendors: { consent: split(), legitimate_interest: none(), global: split() } }),
  getCurrentUserStatus: current,
  getUserConsentToken: () => ({ vendors: split(), version: 2 }),
  setUserAgreeToAll: () => choose(true),
  setUserDisagreeToAll: () => choose(false),
  getConfig: config,
  reset: () => {
    localStorage.removeItem(STORAGE_KEY);
    location.reload();
  },
  notice: {
    isVisible: () => isShown,
    show: () => {
      isShown = true;
      const buttons = [['didomi-notice-agree-button', 'Agree and close', () => choose(true)], ['didomi-notice-disagree-button', 'Disagree and close', () => choose(false)]];
      if (state.regulation !== 'gdpr') buttons.push(['didomi-notice-do-not-sell-button', 'Do not sell my data', () => choose(false)]);
      show('didomi-notice', 'Privacy', buttons);
      emit('notice.shown', {});
    },
    hide: () => {
      if (!isShown) return;
      isShown = false;
      hideAll();
      emit('notice.hidden', {});
    },
  },
  preferences: {
    isVisible: () => areChoicesShown,
    show: () => {
      areChoicesShown = true;
      report('didomi', 'preferences.show');
      show('didomi-popup', 'Privacy choices', [['didomi-agree', 'Agree to all', () => choose(true)], ['didomi-disagree', 'Disagree to all', () => choose(false)]]);
    },
    hide: () => {
      if (!areChoicesShown) return;
      areChoicesShown = false;
      hideAll();
    },
  },
};
window.Didomi = Didomi;
report('didomi', 'loaded', config());
const drain = (name, take) => {
  const waiting = window[name] ?? [];
  window[name] = { push: (...items) => items.forEach(take) };
  for (const item of waiting) take(item);
};
drain('didomiEventListeners', (one) => listeners.push(one));
drain('didomiOnReady', (ready) => ready(Didomi));
if (!state.hasChosen) Didomi.notice.show();
