import { messages as en } from 'virtual:messages/en.later';
import { messages as fr } from 'virtual:messages/fr.later';
import { describe, expect, it } from 'vitest';
import { getFavoriteCinemas } from '@marquee/api/loyalty/favorites.gen.ts';
import type { ErrorTextSettings } from '../calls/error-text.ts';
import {
  favoriteTheaterName,
  favoriteTheatersError,
  favoriteTheatersOf as shownTheaters,
  favoriteTheatersRecord,
} from './favorite-theaters.ts';

const favoriteTheatersOf = (response: unknown) =>
  shownTheaters(getFavoriteCinemas({ version: 3, circuitId: 'C1', cinemaId: 'T1' }).read(response));

const SETTINGS: ErrorTextSettings = { texts: en.calls, provider: 'NONE', original: false };
const C1 = { boxofficeCinemaId: 'C1', subscribeToNewsletter: true };
const GENERIC = 'An error has occured while retrieving your favorite theaters.';

describe('the list of a response', () => {
  it('FAV-01 has entries with an id and a newsletter', () => {
    expect(
      favoriteTheatersOf({
        peachCode: 0,
        favoriteCinemas: [C1, { boxofficeCinemaId: 7 }, { subscribeToNewsletter: true }, null, 'C3'],
      }),
    ).toEqual([C1, { boxofficeCinemaId: '7', subscribeToNewsletter: false }]);
  });

  it('FAV-02 keeps further fields of an entry', () => {
    expect(favoriteTheatersOf({ peachCode: 0, favoriteCinemas: [{ ...C1, name: 'Acme Downtown', foo: 1 }] })).toEqual([
      { ...C1, name: 'Acme Downtown', foo: 1 },
    ]);
  });

  it('FAV-11 is undefined without a successful code', () => {
    expect(
      [
        { peachCode: 0, favoriteCinemas: [] },
        { peachCode: 0 },
        { favoriteCinemas: [C1] },
        { peachCode: 7, favoriteCinemas: [C1] },
        null,
      ].map(favoriteTheatersOf),
    ).toEqual([[], undefined, undefined, undefined, undefined]);
  });
});

it('FAV-02 an entry is shown with its name, else with that of the theater, else with its id', () => {
  const theaters = [{ id: 'C1', name: 'Acme Uptown' }];
  expect(
    [{ ...C1, name: 'Acme Downtown' }, { ...C1, name: '' }, C1, { ...C1, boxofficeCinemaId: 'C9' }].map((cinema) =>
      favoriteTheaterName(cinema, theaters),
    ),
  ).toEqual(['Acme Downtown', 'Acme Uptown', 'Acme Uptown', 'C9']);
});

it('ROLE-07 FAV-03 members of version 3 with a token can have favorites', () => {
  const v3 = { kind: 'held', cypherVersion: 3, token: 'abc', refreshToken: 'r1' } as const;
  const page = { kind: 'opaque', cypherVersion: 3 } as const;
  expect(favoriteTheatersRecord({ kind: 'signed-in', record: v3, member: {} })).toBe(v3);
  expect(favoriteTheatersRecord({ kind: 'expired', record: page, member: {} })).toBe(page);
  expect(favoriteTheatersRecord({ kind: 'signed-in', record: { ...v3, token: '' }, member: {} })).toBeUndefined();
  expect(favoriteTheatersRecord({ kind: 'signed-in', record: { kind: 'opaque', cypherVersion: 1 }, member: {} })).toBeUndefined();
  expect(favoriteTheatersRecord({ kind: 'loading', record: page })).toBeUndefined();
  expect(favoriteTheatersRecord({ kind: 'signed-out' })).toBeUndefined();
});

describe('the message of a failure', () => {
  it('ERR-24 ERR-25 is the generic one if there is none for the code', () => {
    expect(favoriteTheatersError({ kind: 'refused', response: { peachCode: 999 } }, SETTINGS)).toEqual({
      main: 'An error has occured.',
      detail: `${GENERIC} (Code: 999)`,
    });
    expect(favoriteTheatersError({ kind: 'refused', response: { title: 'Unavailable' } }, SETTINGS)?.detail).toBe(GENERIC);
  });

  it('ERR-25 is the response’s own if it has one', () => {
    expect(favoriteTheatersError({ kind: 'refused', response: { peachCode: 30 } }, SETTINGS)?.detail).toBe(
      'Member not found (Code: 30)',
    );
    expect(
      favoriteTheatersError(
        { kind: 'refused', response: { peachCode: 30, clientErrorMessage: 'Nope' } },
        { ...SETTINGS, original: true },
      )?.detail,
    ).toBe('Nope');
  });

  it('is in the page’s language', () => {
    expect(
      favoriteTheatersError({ kind: 'refused', response: { peachCode: 999 } }, { ...SETTINGS, texts: fr.calls })?.detail,
    ).toContain('cinémas favoris. (Code\u00a0: 999)');
  });

  it('ERR-26 is undefined for a network failure, or without a failure', () => {
    expect([favoriteTheatersError({ kind: 'unreachable' }, SETTINGS), favoriteTheatersError(undefined, SETTINGS)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
