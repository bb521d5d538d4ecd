import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Switch } from './Switch.tsx';

const noop = () => {};

describe('a switch', () => {
  it('has a name and a checked state', () => {
    expect(renderToString(<Switch label="Newsletter of Old Mill" checked onChange={noop} />)).toMatch(
      /^<button [^>]*type="button" role="switch" aria-checked="true" aria-label="Newsletter of Old Mill"><span/,
    );
    expect(renderToString(<Switch label="Newsletter" checked={false} onChange={noop} />)).toContain('aria-checked="false"');
  });

  it('ux 7: is not disabled while it is busy, so it keeps the focus', () => {
    const html = renderToString(<Switch label="Newsletter" checked onChange={noop} busy />);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('disabled');
  });

  it('ux 8: can get the focus when a dialog opens', () => {
    expect(renderToString(<Switch label="Newsletter" checked onChange={noop} autofocus />)).toContain('data-autofocus=""');
    expect(renderToString(<Switch label="Newsletter" checked onChange={noop} />)).not.toContain('autofocus');
  });

  it('can show its label or a part of it', () => {
    expect(renderToString(<Switch label="Newsletter" visibleLabel checked onChange={noop} />)).toContain('<span>Newsletter</span>');
    expect(renderToString(<Switch label="Newsletter of Old Mill" visibleLabel="Newsletter" checked onChange={noop} />)).toContain(
      '<span>Newsletter</span>',
    );
    expect(renderToString(<Switch label="Newsletter" checked onChange={noop} />)).not.toContain('<span>Newsletter');
  });
});
