import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    globalSetup: ['test/support/global-setup.ts'],
    ...shared,
  },
})
