import { defineConfig } from 'vitest/config'
import { shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    name: 'till',
    include: ['test/**/*.test.ts'],
    ...shared,
  },
})
