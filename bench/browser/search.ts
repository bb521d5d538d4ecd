// Times the search as pages run it: 2,000 entries prepared, then six searches, in ms. Prints both as JSON.

import { type Findable, find, prepare } from '../../web/rules/search.ts';

const ENTRIES = 2000;
const WORDS = ['Ålesund', 'Salt', 'Rivière', 'Cartographer', 'Tokyo', 'Ostinato', 'Kestrel', 'Rain'];
const SEARCHES = ['s', 'sa', 'sal', 'salt', 'kestrle tokyo', 'zzzzzzzzzz'];

const entries = Array.from(
  { length: ENTRIES },
  (_, n): Findable => ({ kind: 'film', title: `${WORDS[n % 8]} ${WORDS[(n * 3) % 8]} ${n}`, words: [`${WORDS[(n * 5) % 8]} ${n}`, 'Drama', 'Maëlle Kerbrat'] }),
);
const begun = performance.now();
const prepared = prepare(entries);
const ready = performance.now();
for (const search of SEARCHES) find(prepared, search, { films: 99, others: 99 });
const ended = performance.now();
process.stdout.write(JSON.stringify({ prepare: ready - begun, find: (ended - ready) / SEARCHES.length }));
