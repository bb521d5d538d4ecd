import { describe, expect, it } from 'vitest';
import { type ActivationForm, firstInvalidField, activationErrors } from './activation-form.ts';

const FORM: ActivationForm = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.example', phone: '', country: 'US', card: '' };

describe('the activation form', () => {
  it('LOYC-19 requires card and phone only if the site does', () => {
    expect(activationErrors(FORM, [], undefined)).toEqual({});
    expect(activationErrors(FORM, ['cardNumber', 'phoneNumber'], undefined)).toEqual({ phone: 'missing', card: 'missing' });
    expect(activationErrors({ ...FORM, card: 'ab12', phone: '4155552671' }, ['cardNumber', 'phoneNumber'], '+14155552671')).toEqual(
      {},
    );
  });

  it('VALID-03 a phone number must be valid in its country', () => {
    expect(activationErrors({ ...FORM, phone: '12345' }, ['phoneNumber'], undefined)).toEqual({ phone: 'invalid' });
  });

  it('finds the first invalid field', () => {
    const errors = activationErrors({ ...FORM, firstName: ' ', email: 'x' }, ['cardNumber'], undefined);
    expect(errors).toEqual({ firstName: 'missing', email: 'invalid', card: 'missing' });
    expect(firstInvalidField(errors)).toBe('firstName');
    expect(firstInvalidField({})).toBeUndefined();
  });
});
