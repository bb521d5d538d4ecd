import { array, assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import searchTextCases from '../../fixtures/searches/text.json' with { type: 'json' };
import { fold, foldWords, wordsOf } from './fold.ts';
import { isNonBlank, type SearchableEntry, search, searchText, type Limits, buildIndex, typosBetween } from './search.ts';

const ALL: Limits = { films: 99, others: 99 };
const film = (title: string, ...words: string[]): SearchableEntry => ({ kind: 'film', title, words });
const ENTRIES: readonly SearchableEntry[] = [
  film('The Salt Cartographer', 'El cartógrafo de la sal', 'Inés Valdivia', 'Drama'),
  film('Vega & Honey', 'Comedy', 'Maëlle Kerbrat'),
  film('Paper Tigers Don’t Sleep', 'Animation', 'Salvador Ruiz'),
  film('L’Œuvre au soleil', 'Drame'),
  film('Ålesund, Straße & Łódź'),
  film('2001: A Space Odyssey'),
  film('???'),
  film('東京物語', 'Tokyo Story'),
  { kind: 'event', title: 'Salt and silver: an evening on film stock' },
  { kind: 'event', title: 'Rusalka, live', words: ['Opera'] },
  { kind: 'page', title: 'Sales, refunds and exchanges' },
  { kind: 'theater', title: 'Canal Street', words: ['12 Canal Street, Port Ellery'] },
];
/** The titles that a query finds: films first, as in the list that visitors see. */
const titlesFoundIn = (entries: readonly SearchableEntry[], query: string): string[] => {
  const { films, others } = search(buildIndex(entries), query, ALL);
  return [...films, ...others].map(({ title }) => title);
};
const titles = (query: string): string[] => titlesFoundIn(ENTRIES, query);

describe('folding', () => {
  it.each([
    ['Čapek, Œuvre', 'capek, oeuvre'],
    ['ÆØÅ ß Łódź', 'aeoa ss lodz'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['e\u0301te\u0301', 'ete'],
    ['東京', '東京'],
    ['plain', 'plain'],
    // Ligatures, full-width letters and other compatibility characters.
    ['ﬁnale', 'finale'],
    ['Ｔｏｋｙｏ ２', 'tokyo 2'],
    ['Alien³ ™', 'alien3 tm'],
    ['\u212B', 'a'],
  ])('%s is %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('takes words without the signs between them', () => {
    expect(wordsOf('  Paper—Tigers: “Don’t” (2nd) ')).toEqual(['paper', 'tigers', 'don', 't', '2nd']);
    expect(wordsOf('?!')).toEqual([]);
  });

  it('puts one space between words, and none around them', () => {
    expect(foldWords(' “Paper Tigers”, (2nd) ! ')).toBe('paper tigers 2nd');
    expect(foldWords('?!')).toBe('');
  });
});

describe('ux 4: a search', () => {
  it.each([
    // The mock: parts of words count, in events and pages too.
    [
      'sal',
      ['The Salt Cartographer', 'Salt and silver: an evening on film stock', 'Sales, refunds and exchanges', 'Rusalka, live'],
    ],
    ['SALT cart', ['The Salt Cartographer']],
    ['cart salt', ['The Salt Cartographer']],
    ['cartografo', ['The Salt Cartographer']],
    ['ma', ['Vega & Honey']],
    ['dr', ['The Salt Cartographer', 'L’Œuvre au soleil']],
    ['salt valdivia', ['The Salt Cartographer']],
    ['salt opera', []],
    ['maelle', ['Vega & Honey']],
    ['vega and honey', ['Vega & Honey']],
    ['vega & honey', ['Vega & Honey']],
    ['dont sleep', ['Paper Tigers Don’t Sleep']],
    ["don't sleep", ['Paper Tigers Don’t Sleep']],
    ['oeuvre', ['L’Œuvre au soleil']],
    ['alesund strasse lodz', ['Ålesund, Straße & Łódź']],
    ['2001', ['2001: A Space Odyssey']],
    ['京', ['東京物語']],
    ['tokyo', ['東京物語']],
    ['port ellery', ['Canal Street']],
  ])('%s', (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });

  it.each([
    ['spiderman', 'Spider-Man: Homecoming'],
    ['spider man', 'Spider-Man: Homecoming'],
    ['xmen', 'The X‑Men'],
    ['mash', 'M*A*S*H'],
    ['swat', 'S.W.A.T.: Under Siege'],
    ['walle', 'WALL·E'],
    ['faceoff', 'Face/Off'],
    ['finale', 'The ﬁnale'],
  ])('finds for %s the title %s, whose words have signs between letters', (query, title) => {
    expect(titlesFoundIn([film(title), film('Other')], query)).toEqual([title]);
    // Also beside a title that is spelled so.
    expect(titlesFoundIn([film(title), film(`${query} returns`)], query)).toContain(title);
  });

  it('ranks titles that start with the query first, then titles with a word that does, and leaves out matches inside words', () => {
    const entries = [
      film('Other', 'rain'),
      film('Terrain'),
      film('A Brief History of Rain'),
      film('Rain Man'),
      film('Purple Rain'),
    ];
    expect(titlesFoundIn(entries, 'rain')).toEqual(['Rain Man', 'A Brief History of Rain', 'Purple Rain']);
  });

  it('ranks a title that starts with all words in order before titles that have them in other positions', () => {
    const entries = [film('Air of Salt'), film('The Salt Air'), film('Salt and Air'), film('Salt Air')];
    expect(titlesFoundIn(entries, 'salt air')).toEqual(['Salt Air', 'Air of Salt', 'The Salt Air', 'Salt and Air']);
  });

  it('leaves out films with a match inside a word if another film has a match at the start', () => {
    const event: SearchableEntry = { kind: 'event', title: 'Rain dance' };
    expect(titlesFoundIn([film('Terrain'), event, film('Purple Rain')], 'rain')).toEqual(['Purple Rain', 'Rain dance']);
    expect(titlesFoundIn([film('Terrain'), event], 'rain')).toEqual(['Terrain', 'Rain dance']);
  });

  it('ranks a title with a match inside a word first if there is no match at the start of a word', () => {
    expect(titlesFoundIn([film('Other', 'Terrain'), film('Terrain')], 'errain')).toEqual(['Terrain', 'Other']);
  });

  it('matches one or two letters in keywords only at the start of a word', () => {
    const entries = [film('Third Floor', 'Inés Valdivia', 'Drama')];
    expect(['d', 'dr', 'va'].map((query) => titlesFoundIn(entries, query))).toEqual([
      ['Third Floor'],
      ['Third Floor'],
      ['Third Floor'],
    ]);
    expect(['m', 'ra', 'al'].map((query) => titlesFoundIn(entries, query))).toEqual([[], [], []]);
    expect(titlesFoundIn(entries, 'ram')).toEqual(['Third Floor']);
  });

  it('indexes an entry by its own words only', () => {
    expect(buildIndex([{ kind: 'film', title: 'Rain' }])).toEqual([
      { entry: { kind: 'film', title: 'Rain' }, title: ' rain', keywords: ' ', text: ' ' },
    ]);
  });

  it('ranks by the word that matches worst', () => {
    const entries = [film('Rain', 'Tokyo'), film('Terrain of Tokyo'), film('Rain, Kyoto', 'Tokyo')];
    expect(titlesFoundIn(entries, 'rain tokyo')).toEqual(['Terrain of Tokyo', 'Rain', 'Rain, Kyoto']);
  });

  it('groups films and other entries, limits each group and counts all', () => {
    expect(search(buildIndex(ENTRIES), 'sal', { films: 1, others: 2 })).toEqual({
      films: [ENTRIES[0]],
      others: [ENTRIES[8], ENTRIES[10]],
      count: 4,
    });
    expect(search(buildIndex(ENTRIES), '&', { films: 1, others: 2 })).toEqual({ films: [ENTRIES[1]], others: [], count: 2 });
  });

  it.each(searchTextCases)('is read as on the server: $query', ({ query, text }) => {
    expect(searchText(query)).toBe(text);
  });

  it('is cut at 100 characters, also of those with two UTF-16 code units', () => {
    const title = '🎬'.repeat(100);
    expect(search(buildIndex([film(title)]), `${title}🎬`, ALL).count).toBe(1);
    expect(search(buildIndex([film(title.slice(2))]), title, ALL).count).toBe(0);
  });

  it.each(['', '   ', '\n\t', '\0'])('is blank: %j', (query) => {
    expect(isNonBlank(query)).toBe(false);
    expect(search(buildIndex(ENTRIES), query, ALL)).toEqual({ films: [], others: [], count: 0 });
  });

  it.each(['s', '?', ' salt '])('is not blank: %j', (query) => {
    expect(isNonBlank(query)).toBe(true);
  });
});

describe('typos', () => {
  it.each([
    ['cartograhper', ['The Salt Cartographer']],
    ['cartogrpaher', ['The Salt Cartographer']],
    ['salt cartographr', ['The Salt Cartographer']],
    ['odissey', ['2001: A Space Odyssey']],
    ['rusalkka', ['Rusalka, live']],
    ['valdiva', ['The Salt Cartographer']],
    ['cartogapher tigers', []],
    // Two typos per word of eight letters or more; neither three, nor one in a word of four letters.
    ['salt cartografer', ['The Salt Cartographer']],
    ['cartogrehper', ['The Salt Cartographer']],
    ['cartogrehpur', []],
    ['paperr tigres', ['Paper Tigers Don’t Sleep']],
    ['tigxxs', []],
    ['sald', []],
    // Spelled by sound.
    ['inez', ['The Salt Cartographer']],
    ['inez valdivia', ['The Salt Cartographer']],
    ['kartographer', ['The Salt Cartographer']],
    ['oddyssey', ['2001: A Space Odyssey']],
    // From eight letters on, two typos.
    ['veldivie', ['The Salt Cartographer']],
  ])('%s', (query, expected) => {
    expect(titles(query)).toEqual(expected);
  });

  it('match only if nothing else does', () => {
    const index = buildIndex([film('Tigers'), film('Timers')]);
    expect(search(index, 'tigers', ALL).count).toBe(1);
    expect(search(index, 'tixers', ALL).count).toBe(2);
  });

  it('match at any position', () => {
    const word = string({ unit: constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 });
    const typos: readonly ((word: string, at: number) => string)[] = [
      (one, at) => one.slice(0, at) + one.slice(at + 1),
      (one, at) => `${one.slice(0, at)}z${one.slice(at)}`,
      (one, at) => `${one.slice(0, at)}z${one.slice(at + 1)}`,
      (one, at) => `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`,
    ];
    assert(
      property(word, nat(), constantFrom(...typos), (original, position, typo) => {
        const typed = typo(original, position % original.length);
        pre(typed.length >= 5);
        expect(search(buildIndex([film(`Low ${original}xy Tide`)]), typed, ALL).count).toBe(1);
      }),
    );
  });

  it.each([
    ['ostinatos', [film('Ostinati Two'), film('Ostinato Too')], ['Ostinato Too']],
    ['ostinatos', [film('Ostinato Too'), film('Ostinati Two')], ['Ostinato Too']],
    // The nearest word counts, at any position.
    ['ostinaro', [film('Ostinato, Ostunado'), film('Ostinado')], ['Ostinato, Ostunado', 'Ostinado']],
    ['ostinaro', [film('Ostunado, Ostinato'), film('Ostinado')], ['Ostunado, Ostinato', 'Ostinado']],
  ])('finds for %s only the entries with the fewest typos', (query, entries, expected) => {
    expect(titlesFoundIn(entries, query)).toEqual(expected);
  });

  it.each([
    // Words that sound the same have no typo.
    ['fone', [film('Phone')], ['Phone']],
    ['photo', [film('Foto')], ['Foto']],
    ['zara', [film('Sara')], ['Sara']],
    ['fantomas', [film('Gantomas'), film('Phantomas')], ['Phantomas']],
    // A typo within "ph" counts once, by spelling; by sound it would be two.
    ['hpantomas', [film('Spantomas'), film('Phantomas')], ['Spantomas', 'Phantomas']],
  ])('finds for %s by spelling or by sound, whichever has fewer typos', (query, entries, expected) => {
    expect(titlesFoundIn(entries, query)).toEqual(expected);
  });

  it.each([
    ['ostinatu', [film('Third Floor', 'Ostinati'), film('Ostinato')], ['Ostinato', 'Third Floor']],
    ['ostinatu', [film('Third Floor', 'Ostinati'), film('Ostinato', 'Ostinati')], ['Ostinato', 'Third Floor']],
    ['valdivja ostinatu', [film('Ostinato', 'Inés Valdivia'), film('Valdivia’s Ostinato')], ['Valdivia’s Ostinato', 'Ostinato']],
    ['ostinatu valdivja', [film('Ostinato', 'Inés Valdivia'), film('Valdivia’s Ostinato')], ['Valdivia’s Ostinato', 'Ostinato']],
    // By spelling the title is as near as the further word is by sound.
    ['hpantomas', [film('Phantomas', 'Zpantomas'), film('Spantomas')], ['Phantomas', 'Spantomas']],
  ])('puts for %s titles that have every word before entries with one in the further words', (query, entries, expected) => {
    expect(titlesFoundIn(entries, query)).toEqual(expected);
  });

  it.each([
    ['abcde', 'abcde', 0],
    ['abcde', 'abde', 1],
    ['abde', 'abcde', 1],
    ['abxde', 'abcde', 1],
    ['abdce', 'abcde', 1],
    ['abxde', 'abcdefg', 1],
    ['abxye', 'abcde', 2],
    ['bacd', 'abdc', 2],
    // Two letters are swapped only if both are the other's.
    ['ab', 'xa', 2],
    ['abcd', 'bxcd', 2],
    ['ab', 'xxab', 2],
    ['xxab', 'ab', 2],
    ['abcdef', 'badcfe', undefined],
    ['ab', '', 2],
    ['', 'abc', 0],
    ['abcxyz', 'abc', undefined],
  ])('%s for %s: %s', (word, target, expected) => {
    expect(typosBetween(word, target, 2)).toBe(expected);
  });
});

describe('entries that only mention the words', () => {
  const entries: readonly SearchableEntry[] = [
    film('The Salt Cartographer', 'Drama'),
    film('Third Floor', 'Salome Rey'),
    { kind: 'event', title: 'Rusalka, live' },
    { kind: 'page', title: 'Terms of sale', isLegal: true },
    { kind: 'page', title: 'Café and bar', text: 'Salted popcorn, cake and oysters' },
    { kind: 'day', title: 'Tomorrow', words: ['Tuesday, November 24'] },
  ];

  it.each([
    // If a title matches, cast, texts and terms are left out.
    ['sal', ['The Salt Cartographer', 'Rusalka, live']],
    ['salome', ['Third Floor']],
    ['popcorn', ['Café and bar']],
    // In a text only whole words and their beginnings count, and no typos.
    ['corn', []],
    ['popcron', []],
    ['terms', ['Terms of sale']],
    ['sale', ['Terms of sale']],
    ['tomorrow', ['Tomorrow']],
    ['tomorow', ['Tomorrow']],
    ['tuesday', ['Tomorrow']],
  ])('%s', (query, expected) => {
    expect(titlesFoundIn(entries, query)).toEqual(expected);
  });
});

describe('hostile queries', () => {
  it.each([
    '.*',
    '(',
    '[zq-',
    '\\',
    '$&',
    '^(zq+)+$',
    '\0',
    '🎬',
    '👩‍👩‍👧',
    '\u0301',
    '\ud800',
    '<script>',
    '%E0%A4%A',
    '__proto__',
    'constructor',
  ])('%j breaks nothing', (query) => {
    expect(titles(query)).toEqual([]);
  });

  it('symbols alone match titles', () => {
    expect(titles('?')).toEqual(['???']);
    expect(titles('&')).toEqual(['Vega & Honey', 'Ålesund, Straße & Łódź']);
    expect(titles('und')).toContain('Vega & Honey');
  });

  it('long ones are cut', () => {
    expect(titles('salt '.repeat(100))).toEqual(['The Salt Cartographer', 'Salt and silver: an evening on film stock']);
    expect(titles('x'.repeat(500))).toEqual([]);
    // What is beyond the limit changes nothing; spaces before the query do not count.
    expect(titles(`${'salt '.repeat(20)}submarine`)).toEqual([
      'The Salt Cartographer',
      'Salt and silver: an evening on film stock',
    ]);
    expect(titles(`${' '.repeat(200)}tokyo`)).toEqual(['東京物語']);
  });

  it('never throw, and return only entries of the index', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 600 }), array(string({ unit: 'binary' }), { maxLength: 5 }), (query, names) => {
        const entries = names.map((title) => film(title, title));
        const { films, count } = search(buildIndex(entries), query, ALL);
        expect(films.every((entry) => entries.includes(entry))).toBe(true);
        expect(count).toBe(films.length);
      }),
      { numRuns: 50 },
    );
  });

  it('an entry is found by its own title', () => {
    assert(
      property(string({ maxLength: 60 }), (title) => {
        pre(wordsOf(title).length > 0);
        expect(search(buildIndex([film(title)]), title, ALL).count).toBe(1);
      }),
    );
  });
});
