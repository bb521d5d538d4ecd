import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SelectField } from './SelectField.tsx';

const OPTIONS = [
  { value: 'a', label: 'Canal Street' },
  { value: 'b', label: 'Old Mill' },
];

describe('a select field', () => {
  it('works without scripts', () => {
    const html = renderToString(
      <SelectField id="t" name="theater" label="Theater" value="b" onChange={() => {}} options={OPTIONS} required />,
    );
    expect(html).toMatch(/<label [^>]*for="t">Theater<\/label>/);
    expect(html).toMatch(/<select [^>]*id="t"[^>]*name="theater"/);
    expect(html).toContain('<option value="a">Canal Street</option><option value="b" selected="">Old Mill</option>');
  });

  it('VALID-02 can be empty and invalid', () => {
    const html = renderToString(
      <SelectField
        id="t"
        name="theater"
        label="Theater"
        value=""
        onChange={() => {}}
        options={OPTIONS}
        empty="Choose one"
        error="Choose a theater"
      />,
    );
    expect(html).toContain('<option value="" selected="">Choose one</option>');
    expect(html).toContain('aria-invalid="true" aria-describedby="t-error"');
  });
});
