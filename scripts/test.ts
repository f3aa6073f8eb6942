/**
 * What `npm test` runs once all is built: the linters on one core beside the tests on the others. What the linters find is shown at once
 * and again at the end. Arguments are vitest's.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')))
const tests = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { stdio: 'inherit' })
const tested = once(tests, 'exit')

const lint = spawn('npm run lint 2>&1', { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
const [said, [lintCode]] = await Promise.all([text(lint.stdout), once(lint, 'exit')])
if (lintCode !== 0) console.error(said)
const [testCode] = await tested
if (lintCode !== 0)
  console.error(`${said}\nThe linters found this; the tests ${testCode === 0 ? 'passed' : 'failed, too'}.`)
process.exitCode = lintCode === 0 ? (testCode ?? 1) : 1
