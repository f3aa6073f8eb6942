import { extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { TooBusyError, TooCostlyError } from '../../basics/errors/errors.ts'

/** What is asked of the thread. */
export interface JobRequest {
  /** An exported function of the module with the jobs. */
  name: string
  /** Its only parameter: data, which is copied. */
  input: unknown
}

/** What the thread answers to each request, and once when it has started. */
export interface JobAnswer {
  value?: unknown
  error?: { name: string; message: string }
  /** Milliseconds of CPU since it started. */
  usedMs: number
}

/** Work for the thread, and whose it is. */
interface ThreadJob extends JobRequest {
  merchantId: string
  /** Bytes it holds while it waits. */
  bytes?: number
  /** Waits however much does. */
  isPatient?: boolean
  signal?: AbortSignal
}

/** How a thread works. */
export interface ThreadOptions {
  /** The module with the jobs. */
  jobs: URL
  /** Milliseconds of CPU that a job may take. */
  budgetMs: number
  /** Milliseconds that it may take in all: a host that is busy with others gives it little CPU. Default 30 s. */
  patienceMs?: number
  /** Gives jobs their turn, one at a time. */
  turns: { take<Result>(work: Omit<ThreadJob, keyof JobRequest> & { run(): Promise<Result> }): Promise<Result> }
  /** Told about each job that was ended. */
  onCostly?: (job: ThreadJob) => void
}

/** Runs jobs apart from the event loop that all share. */
export interface Thread {
  /**
   * Runs a job when its turn comes. One that takes more than its budget is ended, wherever it is, and its thread replaced: whatever
   * is slow about it, nobody else waits for it.
   *
   * @throws TooCostlyError if it was ended; TooBusyError if too much waits, or the host has no time for it; what the job throws, by
   *   name and message
   */
  run(job: ThreadJob): Promise<unknown>
  close(): Promise<void>
}

/** Milliseconds that a job may take in all, by default. */
const usualPatienceMs = 30_000

/** Questions without an answer, one after the other, that mean that a thread is in one long step, rather than without CPU. */
const maxSilences = 3

/** Milliseconds after which an idle thread gives back its memory. */
const idleMs = 60_000

/** MB of objects that a job may hold: many times what the largest receipt needs. */
const maxMemoryMb = 256

/**
 * MB at which the engine ends a thread by itself. If a job passes that in one step, the whole process is aborted, so the thread is asked, every
 * so many milliseconds, and ended long before.
 */
const [lastMemoryMb, lookMs] = [4 * maxMemoryMb, 50]

/** Opens a thread, which starts with the first job. */
export function openThread({
  jobs,
  budgetMs,
  patienceMs = usualPatienceMs,
  turns,
  onCostly = () => {},
}: ThreadOptions): Thread {
  let started: Promise<Started> | undefined
  let idle: NodeJS.Timeout | undefined

  async function perform(job: ThreadJob): Promise<unknown> {
    clearTimeout(idle)
    started ??= start(jobs)
    const over = new AbortController()
    try {
      const thread = await started
      const before = thread.usedMs
      const answer = thread.ask({ name: job.name, input: job.input })
      const { value, error, usedMs } = await Promise.race([
        answer,
        overrun(thread, before, over.signal),
        overfill(thread, over.signal),
      ])
      thread.usedMs = usedMs
      if (error) throw Object.assign(new JobError(error.message), { name: error.name })
      return value
    } catch (error) {
      if (error instanceof JobError) throw error
      void end()
      if (error instanceof TooCostlyError) onCostly(job)
      throw error
    } finally {
      over.abort()
      idle = setTimeout(end, idleMs).unref()
    }
  }

  async function overrun({ worker }: Started, before: number, signal: AbortSignal): Promise<never> {
    const until = performance.now() + patienceMs
    for (let silences = 0; performance.now() < until; ) {
      await pause(budgetMs, undefined, { signal, ref: false })
      const used = await Promise.race([usedBy(worker), pause(budgetMs, undefined, { signal, ref: false })])
      // It tells from within JavaScript, but not from within one long step of the engine below.
      silences = used === undefined ? silences + 1 : 0
      if (silences >= maxSilences || (used !== undefined && used - before >= budgetMs)) throw new TooCostlyError()
    }
    throw new TooBusyError(10)
  }

  async function overfill({ worker }: Started, signal: AbortSignal): Promise<never> {
    for (;;) {
      await pause(lookMs, undefined, { signal, ref: false })
      if ((await heldBy(worker)) > maxMemoryMb) throw new TooCostlyError()
    }
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = started
    started = undefined
    await ending?.then(({ worker }) => worker.terminate()).catch(() => {})
  }

  return { run: job => turns.take({ ...job, run: () => perform(job) }), close: end }
}

/** What a job threw: the thread is as good as before. */
class JobError extends Error {}

interface Started {
  worker: Worker
  /** Milliseconds of CPU up to the last answer. */
  usedMs: number
  ask(request: JobRequest): Promise<JobAnswer>
}

async function start(jobs: URL): Promise<Started> {
  // Beside this file, whether that is the source or what was built of it.
  const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(program, {
    name: 'apart',
    workerData: jobs.href,
    resourceLimits: { maxOldGenerationSizeMb: lastMemoryMb },
  })
  const next = () => {
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>()
    const failed = (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostlyError() : error)
    const ended = () => reject(new TooBusyError(10))
    worker.once('message', resolve).once('error', failed).once('exit', ended)
    return promise.finally(() => worker.off('message', resolve).off('error', failed).off('exit', ended))
  }
  // One that ends between two jobs is no error: the next asks in vain, and then there is another.
  worker.on('error', () => {})
  worker.unref()
  const { usedMs } = await next()
  return {
    worker,
    usedMs,
    ask(request) {
      const answer = next()
      worker.postMessage(request)
      return answer
    },
  }
}

/** Milliseconds of CPU; undefined from a Node that can't tell. */
async function usedBy(worker: Worker): Promise<number | undefined> {
  const usage = await worker.cpuUsage?.().catch(() => undefined)
  return usage && (usage.user + usage.system) / 1000
}

/** MB of objects, garbage among them; 0 from a Node that can't tell. */
async function heldBy(worker: Worker): Promise<number> {
  const heap = await worker.getHeapStatistics?.().catch(() => undefined)
  return (heap?.used_heap_size ?? 0) / 2 ** 20
}
