import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from './Button.tsx';

const text = (html: string): string => html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');

describe('a button', () => {
  it('does not submit a form by default', () => {
    expect(renderToString(<Button>Redeem</Button>)).toMatch(/^<button class="[^"]+" type="button">Redeem<\/button>$/);
    expect(
      renderToString(
        <Button type="submit" kind="line" size="l" wide name="go">
          Save
        </Button>,
      ),
    ).toMatch(/^<button class="[^"]+" type="submit" name="go">/);
  });

  it('ux 7: keeps its label and its focus while it is busy', () => {
    const html = renderToString(
      <Button busy busyLabel="Signing in">
        Sign in
      </Button>,
    );
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('disabled');
    expect(text(html)).toBe('|Sign in|Signing in|');
    expect(html).toMatch(/<\/button><output class="sr">Signing in<\/output>$/);
  });

  it('announces that it is busy in an existing live region', () => {
    expect(renderToString(<Button busyLabel="Signing in">Sign in</Button>)).toMatch(/<\/button><output class="sr"><\/output>$/);
  });

  it('ux 7: shows the spinner in place of its icon', () => {
    expect(renderToString(<Button icon={<svg />}>Save</Button>)).toContain('<svg></svg>Save</button>');
    const busy = renderToString(
      <Button icon={<svg />} busy>
        Save
      </Button>,
    );
    expect(busy).not.toContain('<svg>');
    expect(busy).toMatch(/<span class="[^"]+" aria-hidden="true"><span class="[^"]+"><\/span><\/span>Save<\/button>/);
  });
});
