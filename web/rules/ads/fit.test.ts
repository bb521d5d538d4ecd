import { describe, expect, it } from 'vitest';
import { mayResize, targetHeight } from './fit.ts';

const SLOT = { isFilled: false, isSettled: false, adHeight: 0, reservedHeight: 90 };

describe('the height of a slot', () => {
  it('ux 4: stays until the ad arrives, and for an ad that fits', () => {
    expect(targetHeight(SLOT)).toBe('reserved');
    expect(targetHeight({ ...SLOT, isFilled: true, adHeight: 90 })).toBe('reserved');
    expect(targetHeight({ ...SLOT, isFilled: true, isSettled: true, adHeight: 50 })).toBe('reserved');
  });

  it('ux 4: is closed without an ad', () => {
    expect(targetHeight({ ...SLOT, isSettled: true })).toBe('closed');
  });

  it('grows for an ad that is higher', () => {
    expect(targetHeight({ ...SLOT, isFilled: true, isSettled: true, adHeight: 250 })).toBe(250);
  });

  it('ux 4: changes only out of view', () => {
    expect(mayResize({ isInView: true, isAbove: false }, true)).toBe(false);
    expect(mayResize({ isInView: false, isAbove: false }, false)).toBe(true);
    expect(mayResize({ isInView: false, isAbove: true }, true)).toBe(true);
  });

  it('ux 4: does not change above the view without scroll anchoring', () => {
    expect(mayResize({ isInView: false, isAbove: true }, false)).toBe(false);
  });
});
