import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Checkbox } from './Checkbox.tsx';

describe('a checkbox', () => {
  it('is a native input inside its label', () => {
    const html = renderToString(
      <Checkbox
        id="t"
        name="terms"
        label={
          <>
            I accept the <a href="/terms">terms</a>
          </>
        }
        checked
        onChange={() => {}}
        required
      />,
    );
    expect(html).toMatch(/<label [^>]*><span [^>]*><input id="t" type="checkbox" required="" name="terms" checked=""\/>/);
    expect(html).toContain('I accept the <a href="/terms">terms</a>');
  });

  it('VALID-02 shows that it is invalid', () => {
    const html = renderToString(
      <Checkbox id="t" name="terms" label="I accept" checked={false} onChange={() => {}} error="Accept the terms" />,
    );
    expect(html).toContain('aria-invalid="true" aria-describedby="t-error"');
    expect(html).toMatch(/<\/label><p [^>]*id="t-error">/);
    expect(html).not.toContain('checked=""');
  });
});
