import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { withDeadline } from '../src/basics/deadline.ts'

const aborted = (signal: AbortSignal) =>
  new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('aborted')))

test('work is told when its time is over, or when all ends', async () => {
  const outer = new AbortController()
  expect(await withDeadline(1, outer.signal, aborted)).toBe('aborted')
  const work = withDeadline(60_000, outer.signal, aborted)
  outer.abort()
  expect(await work).toBe('aborted')
  expect(await withDeadline(60_000, outer.signal, async ({ aborted }) => aborted)).toBe(true)
})

test('nothing is left of work that is done or failed', async () => {
  const outer = new AbortController()
  const signals: AbortSignal[] = []
  const keep = async (signal: AbortSignal) => signals.push(signal)
  for (let run = 0; run < 100; run++) await withDeadline(60_000, outer.signal, keep)
  await expect(withDeadline(60_000, outer.signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(getEventListeners(outer.signal, 'abort')).toEqual([])
  expect(process.getActiveResourcesInfo().filter(name => name === 'Timeout').length).toBeLessThan(100)
  expect(signals.filter(({ aborted }) => aborted)).toEqual([])
})
