import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { messages } from './web/tooling/messages.ts';
import { LOCALES, SITE } from './web/tooling/paths.ts';

const modules = join(import.meta.dirname, 'node_modules');

/** Files that need a process of their own: they bundle, or replace or use the state of libraries, which the others share. */
const IN_PROCESSES = [
  'web/tooling/**/*.test.ts',
  'web/site/src/state/outside/analytics/*.test.ts',
  'web/site/src/features/account/SignIn.test.tsx',
  'web/ui/Dialog/Dialog.test.tsx',
];
const EXCLUDED = ['**/node_modules/**', 'web/dist/**'];

export default defineConfig({
  plugins: [messages(LOCALES, SITE)],
  test: {
    projects: [
      // Each file has globals and modules of its own in a context within a thread, which takes a fourth of the time of a process.
      {
        extends: true,
        test: { name: 'contexts', include: ['web/**/*.test.{ts,tsx}'], exclude: [...EXCLUDED, ...IN_PROCESSES], pool: 'vmThreads' },
      },
      { extends: true, test: { name: 'processes', include: IN_PROCESSES, exclude: EXCLUDED } },
    ],
    environment: 'node',
    // Far beyond what any of them takes: a busy machine is no reason to fail.
    testTimeout: 60_000,
    // The analytics library as browsers get it: Node would take its builds for servers, which load and queue nothing.
    alias: {
      analytics: join(modules, 'analytics/lib/analytics.browser.es.js'),
      '@analytics/core': join(modules, '@analytics/core/dist/client/core.module.js'),
      '@analytics/google-analytics': join(modules, '@analytics/google-analytics/lib/analytics-plugin-ga.browser.es.js'),
      '@analytics/google-tag-manager': join(
        modules,
        '@analytics/google-tag-manager/lib/analytics-plugin-google-tag-manager.browser.es.js',
      ),
    },
  },
});
