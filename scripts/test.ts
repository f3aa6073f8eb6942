/**
 * What `npm test` runs once all is built: the linters on one core beside the tests on the others. What the linters find is shown at once
 * and again at the end. Arguments are vitest's.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')))
const tests = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { stdio: 'inherit' })
const tested = once(tests, 'exit')

// A group of its own, so that it ends with all it started.
const lint = spawn('npm run lint 2>&1', { shell: true, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal))
const [said, [lintCode]] = await Promise.all([text(lint.stdout), once(lint, 'exit')])
if (lintCode !== 0) console.error(said)
const [testCode] = await tested
if (lintCode !== 0)
  console.error(`${said}\nThe linters found this; the tests ${testCode === 0 ? 'passed' : 'failed, too'}.`)
process.exitCode = lintCode === 0 ? (testCode ?? 1) : 1

/** Ends what was started: a terminal's Ctrl-C comes to all, but another program's to this process alone, and the tests have a database server. */
function stop(signal: 'SIGINT' | 'SIGTERM'): void {
  tests.kill(signal)
  if (lint.pid !== undefined && lint.exitCode === null) process.kill(-lint.pid, signal)
  process.exit(128 + constants.signals[signal])
}
