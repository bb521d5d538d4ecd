import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageData } from './page-data.ts';

afterEach(() => vi.unstubAllGlobals());

const stubBlock = (block: { textContent: string } | null) =>
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'page-data' ? block : null) });

describe('the data of a page', () => {
  it('is read again at each call, so that callers can change their copy', () => {
    stubBlock({ textContent: '{"page":{"kind":"search"}}' });
    expect(pageData()).toEqual({ page: { kind: 'search' } });
    expect(pageData()).not.toBe(pageData());
  });

  it('is an error if the block is missing or empty', () => {
    stubBlock(null);
    expect(pageData).toThrow(SyntaxError);
    stubBlock({ textContent: '' });
    expect(pageData).toThrow(SyntaxError);
  });
});
