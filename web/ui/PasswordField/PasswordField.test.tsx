import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PasswordField } from './PasswordField.tsx';

const field = (more: { error?: string; hint?: string; describedBy?: string } = {}) =>
  renderToString(
    <PasswordField
      id="p"
      name="password"
      label="Password"
      value={`a<'">&b`}
      onChange={() => {}}
      autoComplete="new-password"
      showLabel="Show password"
      hideLabel="Hide password"
      required
      {...more}
    />,
  );

describe('a password field', () => {
  it('VALID-02 hides the typed text, and has a toggle that is absent without scripts', () => {
    const html = field();
    expect(html).toMatch(/<label [^>]*for="p">Password<\/label>/);
    expect(html).toMatch(/<input [^>]*id="p"[^>]*type="password"/);
    expect(html).toMatch(
      /<button class="iconbtn needsScript" type="button" aria-label="Show password" aria-pressed="false" aria-controls="p" title="Show password">/,
    );
    for (const part of [
      'name="password"',
      'autoComplete="new-password"',
      'required=""',
      'spellCheck="false"',
      'autoCapitalize="off"',
    ])
      expect(html).toContain(part);
  });

  it('VALID-01 keeps every character', () => {
    expect(field()).toContain('value="a&lt;&#x27;&quot;&gt;&amp;b"');
  });

  it('VALID-02 is described by its error, its hint and the page’s password rules', () => {
    const html = field({ error: 'Wrong', hint: 'Eight or more', describedBy: 'rules' });
    expect(html).toContain('aria-invalid="true" aria-describedby="p-error p-hint rules"');
  });
});
