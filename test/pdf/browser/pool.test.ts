import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PrintError } from '../../../src/errors.ts'
import { openPool, type PoolOptions } from '../../../src/pdf/browser/pool.ts'

/** A pool of workers that are plain functions, with a record of their lives. */
function fakePool(
  run: (job: string, worker: number) => Promise<string>,
  options: Partial<PoolOptions<string, string>> = {},
) {
  const record = { started: 0, killed: [] as number[], memory: 0 }
  const pool = openPool<string, string>({
    processes: 1,
    timeout: 5000,
    recycleAfter: 1000,
    memoryLimit: 1000,
    async start() {
      record.started += 1
      const number = record.started
      return {
        run: job => run(job, number),
        memory: async () => record.memory,
        kill: async () => void record.killed.push(number),
      }
    },
    ...options,
  })
  return { pool, record }
}

const echo = async (job: string, worker: number) => `${job} by ${worker}`

test('no worker starts before there is work, and one is enough for one job after the other', async () => {
  const { pool, record } = fakePool(echo, { processes: 4 })
  expect(record.started).toBe(0)
  expect(await pool.run('a')).toBe('a by 1')
  expect(await pool.run('b')).toBe('b by 1')
  expect(record.started).toBe(1)
})

test('jobs run in the order they came, as many at a time as there are workers', async () => {
  const begun: string[] = []
  let most = 0
  let running = 0
  const { pool, record } = fakePool(
    async job => {
      begun.push(job)
      most = Math.max(most, ++running)
      await pause(2)
      running--
      return job
    },
    { processes: 2 },
  )
  const jobs = Array.from({ length: 10 }, (_, at) => String(at))
  expect(await Promise.all(jobs.map(job => pool.run(job)))).toEqual(jobs)
  expect(begun).toEqual(jobs)
  expect([most, record.started]).toEqual([2, 2])
})

test('a job whose worker dies is done by a new one', async () => {
  const { pool, record } = fakePool(async (job, worker) => {
    if (worker === 1) throw new Error('Target closed')
    return `${job} by ${worker}`
  })
  expect(await pool.run('a')).toBe('a by 2')
  await pool.close()
  expect(record.killed).toEqual([1, 2])
})

test('a job that kills two workers is given up, and the next one is not harmed', async () => {
  const { pool } = fakePool(async job => {
    if (job === 'bad') throw new Error('Target closed')
    return job
  })
  const failure = pool.run('bad')
  const next = pool.run('good')
  await expect(failure).rejects.toThrow(PrintError)
  await expect(failure).rejects.toMatchObject({ cause: new Error('Target closed') })
  expect(await next).toBe('good')
})

test('a job is tried twice, not three times', async () => {
  const tried: number[] = []
  const { pool, record } = fakePool(async (_, worker) => {
    tried.push(worker)
    throw new Error('Target closed')
  })
  await expect(pool.run('bad')).rejects.toThrow(PrintError)
  expect(tried).toEqual([1, 2])
  expect(record.killed).toEqual([1, 2])
})

test('a job that hangs is ended with its worker after the time it may take, and is not tried again', async () => {
  const { pool, record } = fakePool(job => (job === 'hang' ? new Promise<string>(() => {}) : Promise.resolve(job)), {
    timeout: 20,
  })
  await expect(pool.run('hang')).rejects.toThrow('within 20 ms')
  expect(record.killed).toEqual([1])
  expect(await pool.run('a')).toBe('a')
})

test('a worker that does not start fails the job with its own error, and the next job tries again', async () => {
  let attempts = 0
  const { pool } = fakePool(echo, {
    async start() {
      attempts += 1
      throw new Error(`no browser ${attempts}`)
    },
  })
  await expect(pool.run('a')).rejects.toThrow('no browser 1')
  await expect(pool.run('b')).rejects.toThrow('no browser 2')
})

test('a worker is replaced after so many jobs, and the old one goes when the new one is there', async () => {
  const { pool, record } = fakePool(echo, { recycleAfter: 3 })
  const results: string[] = []
  for (let job = 0; job < 9; job++) results.push(await pool.run(String(job)))
  expect(results[2]).toBe('2 by 1')
  expect(results[8]).not.toContain('by 1')
  expect(record.started).toBeGreaterThanOrEqual(3)
  await pool.close()
  expect(record.killed.length).toBe(record.started)
})

test('its replacement starts with the last of them, not one job later', async () => {
  const { pool, record } = fakePool(echo, { recycleAfter: 3 })
  const started: number[] = []
  for (let job = 0; job < 4; job++) {
    await pool.run(String(job))
    started.push(record.started)
  }
  expect(started).toEqual([1, 1, 2, 2])
})

test('a worker that cannot tell its memory is replaced', async () => {
  let starts = 0
  const { pool } = fakePool(echo, {
    async start() {
      const number = ++starts
      return {
        run: job => echo(job, number),
        memory: () => Promise.reject(new Error('no such process')),
        kill: async () => {},
      }
    },
  })
  for (let job = 0; job < 24; job++) await pool.run(String(job))
  expect(starts).toBe(1)
  for (let job = 0; job < 2; job++) await pool.run(String(job))
  expect(starts).toBe(2)
})

test('a worker that has grown too large is replaced', async () => {
  const { pool, record } = fakePool(echo, { memoryLimit: 100 })
  for (let job = 0; job < 30; job++) await pool.run(String(job))
  expect(record.started).toBe(1)
  record.memory = 101
  for (let job = 0; job < 30; job++) await pool.run(String(job))
  expect(record.started).toBe(2)
  expect(record.killed).toEqual([1])
})

test('when the replacement does not start, the old worker goes on', async () => {
  let starts = 0
  const { pool } = fakePool(echo, {
    recycleAfter: 2,
    async start() {
      if (++starts > 1) throw new Error('no browser')
      return { run: job => echo(job, 1), memory: async () => 0, kill: async () => {} }
    },
  })
  for (let job = 0; job < 8; job++) expect(await pool.run(String(job))).toBe(`${job} by 1`)
  expect(starts).toBeGreaterThan(2)
})

test('an aborted job is not begun, one that runs is given up at once, and both say why', async () => {
  const begun: string[] = []
  const gate = Promise.withResolvers<string>()
  const { pool } = fakePool(job => {
    begun.push(job)
    return job === 'first' ? gate.promise : Promise.resolve(job)
  })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = pool.run('first', running.signal)
  const second = pool.run('second', waiting.signal)
  const third = pool.run('third')
  waiting.abort(new Error('customer left'))
  running.abort(new Error('too late'))
  await expect(second).rejects.toThrow('customer left')
  await expect(first).rejects.toThrow('too late')
  await expect(pool.run('never', AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  gate.resolve('late')
  expect(await third).toBe('third')
  expect(begun).toEqual(['first', 'third'])
})

test('closing finishes what was taken, ends every worker and takes nothing more', async () => {
  const { pool, record } = fakePool(job => pause(2, job), { processes: 2 })
  const jobs = Promise.all(['a', 'b', 'c', 'd'].map(job => pool.run(job)))
  await pool.close()
  expect(await jobs).toEqual(['a', 'b', 'c', 'd'])
  expect(record.killed.sort()).toEqual([1, 2])
  await expect(pool.run('e')).rejects.toThrow('closed')
})
