// Stands in for a tag-manager container: /gtm.js?id={container}&l={layer}.
const layer = HERE.searchParams.get('l') ?? 'dataLayer';
const id = HERE.searchParams.get('id');
const lines = (window[layer] ??= []);
window.google_tag_manager = { ...window.google_tag_manager, [id]: { dataLayer: { get: (key) => lines.findLast((entry) => entry && key in entry)?.[key] } } };
report('containers', 'loaded', id);
if (lines.push === Array.prototype.push) {
  lines.push = (...entries) => {
    for (const entry of entries) report('containers', 'dataLayer', entry);
    return Array.prototype.push.apply(lines, entries);
  };
  for (const entry of lines) report('containers', 'dataLayer', entry);
}
