// Stands in for the analytics tag: /gtag/js?id={id}&l={layer}. Hits are sent to the inspector instead of the analytics server.
const layer = HERE.searchParams.get('l') ?? 'dataLayer';
const first = HERE.searchParams.get('id');
const ids = new Set([first]);
const isOff = (id) => window[`ga-disable-${id}`] === true;
const take = (entry) => {
  const [command, name, details] = Array.from(entry);
  if (command === 'config') {
    ids.add(name);
    report('analytics', 'config', name, details);
    // The tag's cookie, with the configured lifetime.
    const age = details?.cookie_expires ?? 63_072_000;
    if (!isOff(name)) document.cookie = `_ga=GA1.1.stand-in; max-age=${age}; path=/; SameSite=Lax`;
  } else if (command === 'consent') report('analytics', `consent ${name}`, details);
  else if (command === 'event') for (const id of ids) if (!isOff(id)) report('analytics', 'event', id, name, details);
};
const lines = (window[layer] ??= []);
for (const entry of lines) take(entry);
// Events are sent when they are pushed, as the tag does: a browser drops requests that a page sends while it is being left.
lines.push = (...entries) => {
  entries.forEach(take);
  return Array.prototype.push.apply(lines, entries);
};
report('analytics', 'loaded', first);
