import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Left to itself, vitest keeps one core free: of two, half.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      'service',
    ],
  },
})
