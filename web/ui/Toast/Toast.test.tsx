import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Toast, ToastAction } from './Toast.tsx';

const nothing = () => {};

describe('a toast', () => {
  it('has a place that is there before it says something, and waits for its turn', () => {
    expect(renderToString(<Toast message={undefined} closeLabel="Close" onClose={nothing} />)).toMatch(/^<div class="[^"]+" role="status"><\/div>$/);
  });

  it('ux 7: says what was done, with a way to undo it and one to close it', () => {
    const html = renderToString(<Toast message="Saved" action={<ToastAction onClick={nothing}>Undo</ToastAction>} closeLabel="Close" onClose={nothing} />);
    expect(html).toMatch(/<p>Saved<\/p><button class="[^"]+" type="button">Undo<\/button><button class="iconbtn" type="button" aria-label="Close">/);
  });
});
