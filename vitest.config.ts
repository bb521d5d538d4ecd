import { defineConfig } from 'vitest/config';
import { messages } from './web/build/messages.ts';
import { MESSAGES } from './web/build/paths.ts';

export default defineConfig({
  plugins: [messages(MESSAGES)],
  test: {
    include: ['web/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/e2e/**', 'web/dist/**'],
    environment: 'node',
  },
});
