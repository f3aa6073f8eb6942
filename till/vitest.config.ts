import { defineConfig } from 'vitest/config'
import { native, shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'till',
    include: ['test/**/*.test.ts'],
    // In a process of its own, each file would load the till and the engine anew.
    isolate: false,
    ...shared,
    ...native,
  },
})
