// Texts that a review of the pages' language replaced: none may return to the messages or the content of the demo.
//
// Not in the table, because the product keeps them on purpose or because another test holds them:
// - "Click here if it does not work" (hand-over): HAND-03 states this label, so "Go to tickets now" was declined (decision 0027).
// - "Les 6 récompenses": the name of the link begins with its visible text, which is "Tout voir (6)" (WCAG 2.5.3). Only the comma is retired.
// - "No showtimes on this day." stays for days without shows. After the last start the page says "That was the last film today.":
//   web/e2e/clocks.e2e.ts.
// - "Dimanche 22 nov." within a sentence is not a text but a date: web/site/src/pages/days-in-french.test.tsx.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCALES, ROOT } from './paths.ts';

interface RetiredText {
  readonly retired: RegExp;
  readonly instead: string;
  /** Where the text is retired, as file and key; everywhere by default. */
  readonly place?: RegExp;
}

// Texts are compared with straight apostrophes and plain spaces.
const ENGLISH: readonly RetiredText[] = [
  { retired: /Dark colours/, instead: 'Dark colors' },
  { retired: /\bCancelled\b/i, instead: 'Canceled' },
  { retired: /My cinemas/, instead: 'My theaters' },
  { retired: /The program(me)? is not available/, instead: 'Showtimes are not available right now.' },
  { retired: /^On today$/, instead: 'Playing today' },
  { retired: /\{membership\} is active/, instead: 'Your {membership} membership is active.' },
  { retired: /choose no texts/, instead: 'Enter your mobile number, or turn off texts' },
  { retired: /phone number of that country/, instead: 'This is not a phone number in that country' },
  { retired: /^(\{count\}|\d+) characters/, instead: 'At least 8 characters' },
  { retired: /We write to you when it is here/, instead: "We'll email you when it arrives." },
  { retired: /You find it under Orders/, instead: "You'll find it under Orders." },
  { retired: /It is a while since/, instead: "It's been a while since you signed in." },
  { retired: /Being paid/, instead: 'Payment pending' },
  { retired: /Not for your level/, instead: 'Unlocks at a higher level' },
  { retired: /works for 30 minutes and once/, instead: 'It works once, within 30 minutes.' },
  { retired: /used up or too old/, instead: 'This link has expired or was already used.' },
  { retired: /Many people use it|your name or ours in it/, instead: "It's too common, or contains your name or ours." },
  { retired: /From ten people on/, instead: 'Groups of ten or more save $3 a seat.' },
  { retired: /bring someone for free/, instead: 'Your guest comes free.' },
  { retired: /doors open by button/, instead: 'The doors open at the push of a button' },
  { retired: /one in fourteen/, instead: 'gradient 1:14' },
  { retired: /by the word PREVIEW/, instead: 'Look for the word PREVIEW' },
  { retired: /the times open for you/, instead: 'sign in to see their times' },
  { retired: /nine-meter/, instead: '30-foot screen' },
  { retired: /Ask for a date/, instead: 'Check a date' },
  { retired: /half a week before/, instead: 'the rest a week before' },
  // The hero of the same page names other hours.
  { retired: /noon to ten/, instead: 'from 10:30 AM until the last film has started' },
  { retired: /\bcrunch/, instead: 'Anything quiet (popcorn excepted).' },
];

const FRENCH: readonly RetiredText[] = [
  // It means "coming soon", but names the shows that start next.
  { retired: /Bientôt en salle/, instead: 'Prochaines séances' },
  { retired: /^Film à l'affiche$/, instead: 'Film à la une' },
  // An e-ticket is a "billet électronique".
  { retired: /\be-?billets?\b/i, instead: 'Bons cinéma' },
  { retired: /Bon après-midi/, instead: 'Bonjour' },
  { retired: /^\+\{count\} autres$/, instead: '{count, plural, one {+{count} autre} other {+{count} autres}}' },
  { retired: /\bde (Old Mill|Harbor(?! Street))\b/, instead: "La façade d'Old Mill, du Harbor" },
  { retired: /Alzheimer/, instead: 'Séance adaptée (troubles de la mémoire)' },
  { retired: /^Nuit$/, instead: 'Tard le soir' },
  { retired: /^Moment$/, instead: 'Horaire' },
  { retired: /^Fin avant$/, instead: 'Se termine avant' },
  { retired: /^Bande-annonce$/, instead: 'Voir la bande-annonce', place: /\.watchTrailer$/ },
  { retired: /Vous allez être redirigé/, instead: 'Redirection dans quelques secondes…' },
  { retired: /^Calendrier$/, instead: 'Programme', place: /menus\.json|\.sample\./ },
  { retired: /^Amis$/, instead: "Les Amis d'Aster" },
  { retired: /^Tout \(\{count\}\)/, instead: 'Tout voir ({count})' },
  { retired: /Demandez en caisse comment le renouveler/, instead: 'Renseignez-vous en caisse.' },
  { retired: /\d ?h ?\d\d\b/, instead: '10:30' },
];

interface Text {
  readonly place: string;
  readonly text: string;
}

function textsOf(place: string, value: unknown): Text[] {
  if (typeof value === 'string') return [{ place, text: value.replaceAll('’', "'").replaceAll(/\s/g, ' ') }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsOf(`${place}.${key}`, entry));
}

const textsBelow = (folder: string): Text[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => textsOf(name, JSON.parse(readFileSync(join(folder, name), 'utf8'))));

const demo = textsBelow(join(ROOT, 'fixtures/demo'));
const english = [...textsBelow(join(LOCALES, 'en')), ...demo];
const french = [...textsBelow(join(LOCALES, 'fr')), ...demo];

const returned = (texts: readonly Text[], { retired, place }: RetiredText): Text[] =>
  texts.filter((text) => retired.test(text.text) && (place === undefined || place.test(text.place)));

it.each(ENGLISH)('no English text says $retired again: it is "$instead"', (row) => {
  expect(returned(english, row)).toEqual([]);
});

it.each(FRENCH)('no French text says $retired again: it is "$instead"', (row) => {
  expect(returned(french, row)).toEqual([]);
});
