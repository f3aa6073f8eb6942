import { afterEach, expect, test, vi } from 'vitest'
import type { Trouble } from '../src/monitoring/readiness.ts'
import { watchSurroundings } from '../src/start-checks.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a database that is away while the process starts is no word about the browser', async () => {
  vi.useFakeTimers()
  const notes: (Trouble | undefined)[] = []
  const answers = [Promise.reject(new Error('The database is away')), Promise.resolve(true)]
  const tried: string[] = []
  const surroundings = watchSurroundings({
    readiness: { look: async () => [], note: (_name, trouble) => void notes.push(trouble) },
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
