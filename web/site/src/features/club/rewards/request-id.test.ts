import { expect, it } from 'vitest';
import { requestId } from './request-id.ts';

it('CALL-26 every order has a distinct id of 128 bits', () => {
  const ids = Array.from({ length: 50 }, () => requestId());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(50);
  expect(requestId((bytes) => bytes.fill(5))).toBe('05'.repeat(16));
});
