import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Field, TextField, descriptionAttributes } from './Field.tsx';

const noop = () => {};

describe('a field', () => {
  it('works without scripts: it has a label, a name and autocompletion', () => {
    const html = renderToString(
      <TextField
        id="em"
        name="email"
        label="Email"
        value="june@mail.example"
        onChange={noop}
        type="email"
        autoComplete="email"
        required
        maxLength={80}
      />,
    );
    expect(html).toContain('for="em">Email</label>');
    const input = /<input[^>]*>/.exec(html)?.[0] ?? '';
    for (const part of [
      'id="em"',
      'name="email"',
      'type="email"',
      'value="june@mail.example"',
      'autoComplete="email"',
      'required=""',
      'maxLength="80"',
    ])
      expect(input).toContain(part);
    expect(html).not.toContain('aria-');
  });

  it('VALID-02 shows that it is invalid, with an icon and a message that describes it', () => {
    const html = renderToString(
      <TextField id="em" name="email" label="Email" value="" onChange={noop} error="Enter your email" hint="We never share it" />,
    );
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-describedby="em-error em-hint"');
    expect(html).toMatch(/<p [^>]*id="em-error"><svg [^>]*aria-hidden="true">.*<span>Enter your email<\/span><\/p>/);
    expect(html).toMatch(/<p [^>]*id="em-hint">We never share it<\/p>/);
  });

  it('says in its label that it is optional', () => {
    const html = renderToString(
      <Field id="ph" label="Mobile" optional="(optional)">
        <input id="ph" />
      </Field>,
    );
    expect(html.replaceAll(/<!-- -->|<span[^>]*>|<\/span>/g, '')).toMatch(
      /id="ph-label" for="ph">Mobile \(optional\)<\/label><input id="ph"\/>/,
    );
  });

  it('VALID-02 is described only by the elements that exist', () => {
    expect(descriptionAttributes('a', {})).toEqual({});
    expect(descriptionAttributes('a', { hint: 'x' }, 'rules')).toEqual({ 'aria-describedby': 'a-hint rules' });
    expect(descriptionAttributes('a', { error: 'x', hint: '' })).toEqual({ 'aria-invalid': true, 'aria-describedby': 'a-error' });
  });
});
