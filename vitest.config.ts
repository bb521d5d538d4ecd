import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['web/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/e2e/**', 'web/dist/**'],
    environment: 'node',
  },
});
