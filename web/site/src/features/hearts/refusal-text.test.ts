import { describe, expect, it } from 'vitest';
import { CATALOGUES, LATER_CATALOGUES } from '../../messages/all.ts';
import { refusalText, titleIn } from './refusal-text.ts';

const VOICE = { locale: 'en', provider: 'NONE', original: false } as const;
const REFUSED = { kind: 'refused', answer: { peachCode: 999 } } as const;
const DOWN = { kind: 'unreachable' } as const;
const { watchlist } = LATER_CATALOGUES.en;

describe('what is said of a heart that was refused', () => {
  it.each([
    [{ list: 'watchlist', adds: true, failure: REFUSED }, 'Kestrel', 'Kestrel could not be added to your watchlist. (Code: 999)'],
    [{ list: 'watchlist', adds: false, failure: REFUSED }, 'Kestrel', 'Kestrel could not be removed from your watchlist. (Code: 999)'],
    [{ list: 'watchlist', adds: true, failure: DOWN }, 'Kestrel', 'Kestrel could not be added to your watchlist.'],
    [{ list: 'watchlist', adds: true, failure: DOWN }, '', 'This film could not be added to your watchlist.'],
  ] as const)('ux 7 of a film: %j', (refusal, title, text) => {
    expect(refusalText(refusal, title, VOICE, watchlist)).toBe(text);
  });

  it('ERR-01 the catalogue has words of its own for some', () => {
    expect(refusalText({ list: 'watchlist', adds: true, failure: { kind: 'refused', answer: { peachCode: 72 } } }, 'Kestrel', VOICE, watchlist)).toBe("This movie can't be added to your watchlist yet (Code: 72)");
  });

  it('ERR-24, ERR-25 of a theater', () => {
    expect(refusalText({ list: 'theaters', adds: true, failure: REFUSED }, 'Canal Street', VOICE, watchlist)).toMatch(/^An error has occured\. .*\(Code: 999\)$/);
  });

  it('ERR-26 nothing of a theater where the network failed', () => {
    expect(refusalText({ list: 'theaters', adds: true, failure: DOWN }, 'Canal Street', VOICE, watchlist)).toBeUndefined();
  });
});

it.each([
  ['Add Kestrel to watchlist', 'en', 'Kestrel'],
  ['Add Add to watchlist to watchlist', 'en', 'Add to watchlist'],
  ['Ajouter Kestrel à ma liste', 'fr', 'Kestrel'],
  ['Watchlist', 'en', ''],
  ['', 'en', ''],
  ['Add  to watchlist', 'en', ''],
] as const)('the title in the label "%s" (%s) is "%s"', (label, locale, title) => {
  expect(titleIn(label, (name) => CATALOGUES[locale].watchlist.add({ title: name }))).toBe(title);
});
