import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the tests of all projects share. A project with a file of its own takes nothing from the root's. */
export const shared = {
  // By default vitest keeps one core free: of two, half. Browsers, databases and services have processes of their own, so that one worker more
  // than cores keeps these busy; two more took a tenth more CPU, and as much longer.
  maxWorkers: availableParallelism() + 1,
  // Patience for a machine that does other things too; at night, with ten times the work of some.
  testTimeout: process.env.TEST_ALL === '1' ? 1_200_000 : 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 90_000 } },
  // Most files have a process of their own, and start others: what they load is compiled once.
  env: { NODE_COMPILE_CACHE: join(tmpdir(), 'counterfoil-compile-cache') },
}

/**
 * Node loads the tests and what they test by itself, as it does for users: without Vite's transforms, whose imports are looked up at each
 * call, files take a tenth less CPU. Then no module can be replaced, and there is no JSX.
 */
export const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }
