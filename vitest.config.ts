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
          // Loading the engine anew for every file costs as much as half of the tests; the engine keeps nothing that they could see.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      'service',
    ],
  },
})
