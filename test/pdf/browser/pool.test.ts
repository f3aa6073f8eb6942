import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PrintError } from '../../../src/errors.ts'
import { openPool, type PoolOptions, type Worker } from '../../../src/pdf/browser/pool.ts'

interface Numbered extends Worker {
  number: number
}

/** A pool of numbered workers, with a record of their lives. */
function fakePool(run: (job: string, worker: number) => Promise<string>, options: Partial<PoolOptions<Numbered>> = {}) {
  const record = { started: 0, killed: [] as number[], memory: 0 }
  const { run: runJob, close } = openPool<Numbered>({
    processes: 1,
    timeout: 5000,
    recycleAfter: 1000,
    memoryLimit: 1000,
    async start() {
      record.started += 1
      const number = record.started
      return {
        number,
        memory: async () => record.memory,
        kill: async () => void record.killed.push(number),
      }
    },
    ...options,
  })
  const pool = {
    run: (job: string, signal?: AbortSignal) => runJob(({ number }) => run(job, number), signal),
    close,
  }
  return { pool, record }
}

const echo = async (job: string, worker: number) => `${job} by ${worker}`

test('starts no worker without work, and one for consecutive jobs', async () => {
  const { pool, record } = fakePool(echo, { processes: 4 })
  expect(record.started).toBe(0)
  expect(await pool.run('a')).toBe('a by 1')
  expect(await pool.run('b')).toBe('b by 1')
  expect(record.started).toBe(1)
})

test('runs jobs in order, one per worker', async () => {
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

test('repeats a job in a new worker if its worker dies', async () => {
  const { pool, record } = fakePool(async (job, worker) => {
    if (worker === 1) throw new Error('Target closed')
    return `${job} by ${worker}`
  })
  expect(await pool.run('a')).toBe('a by 2')
  await pool.close()
  expect(record.killed).toEqual([1, 2])
})

test('gives up a job that kills two workers, and runs the next', async () => {
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

test('tries a job twice, not three times', async () => {
  const tried: number[] = []
  const { pool, record } = fakePool(async (_, worker) => {
    tried.push(worker)
    throw new Error('Target closed')
  })
  await expect(pool.run('bad')).rejects.toThrow(PrintError)
  expect(tried).toEqual([1, 2])
  expect(record.killed).toEqual([1, 2])
})

test('ends a hung job with its worker at the deadline, without a retry', async () => {
  const { pool, record } = fakePool(job => (job === 'hang' ? new Promise<string>(() => {}) : Promise.resolve(job)), {
    timeout: 20,
  })
  await expect(pool.run('hang')).rejects.toThrow('within 20 ms')
  expect(record.killed).toEqual([1])
  expect(await pool.run('a')).toBe('a')
})

test('reports a worker that fails to start, and tries again for the next job', async () => {
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

test('replaces a worker after its maximum number of jobs', async () => {
  const { pool, record } = fakePool(echo, { recycleAfter: 3 })
  const results: string[] = []
  for (let job = 0; job < 9; job++) results.push(await pool.run(String(job)))
  expect(results[2]).toBe('2 by 1')
  expect(results[8]).not.toContain('by 1')
  expect(record.started).toBeGreaterThanOrEqual(3)
  await pool.close()
  expect(record.killed.length).toBe(record.started)
})

test('starts the replacement with the last job, not one later', async () => {
  const { pool, record } = fakePool(echo, { recycleAfter: 3 })
  const started: number[] = []
  for (let job = 0; job < 4; job++) {
    await pool.run(String(job))
    started.push(record.started)
  }
  expect(started).toEqual([1, 1, 2, 2])
})

test('replaces a worker that cannot report its memory', async () => {
  let starts = 0
  const { pool } = fakePool(echo, {
    async start() {
      const number = ++starts
      return {
        number,
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

test('replaces a worker that uses too much memory', async () => {
  const { pool, record } = fakePool(echo, { memoryLimit: 100 })
  for (let job = 0; job < 30; job++) await pool.run(String(job))
  expect(record.started).toBe(1)
  record.memory = 101
  for (let job = 0; job < 30; job++) await pool.run(String(job))
  expect(record.started).toBe(2)
  expect(record.killed).toEqual([1])
})

test('keeps the old worker if the replacement fails to start', async () => {
  let starts = 0
  const { pool } = fakePool(echo, {
    recycleAfter: 2,
    async start() {
      if (++starts > 1) throw new Error('no browser')
      return { number: 1, memory: async () => 0, kill: async () => {} }
    },
  })
  for (let job = 0; job < 8; job++) expect(await pool.run(String(job))).toBe(`${job} by 1`)
  expect(starts).toBeGreaterThan(2)
})

test('drops aborted jobs, waiting or running, with the reason', async () => {
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

test('finishes accepted jobs on close, ends all workers and rejects new jobs', async () => {
  const { pool, record } = fakePool(job => pause(2, job), { processes: 2 })
  const jobs = Promise.all(['a', 'b', 'c', 'd'].map(job => pool.run(job)))
  await pool.close()
  expect(await jobs).toEqual(['a', 'b', 'c', 'd'])
  expect(record.killed.sort()).toEqual([1, 2])
  await expect(pool.run('e')).rejects.toThrow('closed')
})
