// Shows every call as it arrives, newest first.
const rows = document.querySelector('tbody');
const service = document.querySelector('select');
const count = document.querySelector('output');
const empty = document.querySelector('.empty');
let calls = [];
let last = 0;

function cell(row, text) {
  const element = document.createElement('td');
  element.textContent = text;
  row.append(element);
}

function rowOf({ at, service: name, call, args, page }) {
  const row = document.createElement('tr');
  row.dataset.service = name;
  cell(row, new Date(at).toLocaleTimeString());
  cell(row, name);
  cell(row, call);
  cell(row, args.map((arg) => JSON.stringify(arg)).join(', '));
  cell(row, page);
  return row;
}

function show() {
  const shown = calls.filter((call) => service.value === '' || call.service === service.value);
  rows.replaceChildren(...shown.map(rowOf));
  count.textContent = `${shown.length} calls`;
  empty.hidden = shown.length > 0;
}

async function poll() {
  try {
    const response = await fetch(`/calls?after=${last}`);
    const newCalls = await response.json();
    if (newCalls.length > 0) {
      last = newCalls.at(-1).number;
      calls = [...newCalls.toReversed(), ...calls].slice(0, 1000);
      show();
    }
  } catch {
    // The demo was stopped; try again.
  }
  setTimeout(poll, 1000);
}

service.addEventListener('change', show);
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  await fetch('/calls', { method: 'DELETE' });
  calls = [];
  show();
});
show();
void poll();
