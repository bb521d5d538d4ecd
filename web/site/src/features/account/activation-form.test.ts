import { describe, expect, it } from 'vitest';
import { type ActivationForm, firstOf, flawsOf } from './activation-form.ts';

const FORM: ActivationForm = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.example', phone: '', country: 'US', card: '' };

describe('the form to activate a membership', () => {
  it('LOYC-19 asks for card and phone only where the site wants them, and then they are required', () => {
    expect(flawsOf(FORM, [], undefined)).toEqual({});
    expect(flawsOf(FORM, ['cardNumber', 'phoneNumber'], undefined)).toEqual({ phone: 'missing', card: 'missing' });
    expect(flawsOf({ ...FORM, card: 'ab12', phone: '4155552671' }, ['cardNumber', 'phoneNumber'], '+14155552671')).toEqual({});
  });

  it('VALID-03 a phone number must be one of its country', () => {
    expect(flawsOf({ ...FORM, phone: '12345' }, ['phoneNumber'], undefined)).toEqual({ phone: 'wrong' });
  });

  it('leads to the first field that is wrong', () => {
    const flaws = flawsOf({ ...FORM, firstName: ' ', email: 'x' }, ['cardNumber'], undefined);
    expect(flaws).toEqual({ firstName: 'missing', email: 'wrong', card: 'missing' });
    expect(firstOf(flaws)).toBe('firstName');
    expect(firstOf({})).toBeUndefined();
  });
});
