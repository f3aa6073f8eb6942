import { availableParallelism } from 'node:os'

/** What all projects' tests share. Each project must name it: vitest's default is one worker for projects of their own on two cores. */
export const shared = {
  // By default vitest keeps one core free: of two, half. And a third of the tests' time is waiting, for mails, kills and timers.
  maxWorkers: availableParallelism() + 1,
  // Patience for a machine that does other things too.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}
