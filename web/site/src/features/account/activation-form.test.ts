import { describe, expect, it } from 'vitest';
import { type ActivationForm, firstFlaw, flawsOf } from './activation-form.ts';

const FORM: ActivationForm = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.example', phone: '', country: 'US', card: '' };

describe('the activation form', () => {
  it('LOYC-19 requires card and phone only if the site does', () => {
    expect(flawsOf(FORM, [], undefined)).toEqual({});
    expect(flawsOf(FORM, ['cardNumber', 'phoneNumber'], undefined)).toEqual({ phone: 'missing', card: 'missing' });
    expect(flawsOf({ ...FORM, card: 'ab12', phone: '4155552671' }, ['cardNumber', 'phoneNumber'], '+14155552671')).toEqual({});
  });

  it('VALID-03 a phone number must be valid in its country', () => {
    expect(flawsOf({ ...FORM, phone: '12345' }, ['phoneNumber'], undefined)).toEqual({ phone: 'wrong' });
  });

  it('finds the first invalid field', () => {
    const flaws = flawsOf({ ...FORM, firstName: ' ', email: 'x' }, ['cardNumber'], undefined);
    expect(flaws).toEqual({ firstName: 'missing', email: 'wrong', card: 'missing' });
    expect(firstFlaw(flaws)).toBe('firstName');
    expect(firstFlaw({})).toBeUndefined();
  });
});
