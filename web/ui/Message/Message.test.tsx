import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ICONS } from '../Icon/icons.ts';
import { Message } from './Message.tsx';

describe('a message', () => {
  it('ux 8: is an alert for errors, else a status', () => {
    expect(renderToString(<Message kind="error">Incorrect password</Message>)).toContain('role="alert"');
    expect(renderToString(<Message kind="note">Check your email</Message>)).toContain('role="status"');
    expect(renderToString(<Message kind="success">Saved</Message>)).toContain('role="status"');
  });

  it('ux 7: has a different icon for each kind', () => {
    const icons = (['error', 'note', 'success'] as const).map(
      (kind) => / d="([^"]+)"/.exec(renderToString(<Message kind={kind}>x</Message>))?.[1],
    );
    expect(new Set(icons).size).toBe(3);
    expect(
      renderToString(
        <Message kind="note" icon={ICONS.heart}>
          x
        </Message>,
      ),
    ).toContain(ICONS.heart);
  });

  it('ux 8: can take the focus, but is not in the tab order', () => {
    expect(
      renderToString(
        <Message kind="error" focus>
          x
        </Message>,
      ),
    ).toContain('tabindex="-1"');
    expect(renderToString(<Message kind="error">x</Message>)).not.toContain('tabindex');
  });
});
