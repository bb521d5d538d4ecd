import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { messages } from './web/tooling/messages.ts';
import { LOCALES, SITE } from './web/tooling/paths.ts';

const modules = join(import.meta.dirname, 'node_modules');

export default defineConfig({
  plugins: [messages(LOCALES, SITE)],
  test: {
    include: ['web/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/e2e/**', 'web/dist/**'],
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
