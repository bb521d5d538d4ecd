import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

const { createPortal } = vi.hoisted(() => ({
  createPortal: vi.fn<(children: unknown, container: unknown) => unknown>((children) => children),
}));
vi.mock('react-dom', () => ({ createPortal }));

afterEach(() => vi.unstubAllGlobals());

const markup = (look?: 'top') =>
  renderToStaticMarkup(
    <Dialog
      title="Choose your theater"
      closeLabel="Close"
      onClose={() => {}}
      foot="Remembered"
      {...(look === undefined ? {} : { look, head: <input /> })}
    >
      <ul />
    </Dialog>,
  );

describe('a dialog', () => {
  it('PAGE-01 is placed inside the element with id modal-root', () => {
    const root = { id: 'modal-root' };
    vi.stubGlobal('document', { getElementById: (id: string) => (id === 'modal-root' ? root : null) });
    markup();
    expect(createPortal).toHaveBeenLastCalledWith(expect.anything(), root);
  });

  it('ux 8: is named by its heading and has a close button that needs no script', () => {
    vi.stubGlobal('document', { getElementById: () => ({}) });
    expect(markup()).toMatch(
      /^<dialog [^>]*aria-label="Choose your theater"><header [^>]*><h2>Choose your theater<\/h2><form method="dialog"><button class="iconbtn" aria-label="Close">/,
    );
    expect(markup('top')).toMatch(/aria-label="Choose your theater"><header [^>]*><input\/?><form method="dialog">/);
  });
});
