import { cell } from '@marquee/rules/cell.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InterstitialFrame } from './Interstitial.tsx';
import { PulseCard } from './Pulse.tsx';

const pulse = (seen: 'hidden' | 'shown' | 'aside'): string =>
  renderToStaticMarkup(<PulseCard words={{ label: 'Advertisement', close: 'Close advertisement' }} seen={cell<'hidden' | 'shown' | 'aside'>(seen)} onClose={() => {}} />);

describe('the pulse slot', () => {
  it('ADS-03 ADS-28 is a labelled card with a button, and its container', () => {
    expect(pulse('shown')).toMatch(/^<aside [^>]*aria-label="Advertisement" data-shown=""><div [^>]*><span aria-hidden="true">Advertisement<\/span><button type="button" class="iconbtn" aria-label="Close advertisement">/);
    expect(pulse('shown')).toMatch(/<div [^>]*id="PulsePromoContainer"><\/div><\/aside>$/);
  });

  it('ux 4: is not seen at first, and goes aside', () => {
    expect(pulse('hidden')).not.toContain('data-shown');
    expect(pulse('aside')).toContain('data-shown="" data-aside=""');
  });
});

it('ADS-07 ADS-08 the interstitial is a labelled dialog, closed at first, whose first control leads on', () => {
  const markup = renderToStaticMarkup(<InterstitialFrame words={{ label: 'Advertisement', proceed: 'Continue to Aster' }} onClose={() => {}} />);
  expect(markup).toMatch(/^<dialog [^>]*aria-label="Advertisement">/);
  expect(markup).not.toContain(' open');
  expect(markup).toMatch(/<form method="dialog"><button [^>]*>Continue to Aster<svg/);
  expect(markup).toMatch(/id="InterstitialContainer"><\/div><\/div><\/dialog>$/);
});
