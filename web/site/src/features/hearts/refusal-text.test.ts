import { describe, expect, it } from 'vitest';
import { CATALOGS, LATER_CATALOGS } from '../../messages/all.ts';
import { refusalText, titleIn } from './refusal-text.ts';

const SETTINGS = { texts: LATER_CATALOGS.en.calls, provider: 'NONE', original: false } as const;
const REFUSED = { kind: 'refused', response: { peachCode: 999 } } as const;
const DOWN = { kind: 'unreachable' } as const;
const { watchlist } = LATER_CATALOGS.en;

describe('the text for a failed heart', () => {
  it.each([
    [
      { list: 'watchlist', adds: true, failure: REFUSED },
      'Kestrel',
      'Kestrel could not be added to your watchlist. (Code:\u00a0999)',
    ],
    [
      { list: 'watchlist', adds: false, failure: REFUSED },
      'Kestrel',
      'Kestrel could not be removed from your watchlist. (Code:\u00a0999)',
    ],
    [{ list: 'watchlist', adds: true, failure: DOWN }, 'Kestrel', 'Kestrel could not be added to your watchlist.'],
    [{ list: 'watchlist', adds: true, failure: DOWN }, '', 'This film could not be added to your watchlist.'],
  ] as const)('ux 7 for a film: %j', (refusal, title, text) => {
    expect(refusalText(refusal, title, SETTINGS, watchlist)).toBe(text);
  });

  it('ERR-01 the error catalog has its own texts for some codes', () => {
    expect(
      refusalText(
        { list: 'watchlist', adds: true, failure: { kind: 'refused', response: { peachCode: 72 } } },
        'Kestrel',
        SETTINGS,
        watchlist,
      ),
    ).toBe("This movie can't be added to your watchlist yet (Code:\u00a072)");
  });

  it.each([
    ['en', 57, 'An error has occured. Invalid reset code (Code: 57)'],
    ['en', 999, 'An error has occured while retrieving your favorite theaters. (Code: 999)'],
    ['fr', 999, 'Une erreur s’est produite lors de la lecture de vos cinémas favoris. (Code : 999)'],
  ] as const)('ERR-24 ERR-25 for a theater in %s with the code %i: %s', (locale, peachCode, text) => {
    const failure = { kind: 'refused', response: { peachCode } } as const;
    expect(
      refusalText(
        { list: 'theaters', adds: true, failure },
        'Canal Street',
        { ...SETTINGS, texts: LATER_CATALOGS[locale].calls },
        watchlist,
      )?.replaceAll('\u00a0', ' '),
    ).toBe(text);
  });

  it('ERR-26 is empty for a theater if the network failed', () => {
    expect(refusalText({ list: 'theaters', adds: true, failure: DOWN }, 'Canal Street', SETTINGS, watchlist)).toBeUndefined();
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
  expect(titleIn(label, (name) => CATALOGS[locale].watchlist.add({ title: name }))).toBe(title);
});
