import { describe, expect, it } from 'vitest';
import { clockOffset } from './session.ts';

describe("the server's clock", () => {
  it('is ahead of the browser, or behind it', () => {
    const receivedAt = Date.parse('2026-11-20T22:48:00Z');
    expect(clockOffset('2026-11-20T22:50:00Z', receivedAt)).toBe(120_000);
    expect(clockOffset('2026-11-20T22:47:00Z', receivedAt)).toBe(-60_000);
  });

  it("is the browser's if its time cannot be read", () => {
    expect(clockOffset('soon', 0)).toBe(0);
  });
});
