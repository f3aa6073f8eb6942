import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig({
  test: {
    // By default vitest keeps one core free: of two, half. And a third of the tests' time is waiting, for mails, kills and timers.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: ['test/tools/**'],
          // Loading the engine for every file costs half as much as its tests, and it keeps nothing they could see.
          isolate: false,
          ...patience,
        },
      },
      // Tools read the environment, and some of their tests replace modules.
      { test: { name: 'tools', include: ['test/tools/**/*.test.ts'], ...patience } },
      'service',
      'till',
    ],
  },
})
