import { defineConfig } from 'vitest/config'
import { WaitingFirst } from './test/support/waiting-first.ts'
import { native, shared } from './vitest.shared.ts'

/** Files that replace a module, which others would get too, or import JSX. */
const transformed = [
  'test/tools/studio/answer.test.ts',
  'test/standards/codes/new-code.test.ts',
  'test/tools/studio/page-parts.test.ts',
]

/**
 * Imports what a generator wrote, in folders and without endings. Each night: it needs a database server of its own, and that the fixtures
 * are what the interface describes is service/test/interface/agreement.test.ts.
 */
const generated = 'test/client.test.ts'

export default defineConfig({
  test: {
    maxWorkers: shared.maxWorkers,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'engine',
          include: ['test/**/*.test.ts'],
          exclude: transformed,
          globalSetup: ['test/support/prints-folder.ts'],
          // Loading the engine for every file costs half as much as its tests, and it keeps nothing they could see.
          isolate: false,
          ...shared,
          ...native,
        },
      },
      { test: { name: 'transformed', include: transformed, ...shared } },
      'service',
      ...(process.env.TEST_ALL === '1'
        ? [
            {
              test: {
                name: 'service, transformed',
                root: 'service',
                include: [generated],
                globalSetup: ['test/support/global-setup.ts'],
                ...shared,
              },
            },
          ]
        : []),
      'till',
    ],
  },
})
