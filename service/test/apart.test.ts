import { expect, onTestFinished, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import { TooCostlyError } from '../src/basics/errors/errors.ts'
import { createFairScheduler } from '../src/delivery/scheduling/fair-scheduler.ts'
import { openThread } from '../src/merchants/apart/thread.ts'

const jobs = new URL('./support/slow-jobs.ts', import.meta.url)

function open(budgetMs = 150) {
  const costly: string[] = []
  const turns = createFairScheduler({ concurrency: 1, share: 'time', maxWaiting: 100, retryAfter: 2 })
  const thread = openThread({ jobs, budgetMs, turns, onCostly: ({ merchantId }) => costly.push(merchantId) })
  onTestFinished(thread.close)
  const run = (merchantId: string, name: string, input?: unknown) => thread.run({ merchantId, name, input })
  return { run, costly }
}

test('a job that never ends is ended, and the next ones get a new thread', async () => {
  const { run, costly } = open()
  expect(await run('north', 'echo', { price: 4.2 })).toEqual({ price: 4.2 })
  const before = process.threadCpuUsage()
  const endless = run('north', 'endless')
  const others = [1, 2, 3].map(at => run('south', 'echo', at))
  await expect(endless).rejects.toThrow(TooCostlyError)
  expect(await Promise.all(others)).toEqual([1, 2, 3])
  // Of all that time, this thread had next to nothing to do.
  const { user, system } = process.threadCpuUsage(before)
  expect(isBeyond((user + system) / 1000, 150)).toBe(false)
  expect(costly).toEqual(['north'])
})

// A leap beyond the engine's own limit would abort the process.
test.each(['memory in leaps', 'memory'].slice(0, isExhaustive ? 2 : 1))(
  'so is one that takes all %s',
  async receipt => {
    const { run } = open(20_000)
    await expect(run('north', 'makeDocument', { receipt })).rejects.toThrow(TooCostlyError)
    expect(await run('south', 'echo', 'well')).toBe('well')
  },
)

test('endless jobs of one merchant make others wait for one of them, not for all', async () => {
  const { run } = open()
  const order: string[] = []
  const all = [1, 2].map(at => run('north', 'endless').catch(() => order.push(`north ${at}`)))
  all.push(run('south', 'echo').then(() => order.push('south')))
  await Promise.all(all)
  expect(order).toEqual(['north 1', 'south', 'north 2'])
})

test('what a job throws comes by name and message, and costs no thread', async () => {
  const { run, costly } = open()
  await expect(run('north', 'fail')).rejects.toMatchObject({ name: 'RangeError', message: 'no such thing' })
  expect(await run('north', 'echo', 1)).toBe(1)
  expect(costly).toEqual([])
})
