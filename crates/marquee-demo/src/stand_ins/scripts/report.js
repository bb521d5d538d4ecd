// The beginning of every stand-in: reports calls to the inspector. Nothing is sent anywhere else.
const HERE = new URL(document.currentScript.src);
const plain = (value, depth = 0) => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (typeof value === 'function') return 'function';
  if (depth > 4) return '…';
  if (value instanceof Element) return `<${value.localName} id="${value.id}">`;
  if (Array.isArray(value) || Object.prototype.toString.call(value) === '[object Arguments]') return Array.from(value, (item) => plain(item, depth + 1));
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, depth + 1)]));
  return String(value);
};
// Calls are reported one by one in separate tasks, so that reporting does not slow down the call. Calls that follow an action of the
// visitor are reported at once: the action may leave the page, and browsers drop some requests of pages that are being left.
const unsent = [];
const send = (message) => navigator.sendBeacon(new URL('/calls', HERE), message);
const sendNext = () => {
  const message = unsent.shift();
  if (message !== undefined) send(message);
  if (unsent.length > 0) setTimeout(sendNext);
};
addEventListener('pagehide', () => unsent.splice(0).forEach(send));
const report = (service, call, ...args) => {
  // Beacons may arrive out of order.
  window.callsToThirdParties = (window.callsToThirdParties ?? 0) + 1;
  const message = JSON.stringify({ service, call, args: plain(args), page: location.href, at: Date.now(), visit: performance.timeOrigin, order: window.callsToThirdParties });
  if (navigator.userActivation?.isActive) unsent.splice(0).concat(message).forEach(send);
  else if (unsent.push(message) === 1) setTimeout(sendNext);
};
