import { array, assert, constantFrom, nat, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, wordsOf } from './fold.ts';
import { asks, type Findable, find, type Limits, oneSlip, prepare } from './search.ts';

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
    ['sal', ['The Salt Cartographer', 'Paper Tigers Don’t Sleep', 'Salt and silver: an evening on film stock', 'Sales, refunds and exchanges', 'Rusalka, live']],
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

  it('puts a title that begins so first, then a word that does, then a part, then other words', () => {
    const some = prepare([film('Other', 'rain'), film('Terrain'), film('A Brief History of Rain'), film('Rain Man'), film('Purple Rain')]);
    expect(find(some, 'rain', ALL).films.map(({ title }) => title)).toEqual(['Rain Man', 'A Brief History of Rain', 'Purple Rain', 'Terrain', 'Other']);
  });

  it('ranks by the word that matches worst', () => {
    const some = prepare([film('Rain', 'Tokyo'), film('Terrain of Tokyo'), film('Tokyo Rain')]);
    expect(find(some, 'rain tokyo', ALL).films.map(({ title }) => title)).toEqual(['Tokyo Rain', 'Terrain of Tokyo', 'Rain']);
  });

  it('keeps films and the rest apart, shows so many of each and counts all', () => {
    expect(find(index, 'sal', { films: 1, others: 2 })).toEqual({
      films: [ENTRIES[0]],
      others: [ENTRIES[8], ENTRIES[10]],
      count: 5,
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
    // Two slips, and words of four letters, are not guessed.
    ['cartogrehper', []],
    ['sald', []],
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

  it.each([
    ['abcde', 'abcde', true],
    ['abcde', 'abde', true],
    ['abde', 'abcde', true],
    ['abxde', 'abcde', true],
    ['abdce', 'abcde', true],
    ['abxde', 'abcdefg', true],
    ['abxye', 'abcde', false],
    ['bacd', 'abdc', false],
  ])('%s for %s: %s', (word, other, expected) => {
    expect(oneSlip(word, other)).toBe(expected);
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

it('ux 4: is quick with 2,000 entries', () => {
  const words = ['Ålesund', 'Salt', 'Rivière', 'Cartographer', 'Tokyo', 'Ostinato', 'Kestrel', 'Rain'];
  const many = Array.from({ length: 2000 }, (_, n) => film(`${words[n % 8]} ${words[(n * 3) % 8]} ${n}`, `${words[(n * 5) % 8]} ${n}`, 'Drama', 'Maëlle Kerbrat'));
  const started = Date.now();
  const prepared = prepare(many);
  for (const question of ['s', 'sa', 'sal', 'salt', 'kestrle tokyo', 'zzzzzzzzzz']) find(prepared, question, ALL);
  // Some 20 ms on the build machine: the bound only catches another order of growth.
  expect(Date.now() - started).toBeLessThan(1000);
});
