// Vitest configuration of script/mutants: runs the tests below MARQUEE_MUTANTS against each mutant.

import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** Instrumented code is slow; the longest tests check many palettes. */
const TIMEOUT_MS = 600_000;

export default defineConfig({
  ...base,
  test: { ...base.test, testTimeout: TIMEOUT_MS, include: [`${process.env['MARQUEE_MUTANTS'] ?? 'web'}/**/*.test.{ts,tsx}`] },
});
