import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { isExhaustive } from '../../test/support/scope.ts'
import { openTill } from '../src/till.ts'
import { startRealService } from './support/real-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const program = fileURLToPath(new URL('./support/kill-program.ts', import.meta.url))

/** How often the process is ended at each step: `TILL_KILLS=50` takes minutes. */
const kills = Number(process.env.TILL_KILLS ?? (isExhaustive ? 2 : 1))

const steps = ['write', 'sync', 'rename', 'folder', 'connect', 'sent', 'answered', 'recorded']

// One for all, and the steps side by side: most of the time is processes that start.
const service = await startRealService()
afterAll(() => service[Symbol.asyncDispose]())

test.concurrent.for(steps)(
  'a process that ends at "%s" loses no sale and sends none twice',
  { timeout: 1_200_000 },
  async (step, { onTestFinished }) => {
    const spool = newFolder(onTestFinished)
    // Every other step with an encrypted spool.
    const spoolKey = steps.indexOf(step) % 2 ? ['ab'.repeat(32)] : []
    const options = { ...service.options, spool, spoolKey }
    const numbers = Array.from({ length: kills }, (_, index) => `${step}-${String(index).padStart(3, '0')}`)
    for (const number of numbers) expect(await endOf(options, number, step)).toBe('SIGKILL')

    // The till starts again, after the minute that a write may take.
    const later = () => Date.now() + 90_000
    await using till = await openTill({ ...options, log: () => {} }, { now: later, replays: false })
    // Whoever got no result sends the sale again, as a person would; every other one.
    for (const number of numbers.filter((_, index) => (index + steps.indexOf(step)) % 2))
      expect((await till.checkout(sale(number))).copy).toBe('sent')
    const unfinished = () => readdirSync(join(spool, 'pending')).filter(name => name.startsWith('.'))
    await vi.waitFor(() => expect(unfinished()).toEqual([]), { timeout: 90_000 })
    expect(await till.flush()).toMatchObject({ refused: 0, left: 0 })
    expect((await service.stored()).filter(number => number.startsWith(`${step}-`))).toEqual(numbers)
    expect(readdirSync(join(spool, 'refused'))).toEqual([])
  },
)

/** The signal that ended it, or its exit code. */
async function endOf(options: object, number: string, step: string): Promise<string | number> {
  const child = spawn(process.execPath, [program, JSON.stringify(options), number, step], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  return signal ?? code
}
