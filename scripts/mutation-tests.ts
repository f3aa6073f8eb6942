import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

/** The unit tests that scripts/mutation.ts tries. */
const include: string[] = JSON.parse(process.env.MUTATION_TESTS ?? '[]')

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include,
    globalSetup: include.some(path => path.startsWith('service/')) ? ['service/test/support/global-setup.ts'] : [],
    ...shared,
  },
})
