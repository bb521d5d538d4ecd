import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PhoneField } from './PhoneField.tsx';

const COUNTRIES = [
  { code: 'FR', name: 'France', callingCode: '33' },
  { code: 'US', name: 'United States', callingCode: '+1' },
];

const field = (more: { error?: string; hint?: string } = {}) =>
  renderToString(
    <PhoneField
      id="ph"
      name="mobile"
      label="Mobile"
      optional="(optional)"
      countryLabel="Country of the number"
      country="US"
      countries={COUNTRIES}
      onCountry={() => {}}
      value="(555) 010-0100"
      onChange={() => {}}
      {...more}
    />,
  );

describe('a phone field', () => {
  it('VALID-03 groups the country and the number', () => {
    const html = field();
    expect(html).toMatch(/^<fieldset aria-labelledby="ph-label"><div [^>]*><label [^>]*id="ph-label"/);
    expect(html).toMatch(/<select [^>]*name="mobileCountry" aria-label="Country of the number"/);
    expect(html).toContain('<option value="FR">France (+33)</option>');
    expect(html).toContain('<option value="US" selected="">United States (+1)</option>');
    expect(html).toMatch(
      /<input [^>]*id="ph"[^>]*inputMode="tel"[^>]*autoComplete="tel-national"[^>]*name="mobile"[^>]*value="\(555\) 010-0100"/,
    );
  });

  it('VALID-02 marks the number as invalid, not the country', () => {
    const html = field({ error: 'Not a number of this country', hint: 'For tickets by text' });
    expect(/<input [^>]*>/.exec(html)?.[0]).toContain('aria-invalid="true" aria-describedby="ph-error ph-hint"');
    expect(/<select [^>]*>/.exec(html)?.[0]).not.toContain('aria-invalid');
  });
});
