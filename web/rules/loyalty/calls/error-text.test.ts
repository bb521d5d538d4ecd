import { messages as en } from 'virtual:messages/en.later';
import { messages as fr } from 'virtual:messages/fr.later';
import { describe, expect, it } from 'vitest';
import texts from '../../../../fixtures/errors/texts.json' with { type: 'json' };
import { errorText, type ErrorTextSettings } from './error-text.ts';

const FALLBACK = 'An error has occurred. Please try again.';
const text = (peachCode: number, settings: Partial<ErrorTextSettings> = {}, clientErrorMessage = 'Nope'): string =>
  errorText({ peachCode, clientErrorMessage }, { texts: en.calls, provider: 'NONE', original: false, ...settings }, FALLBACK);

describe('the text of a failed call', () => {
  it('ERR-01 is the service’s own if the site shows it', () => {
    expect(text(30, { original: true })).toBe('Nope');
    expect(text(30)).toBe('Member not found (Code: 30)');
    expect(text(30, { original: true }, '')).toBe('Member not found (Code: 30)');
    expect(errorText({ peachCode: 30 }, { texts: en.calls, provider: 'NONE', original: true }, FALLBACK)).toBe(
      'Member not found (Code: 30)',
    );
  });

  it.each(texts)('ERR-02 of code $code is that of $provider, else the code’s, else the caller’s', (sample) => {
    expect(text(sample.code, { provider: sample.provider })).toBe(`${sample.text ?? FALLBACK} (Code: ${sample.code})`);
  });

  it('ERR-03 ends with the code, in the page’s language', () => {
    expect(text(30)).toBe('Member not found (Code: 30)');
    expect(text(30, { texts: fr.calls })).toBe('Membre introuvable (Code\u00a0: 30)');
  });

  it.each([
    ['ERR-05', 26, 'Your account is not activated'],
    ['ERR-06', 29, 'Your email is not associated with a member'],
    ['ERR-07', 30, 'Member not found'],
    ['ERR-08', 31, 'Incorrect password'],
    ['ERR-09', 34, 'This email is already associated to a member'],
    ['ERR-10', 46, 'Your account has expired'],
    ['ERR-11', 51, 'Invalid gift card'],
    ['ERR-12', 57, 'Invalid reset code'],
    ['ERR-13', 58, 'Incorrect password'],
    ['ERR-14', 60, 'This email is already associated to a member'],
    ['ERR-15', 72, "This movie can't be added to your watchlist yet"],
    ['ERR-16', 76, 'Your account is already active'],
    ['ERR-17', 84, 'Password should meet complexity rules'],
    ['ERR-19', 85, 'Invalid activation info'],
    ['ERR-20', 1015, 'You need to change your password'],
    ['ERR-21', 1019, 'Your account is blocked'],
    ['ERR-22', 1020, 'This card is already active'],
  ])('%s of code %i is "%s"', (_, code, sentence) => {
    expect(text(code)).toBe(`${sentence} (Code: ${code})`);
    expect(text(code, { texts: fr.calls })).not.toContain(sentence);
  });

  it('ERR-18 names the rules of BOOST_POS for a weak password', () => {
    expect(text(84, { provider: 'BOOST_POS' })).toBe(
      'Your password is not strong enough. It must contain at least 8 characters, 1 lowercase letter, 1 uppercase letter, 1 number, and 1 special character. (Code: 84)',
    );
  });

  it.each([7, 423, 429])('ERR-23 of code %i is the caller’s', (code) => {
    expect(text(code)).toBe(`${FALLBACK} (Code: ${code})`);
  });

  it('has no code if the response has none', () => {
    expect(errorText({}, { texts: en.calls, provider: 'NONE', original: false }, FALLBACK)).toBe(FALLBACK);
  });
});
