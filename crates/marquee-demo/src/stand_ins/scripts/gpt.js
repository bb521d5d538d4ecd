// Stands in for the publisher tag: /tag/js/gpt.js.
const slots = [];
const listeners = new Map();
let targeting = {};
let isEnabled = false;
const emit = (type, event) => (listeners.get(type) ?? []).forEach((listener) => listener(event));
const make = (path, size, div, outOfPage) => {
  report('tag', outOfPage ? 'defineOutOfPageSlot' : 'defineSlot', path, size, div);
  if (slots.some((slot) => slot.div === div)) return null;
  let own = {};
  const slot = {
    path, size, div, outOfPage, mapping: undefined,
    addService: () => slot,
    setTargeting: (key, value) => { own[key] = [value].flat(); return slot; },
    setConfig: (config) => { own = { ...own, ...config.targeting }; report('tag', 'slot.setConfig', path, config); return slot; },
    defineSizeMapping: (mapping) => { slot.mapping = mapping; report('tag', 'defineSizeMapping', path, mapping); return slot; },
    setCollapseEmptyDiv: () => slot,
    setForceSafeFrame: () => slot,
    getSlotElementId: () => String(div),
    getAdUnitPath: () => path,
    getTargeting: (key) => own[key] ?? [],
    getTargetingKeys: () => Object.keys(own),
    clearTargeting: () => { own = {}; return slot; },
  };
  slots.push(slot);
  return slot;
};
const sizesOf = (slot) => {
  if (slot.mapping === undefined) return slot.size;
  const entry = slot.mapping.find(([[width, height]]) => innerWidth >= width && innerHeight >= height);
  return entry === undefined ? [] : entry[1];
};
const boxOf = (slot, sizes) => {
  const list = Array.isArray(sizes) && Array.isArray(sizes[0]) ? sizes : [sizes];
  const fixed = list.find((size) => Array.isArray(size) && typeof size[0] === 'number');
  return fixed ?? [Math.min(728, innerWidth - 40), 90];
};
const render = (slot) => {
  const sizes = sizesOf(slot);
  const element = document.getElementById(slot.div);
  const isEmpty = element === null || (Array.isArray(sizes) && sizes.length === 0);
  report('tag', 'request', slot.path, sizes, { ...targeting });
  emit('slotRequested', { slot, serviceName: 'publisher_ads' });
  const size = slot.outOfPage ? [320, 480] : boxOf(slot, sizes);
  if (element !== null) element.replaceChildren();
  if (!isEmpty) fill(element, slot.outOfPage ? 'coffee-large' : size[1] > 150 ? 'train' : size[0] > 500 ? 'coffee' : 'coffee-small', size);
  emit('slotRenderEnded', { slot, isEmpty, size: isEmpty ? null : size, serviceName: 'publisher_ads' });
};
const privacy = (settings) => { report('tag', 'setPrivacySettings', settings); return service; };
const service = {
  addEventListener: (type, listener) => { listeners.set(type, [...(listeners.get(type) ?? []), listener]); return service; },
  removeEventListener: (type, listener) => listeners.set(type, (listeners.get(type) ?? []).filter((other) => other !== listener)),
  refresh: (some) => { report('tag', 'refresh', (some ?? slots).map((slot) => slot.path)); (some ?? slots).forEach(render); },
  clear: (some) => { report('tag', 'clear'); for (const slot of some ?? slots) document.getElementById(slot.div)?.replaceChildren(); return true; },
  getSlots: () => [...slots],
  setTargeting: (key, value) => { targeting[key] = [value].flat(); return service; },
  getTargeting: (key) => targeting[key] ?? [],
  clearTargeting: (key) => { if (key === undefined) targeting = {}; else delete targeting[key]; return service; },
  setPrivacySettings: privacy,
  setForceSafeFrame: (isForced) => { report('tag', 'setForceSafeFrame', isForced); return service; },
  setSafeFrameConfig: () => service,
  enableSingleRequest: () => true,
  disableInitialLoad: () => {},
  collapseEmptyDivs: () => true,
  enableLazyLoad: () => {},
  updateCorrelator: () => service,
  setPublisherProvidedId: () => service,
};
const googletag = (window.googletag ??= {});
const waiting = googletag.cmd ?? [];
Object.assign(googletag, {
  apiReady: true,
  pubadsReady: false,
  pubads: () => service,
  enums: { OutOfPageFormat: { TOP_ANCHOR: 2, BOTTOM_ANCHOR: 3, REWARDED: 4, INTERSTITIAL: 5 } },
  defineSlot: (path, size, div) => make(path, size, div, false),
  defineOutOfPageSlot: (path, div) => make(path, [1, 1], div, true),
  sizeMapping: () => {
    const entries = [];
    const builder = { addSize: (viewport, sizes) => { entries.push([viewport, sizes]); return builder; }, build: () => entries };
    return builder;
  },
  setConfig: (config) => { targeting = { ...targeting, ...config.targeting }; report('tag', 'setConfig', config); },
  getConfig: () => ({ targeting }),
  enableServices: () => { isEnabled = true; googletag.pubadsReady = true; report('tag', 'enableServices'); },
  display: (which) => {
    const id = typeof which === 'string' ? which : (which.div ?? which.id);
    report('tag', 'display', id);
    const slot = slots.find((one) => one.div === id);
    if (slot !== undefined && isEnabled) render(slot);
  },
  destroySlots: (some) => {
    report('tag', 'destroySlots');
    for (const slot of some ?? [...slots]) {
      slots.splice(slots.indexOf(slot), 1);
      document.getElementById(slot.div)?.replaceChildren();
    }
    return true;
  },
});
report('tag', 'loaded');
googletag.cmd = { push: (...commands) => { commands.forEach((command) => command()); return commands.length; } };
for (const command of waiting) command();
