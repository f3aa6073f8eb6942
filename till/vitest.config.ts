import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'till',
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
