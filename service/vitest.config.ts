import { defineConfig } from 'vitest/config'
import { native, shared } from '../vitest.shared.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // In the root's configuration.
    exclude: ['test/client.test.ts'],
    // In a process of its own, each file would load the service and compile its description's schemas anew.
    isolate: false,
    // V8 would begin with 1 MB and come back to it whenever a test waits: a fifth more page faults.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=16'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/cheap-passwords.ts', 'test/support/few-connections.ts'],
    ...shared,
    ...native,
  },
})
