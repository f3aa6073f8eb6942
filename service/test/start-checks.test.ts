import { afterEach, expect, test, vi } from 'vitest'
import type { Trouble } from '../src/basics/monitoring/readiness.ts'
import { watchSurroundings } from '../src/health.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a database that is away while the process starts is no word about the browser', async () => {
  vi.useFakeTimers()
  const notes: (Trouble | undefined)[] = []
  const answers = [Promise.reject(new Error('The database is away')), Promise.resolve(true)]
  const tried: string[] = []
  const surroundings = watchSurroundings({
    readiness: { check: async () => [], note: (_name, trouble) => void notes.push(trouble) },
    prints: () => answers.shift() ?? Promise.resolve(false),
    tryPrinting: async () => {
      tried.push('printed')
      throw new Error('There is no browser')
    },
    mailWatch: undefined,
    now: Date.now,
  })
  await surroundings.atStart()
  expect([notes, tried]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tried).toEqual(['printed'])
  expect(notes).toMatchObject([{ status: 'warn', reason: "PDFs can't be printed" }])
})

test('a host that lacked something for a moment is well soon, and one without a browser is asked seldom', async () => {
  vi.useFakeTimers()
  const began = Date.now()
  const tried: number[] = []
  const notes: (Trouble | undefined)[] = []
  let isWell = false
  const surroundings = watchSurroundings({
    readiness: { check: async () => [], note: (_name, trouble) => void notes.push(trouble) },
    prints: async () => true,
    tryPrinting: async () => {
      tried.push((Date.now() - began) / 1000)
      if (!isWell) throw new Error('Too many open files')
    },
    mailWatch: undefined,
    now: Date.now,
  })
  await surroundings.atStart()
  await vi.advanceTimersByTimeAsync(700_000)
  expect(tried).toEqual([0, 15, 75, 375, 675])
  isWell = true
  await vi.advanceTimersByTimeAsync(300_000)
  expect(notes.at(-1)).toBeUndefined()
  isWell = false
  surroundings.afterFailedPdf()
  await vi.advanceTimersByTimeAsync(1000)
  isWell = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(notes.at(-1)).toBeUndefined()
})
