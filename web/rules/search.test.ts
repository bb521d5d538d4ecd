import { array, assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, wordsOf } from './fold.ts';
import { asks, type Findable, find, type Limits, prepare, typosBetween } from './search.ts';

const ALL: Limits = { films: 99, others: 99 };
const film = (title: string, ...words: string[]): Findable => ({ kind: 'film', title, words });
const ENTRIES: readonly Findable[] = [
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
const index = prepare(ENTRIES);
const titles = (question: string, limits = ALL): string[] => {
  const { films, others } = find(index, question, limits);
  return [...films, ...others].map(({ title }) => title);
};

describe('folding', () => {
  it.each([
    ['Čapek, Œuvre', 'capek, oeuvre'],
    ['ÆØÅ ß Łódź', 'aeoa ss lodz'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['e\u0301te\u0301', 'ete'],
    ['東京', '東京'],
    ['plain', 'plain'],
  ])('%s is %s', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('takes words without the signs between them', () => {
    expect(wordsOf('  Paper—Tigers: “Don’t” (2nd) ')).toEqual(['paper', 'tigers', 'don', 't', '2nd']);
    expect(wordsOf('?!')).toEqual([]);
  });
});

describe('ux 4: a search', () => {
  it.each([
    // The mock: parts of words count, in events and pages too.
    ['sal', ['The Salt Cartographer', 'Salt and silver: an evening on film stock', 'Sales, refunds and exchanges', 'Rusalka, live']],
    ['SALT cart', ['The Salt Cartographer']],
    ['cart salt', ['The Salt Cartographer']],
    ['cartografo', ['The Salt Cartographer']],
    ['ma', ['Vega & Honey']],
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
  ])('%s', (question, expected) => {
    expect(titles(question)).toEqual(expected);
  });

  it('puts titles that begin with the words first, then titles with a word that does, and leaves out parts of words', () => {
    const some = prepare([film('Other', 'rain'), film('Terrain'), film('A Brief History of Rain'), film('Rain Man'), film('Purple Rain')]);
    expect(find(some, 'rain', ALL).films.map(({ title }) => title)).toEqual(['Rain Man', 'A Brief History of Rain', 'Purple Rain']);
  });

  it('ranks by the word that matches worst', () => {
    const some = prepare([film('Rain', 'Tokyo'), film('Terrain of Tokyo'), film('Rain, Kyoto', 'Tokyo')]);
    expect(find(some, 'rain tokyo', ALL).films.map(({ title }) => title)).toEqual(['Terrain of Tokyo', 'Rain', 'Rain, Kyoto']);
  });

  it('keeps films and the rest apart, shows so many of each and counts all', () => {
    expect(find(index, 'sal', { films: 1, others: 2 })).toEqual({
      films: [ENTRIES[0]],
      others: [ENTRIES[8], ENTRIES[10]],
      count: 4,
    });
  });

  it.each(['', '   ', '\n\t'])('asks for nothing with %j', (question) => {
    expect(asks(question)).toBe(false);
    expect(find(index, question, ALL)).toEqual({ films: [], others: [], count: 0 });
  });
});

describe('a slip of the finger', () => {
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
  ])('%s', (question, expected) => {
    expect(titles(question)).toEqual(expected);
  });

  it('counts only when nothing else is found', () => {
    const some = prepare([film('Tigers'), film('Timers')]);
    expect(find(some, 'tigers', ALL).count).toBe(1);
    expect(find(some, 'tixers', ALL).count).toBe(2);
  });

  it('is found wherever it happens', () => {
    const word = string({ unit: constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 });
    const slips: readonly ((word: string, at: number) => string)[] = [
      (one, at) => one.slice(0, at) + one.slice(at + 1),
      (one, at) => `${one.slice(0, at)}z${one.slice(at)}`,
      (one, at) => `${one.slice(0, at)}z${one.slice(at + 1)}`,
      (one, at) => `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`,
    ];
    assert(
      property(word, nat(), constantFrom(...slips), (one, place, slip) => {
        const typed = slip(one, place % one.length);
        pre(typed.length >= 5);
        expect(find(prepare([film(`Low ${one}xy Tide`)]), typed, ALL).count).toBe(1);
      }),
    );
  });

  it('finds only the entries with the fewest typos', () => {
    const some = prepare([film('Ostinati Two'), film('Ostinato Too')]);
    expect(find(some, 'ostinatos', ALL).films.map(({ title }) => title)).toEqual(['Ostinato Too']);
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
    ['ab', '', 2],
    ['', 'abc', 0],
    ['abcxyz', 'abc', undefined],
  ])('%s for %s: %s', (word, other, expected) => {
    expect(typosBetween(word, other, 2)).toBe(expected);
  });
});

describe('entries that only mention the words', () => {
  const some = prepare([
    film('The Salt Cartographer', 'Drama'),
    film('Third Floor', 'Salome Rey'),
    { kind: 'event', title: 'Rusalka, live' },
    { kind: 'page', title: 'Terms of sale', isLegal: true },
    { kind: 'page', title: 'Café and bar', text: 'Salted popcorn, cake and oysters' },
    { kind: 'day', title: 'Tomorrow', words: ['Tuesday, November 24'] },
  ]);
  const found = (question: string): string[] => {
    const { films, others } = find(some, question, ALL);
    return [...films, ...others].map(({ title }) => title);
  };

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
  ])('%s', (question, expected) => {
    expect(found(question)).toEqual(expected);
  });
});

describe('hostile questions', () => {
  it.each(['.*', '(', '[zq-', '\\', '$&', '^(zq+)+$', '\0', '🎬', '👩‍👩‍👧', '\u0301', '\ud800', '<script>', '%E0%A4%A', '__proto__', 'constructor'])('%j breaks nothing', (question) => {
    expect(titles(question)).toEqual([]);
  });

  it('signs alone are looked for in titles', () => {
    expect(titles('?')).toEqual(['???']);
    expect(titles('&')).toEqual(['Vega & Honey', 'Ålesund, Straße & Łódź']);
  });

  it('long ones are cut', () => {
    expect(titles('salt '.repeat(100))).toEqual(['The Salt Cartographer', 'Salt and silver: an evening on film stock']);
    expect(titles('x'.repeat(500))).toEqual([]);
  });

  it('never throw, and find only what was given, in order within a rank', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 600 }), array(string({ unit: 'binary' }), { maxLength: 5 }), (question, given) => {
        const entries = given.map((title) => film(title, title));
        const { films, count } = find(prepare(entries), question, ALL);
        expect(films.every((one) => entries.includes(one))).toBe(true);
        expect(count).toBe(films.length);
      }),
      { numRuns: 50 },
    );
  });

  it('an entry is found by its own title', () => {
    assert(
      property(string({ maxLength: 60 }), (title) => {
        pre(wordsOf(title).length > 0);
        expect(find(prepare([film(title)]), title, ALL).count).toBe(1);
      }),
    );
  });
});
