import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { commandOf, descendantsOf } from '../support/processes.ts'
import { isExhaustive } from '../support/scope.ts'

// One handler serves both.
test.each(isExhaustive ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const))(
  '%s ends all that `npm test` started, also if it alone gets it',
  async signal => {
    const args = ['scripts/test.ts', '--project', 'engine', 'test/waiting-first.test.ts']
    const run = spawn(process.execPath, args, { cwd: packageRoot, stdio: 'ignore' })
    onTestFinished(() => void run.kill('SIGKILL'))
    const started = () => descendantsOf(run.pid as number)
    const commands = () => started().map(commandOf).join('\n')
    await expect.poll(commands, { interval: 5 }).toMatch(/biome/)
    await expect.poll(commands, { interval: 5 }).toMatch(/vitest\.mjs/)
    const all = started()
    run.kill(signal)
    const [code] = await once(run, 'exit')
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    await expect.poll(() => all.map(commandOf).filter(Boolean)).toEqual([])
  },
)
