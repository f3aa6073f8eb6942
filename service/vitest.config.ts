import { defineConfig } from 'vitest/config'
import { native, shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // In the root's configuration.
    exclude: ['test/client.test.ts'],
    // In a process of its own, each file would load the service and compile its description's schemas anew.
    isolate: false,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/cheap-passwords.ts', 'test/support/few-connections.ts'],
    ...shared,
    ...native,
  },
})
