import { cell } from '@marquee/rules/cell.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InterstitialFrame } from './Interstitial.tsx';
import { PulseCard } from './Pulse.tsx';

const pulse = (visibility: 'hidden' | 'shown' | 'aside'): string =>
  renderToStaticMarkup(
    <PulseCard
      texts={{ label: 'Advertisement', close: 'Close advertisement' }}
      visibility={cell<'hidden' | 'shown' | 'aside'>(visibility)}
      onClose={() => {}}
    />,
  );

describe('the pulse slot', () => {
  it('ADS-03 ADS-28 is a labeled card with a close button and the container', () => {
    expect(pulse('shown')).toMatch(
      /^<aside [^>]*aria-label="Advertisement" data-shown=""><div [^>]*><span aria-hidden="true">Advertisement<\/span><button type="button" class="iconbtn" aria-label="Close advertisement">/,
    );
    expect(pulse('shown')).toMatch(/<div [^>]*id="PulsePromoContainer"><\/div><\/aside>$/);
  });

  it('ux 4: is hidden at first, and can move aside', () => {
    expect(pulse('hidden')).not.toContain('data-shown');
    expect(pulse('aside')).toContain('data-shown="" data-aside=""');
  });
});

it('ADS-07 ADS-08 the interstitial is a labeled dialog, closed at first, whose first control continues to the page', () => {
  const markup = renderToStaticMarkup(
    <InterstitialFrame texts={{ label: 'Advertisement', continue: 'Continue to Aster' }} onClose={() => {}} />,
  );
  expect(markup).toMatch(/^<dialog [^>]*aria-label="Advertisement">/);
  expect(markup).not.toContain(' open');
  expect(markup).toMatch(/<form method="dialog"><button [^>]*>Continue to Aster<svg/);
  expect(markup).toMatch(/id="InterstitialContainer"><\/div><\/div><\/dialog>$/);
});
