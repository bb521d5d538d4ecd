// Stands in for the ad wrapper: /library/{networkId}/{siteCode}.
const SIZES = { header: () => (isNarrow() ? ['coffee-small', [320, 50]] : ['coffee', [728, 90]]), footer: () => (isNarrow() ? ['train-small', [320, 50]] : ['train-wide', [728, 90]]), pulse: () => ['train', [300, 170]], interstitial: () => ['coffee-large', [320, 480]] };
const jad = (window.jad ??= {});
let config = {};
let loaded = false;
const requests = {};
jad.config = { pagesSlots: {}, network: '' };
jad.public = {
  setConfig: (settings) => {
    config = settings;
    report('wrapper', 'setConfig', settings);
  },
  loadPositions: () => {
    loaded = true;
    report('wrapper', 'loadPositions', config.pagePositions);
  },
  displayPositions: () => {
    report('wrapper', 'displayPositions', config.pagePositions);
    if (!loaded) return;
    for (const [position, id] of Object.entries(config.elementsMapping ?? {})) {
      const element = document.getElementById(id);
      if (element === null || !(config.pagePositions ?? []).includes(position)) continue;
      const [name, size] = (SIZES[position] ?? SIZES.footer)();
      // Ads arrive one by one. Meanwhile the page may have removed the container, or requested another ad.
      const request = (requests[id] = (requests[id] ?? 0) + 1);
      setTimeout(() => {
        if (!element.isConnected || requests[id] !== request) return;
        fill(element, name, size);
        report('wrapper', 'filled', position, id);
      });
    }
  },
};
report('wrapper', 'loaded', HERE.pathname);
const waiting = jad.cmd ?? [];
jad.cmd = { push: (...commands) => commands.forEach((command) => command()) };
for (const command of waiting) command();
