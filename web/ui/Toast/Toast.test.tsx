import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Toast, ToastAction } from './Toast.tsx';

const noop = () => {};

describe('a toast', () => {
  it('has a polite live region before it has a message', () => {
    expect(renderToString(<Toast message={undefined} closeLabel="Close" onClose={noop} />)).toMatch(
      /^<div class="[^"]+" role="status"><\/div>$/,
    );
  });

  it('ux 7: shows a message with buttons to undo and to close', () => {
    const html = renderToString(
      <Toast message="Saved" action={<ToastAction onClick={noop}>Undo</ToastAction>} closeLabel="Close" onClose={noop} />,
    );
    expect(html).toMatch(
      /<p>Saved<\/p><button class="[^"]+" type="button">Undo<\/button><button class="iconbtn" type="button" aria-label="Close">/,
    );
  });
});
