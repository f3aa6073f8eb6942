import { PrintError } from '../../errors.ts'
import { Slot, type SlotOptions, type Task } from './slot.ts'

export interface PoolOptions<Job, Result> extends SlotOptions<Job, Result> {
  /** Maximum number of workers. */
  processes: number
}

export interface Pool<Job, Result> {
  /**
   * Queues a job, first come, first served. A job whose worker dies is retried once on a new one.
   *
   * @throws PrintError if it fails twice, times out, or comes after `close`; the signal's reason if aborted; what `start`
   *   throws if no worker starts
   */
  run(job: Job, signal?: AbortSignal): Promise<Result>
  /** Finishes accepted jobs, accepts no more, and ends all workers. */
  close(): Promise<void>
}

/** Opens a pool of workers. A worker is started if there is a job and none is idle. */
export function openPool<Job, Result>(options: PoolOptions<Job, Result>): Pool<Job, Result> {
  const waiting: Task<Job, Result>[] = []
  const slots: Slot<Job, Result>[] = []
  let closing: Promise<void> | undefined

  function freeSlot(): Slot<Job, Result> | undefined {
    const idle = slots.find(slot => !slot.isBusy)
    if (idle || slots.length >= options.processes) return idle
    const added = new Slot(options)
    slots.push(added)
    return added
  }

  return {
    run(job, signal) {
      if (closing) return Promise.reject(new PrintError('The pool is closed.'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const task = { job, resolve, reject }
      waiting.push(task)
      freeSlot()?.begin(() => waiting.shift())
      return signal ? abortable(promise, signal, () => forget(waiting, task)) : promise
    },
    close() {
      closing ??= Promise.all(slots.map(slot => slot.end())).then(() => undefined)
      return closing
    },
  }
}

/** A running job is left to finish and its result ignored: a browser can't be interrupted without a restart. */
async function abortable<Result>(work: Promise<Result>, signal: AbortSignal, onAbort: () => void): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const listener = () => {
    onAbort()
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', listener, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', listener)
  }
}

function forget<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
