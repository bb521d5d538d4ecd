// Measures the search that pages run. Prints as JSON, in ms: the time to prepare 2,000 entries, and the mean time of six searches.

import { type SearchableEntry, search, buildIndex } from '../../web/rules/search.ts';

const ENTRIES = 2000;
const WORDS = ['Ålesund', 'Salt', 'Rivière', 'Cartographer', 'Tokyo', 'Ostinato', 'Kestrel', 'Rain'];
const SEARCHES = ['s', 'sa', 'sal', 'salt', 'kestrle tokyo', 'zzzzzzzzzz'];

const entries = Array.from({ length: ENTRIES }, (_, index): SearchableEntry => ({
  kind: 'film',
  title: `${WORDS[index % 8]} ${WORDS[(index * 3) % 8]} ${index}`,
  words: [`${WORDS[(index * 5) % 8]} ${index}`, 'Drama', 'Maëlle Kerbrat'],
}));
const started = performance.now();
const index = buildIndex(entries);
const preparedAt = performance.now();
for (const query of SEARCHES) search(index, query, { films: 99, others: 99 });
const ended = performance.now();
process.stdout.write(JSON.stringify({ prepare: preparedAt - started, find: (ended - preparedAt) / SEARCHES.length }));
