// Vitest configuration of script/mutants: runs the tests below MARQUEE_MUTANTS against each mutant.

import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const FOLDER = process.env['MARQUEE_MUTANTS'] ?? 'web';

/** The limit of a test, which ends one that waits for ever because of a mutant. Below web/rules the longest tests check many palettes. */
const TIMEOUT_MS = FOLDER === 'web/rules' ? 600_000 : 15_000;

// One project, whose files run in processes of their own: the projects of the base would add the tests of other folders.
const { projects: _, ...test } = base.test ?? {};

export default defineConfig({
  ...base,
  test: { ...test, testTimeout: TIMEOUT_MS, include: [`${FOLDER}/**/*.test.{ts,tsx}`] },
});
