// Stands in for the editor until there is one: frames a site and sends it the messages of the live preview.

/** A few families, and the weights to choose from; the site takes the nearest it has. */
const FAMILIES = ['Bodoni Moda', 'EB Garamond', 'Lato', 'Lora', 'Open Sans', 'Oswald', 'Playfair Display', 'Poppins', 'Roboto Slab', 'Source Sans Pro', 'Work Sans'];
const WEIGHTS = ['300', '400', '400i', '500', '600', '700', '700i', '800', '900'];

/** The palettes of the demo sites, to begin with. */
const PALETTES = {
  aster: { primary: '#14523f', accent: '#f4bfcb', highlight: '#d23f1c', muted: '#cbd5cb', background: '#fcfdf9', headerBackground: '#fcfdf9', footerBackground: '#0f3b2e' },
  meridian: { primary: '#f5b921', accent: '#f1e4c3', highlight: '#f5b921', muted: '#4f4e4e', background: '#131212', headerBackground: '#000000', footerBackground: '#000000' },
};

const get = (id) => document.getElementById(id);
const [frame, site, state, log] = ['frame', 'site', 'state', 'log'].map(get);
let ready = false;
/** The last message about each setting: the next page of the site hears them again. */
const said = new Map();

const port = location.port === '' ? '' : `:${location.port}`;
const sites = [`${location.protocol}//localhost${port}/`, `${location.protocol}//aster.localhost${port}/`];
get('sites').append(...sites.map((address) => new Option('', address)));
for (const [name, values, chosen] of [['font', FAMILIES, 'Lora'], ['first', WEIGHTS, '400'], ['second', WEIGHTS, '700']])
  for (const select of document.querySelectorAll(`select[name=${name}]`)) select.append(...values.map((value) => new Option(value, value, false, value === chosen)));

/** The frame's origin: messages go there and are taken from there. */
const origin = () => new URL(frame.src).origin;

function open(address) {
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return;
  said.clear();
  site.value = url.href;
  ready = false;
  state.textContent = 'Waiting for the page';
  const palette = /aster/.test(url.hostname) ? PALETTES.aster : PALETTES.meridian;
  for (const [name, color] of Object.entries(palette)) document.querySelector(`input[name=${name}]`).value = color;
  frame.src = url.href;
}

function note(what, data) {
  const line = document.createElement('li');
  line.textContent = `${what} ${JSON.stringify(data)}`;
  log.append(line);
  log.scrollTop = log.scrollHeight;
}

function say(type, value) {
  const message = { type, payload: { [type]: value } };
  said.set(type + (value.fontTarget ?? ''), message);
  if (ready) send(message);
}

function send(message) {
  frame.contentWindow.postMessage(message, origin());
  note('sent', message);
}

/** What a control says: `[type, value]`. */
function settingOf(control) {
  const { type } = control.dataset;
  if (type !== undefined) return [type, control.type === 'checkbox' ? control.checked : control.type === 'range' ? control.valueAsNumber : control.value];
  const group = control.closest('fieldset');
  const value = (name) => group.querySelector(`[name=${name}]`)?.value;
  if (group.dataset.type === 'font') {
    const weights = [value('first'), value('second')].filter((weight) => weight !== undefined);
    return ['font', { fontTarget: group.dataset.target, font: value('font'), weights }];
  }
  const palette = Object.fromEntries([...group.querySelectorAll('input[type=color]')].map((input) => [input.name, input.value]));
  const corners = value('roundness');
  return [
    'colorScheme',
    {
      palette,
      combination: { name: 'manual', swap: group.querySelector('[name=swap]').checked },
      ...(corners === '' ? {} : { roundness: { buttons: corners, content: corners } }),
    },
  ];
}

document.addEventListener('input', ({ target }) => {
  if (target !== site) say(...settingOf(target));
});
get('open').addEventListener('submit', (event) => {
  event.preventDefault();
  open(site.value);
});
addEventListener('message', ({ source, data, origin: from }) => {
  if (source !== frame.contentWindow || from !== origin()) return;
  note('received', data);
  if (data?.type !== 'lifeCycle' || data.lifeCycle !== 'mounted') return;
  ready = true;
  state.textContent = 'Connected';
  said.forEach(send);
});

open(new URLSearchParams(location.search).get('site') ?? sites[0]);
