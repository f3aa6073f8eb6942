import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { shared } from './vitest.shared.ts'

export default defineConfig({
  test: {
    maxWorkers: shared.maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: ['test/tools/**'],
          globalSetup: ['test/support/prints-folder.ts'],
          // Loading the engine for every file costs half as much as its tests, and it keeps nothing they could see.
          isolate: false,
          ...shared,
        },
      },
      // Tools read the environment, and some of their tests replace modules.
      { test: { name: 'tools', include: ['test/tools/**/*.test.ts'], ...shared } },
      'service',
      'till',
    ],
  },
})
