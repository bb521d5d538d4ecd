import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Switch } from './Switch.tsx';

const nothing = () => {};

describe('a switch', () => {
  it('says what it is for and whether it is on', () => {
    expect(renderToString(<Switch label="Newsletter of Old Mill" checked onChange={nothing} />)).toMatch(
      /^<button [^>]*type="button" role="switch" aria-checked="true" aria-label="Newsletter of Old Mill"><span/,
    );
    expect(renderToString(<Switch label="Newsletter" checked={false} onChange={nothing} />)).toContain('aria-checked="false"');
  });

  it('ux 7: is not disabled while it is busy, so that the focus stays', () => {
    const html = renderToString(<Switch label="Newsletter" checked onChange={nothing} busy />);
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain('disabled');
  });

  it('ux 8: may have the focus when a dialog opens', () => {
    expect(renderToString(<Switch label="Newsletter" checked onChange={nothing} autofocus />)).toContain('data-autofocus=""');
    expect(renderToString(<Switch label="Newsletter" checked onChange={nothing} />)).not.toContain('autofocus');
  });

  it('may show its label, or a part of it', () => {
    expect(renderToString(<Switch label="Newsletter" visibleLabel checked onChange={nothing} />)).toContain('<span>Newsletter</span>');
    expect(renderToString(<Switch label="Newsletter of Old Mill" visibleLabel="Newsletter" checked onChange={nothing} />)).toContain('<span>Newsletter</span>');
    expect(renderToString(<Switch label="Newsletter" checked onChange={nothing} />)).not.toContain('<span>Newsletter');
  });
});
