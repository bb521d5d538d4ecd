import { afterEach, expect, it, vi } from 'vitest';
import { isFramed } from './framed.ts';

afterEach(() => vi.unstubAllGlobals());

it('security 1.2 a page is framed if the page around it is of another origin', () => {
  const window = {};
  const framedBy = (parent: object): boolean => {
    vi.stubGlobal('parent', parent);
    return isFramed();
  };
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin: 'https://acme.example' });
  const hidden = {
    get location(): never {
      throw new DOMException('', 'SecurityError');
    },
  };
  expect([
    framedBy(window),
    framedBy({ location: { origin: 'https://acme.example' } }),
    framedBy({ location: { origin: 'https://till.example' } }),
    framedBy(hidden),
  ]).toEqual([false, false, true, true]);
});
