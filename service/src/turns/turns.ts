import { createFairQueue } from './fair-queue.ts'

export interface TurnsOptions {
  /** Works under way at a time. */
  atOnce: number
  /** Works that may wait. */
  mostWaiting: number
  /** Bytes that waiting works may hold. */
  mostBytes?: number
  /** What refused clients are told to wait, seconds. */
  retryAfter: number
  /** Told of each work that is refused. */
  onRefused?: () => void
  /** Told how many wait, whenever that changes. */
  onWaiting?: (count: number) => void
}

/** One piece of work. */
export interface Work<Result> {
  merchantId: string
  /** Bytes it holds while it waits; default 0. */
  bytes?: number
  /** Whoever wants the result. Work that is not begun when they leave is never begun. */
  signal?: AbortSignal
  run(): Promise<Result>
}

export interface Turns {
  /**
   * Does work when its turn comes: merchants in rotation, each merchant's work first come first served. Work that has begun
   * is finished.
   *
   * @throws TooBusyError when too much waits; the signal's reason when it leaves while waiting
   */
  take<Result>(work: Work<Result>): Promise<Result>
  /** Refuses work that would find no room, before anything is done for it. @throws TooBusyError */
  admit(merchantId: string): void
}

/** Too much waits. The work was not begun. */
export class TooBusyError extends Error {
  /** Seconds after which to try again. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('Too much work waits.')
    this.name = 'TooBusyError'
    this.retryAfter = retryAfter
  }
}

/** Milliseconds of one turn of the event loop that may go into beginning this work. */
const slice = 2

interface Task {
  bytes: number
  begin(): Promise<void>
  refuse(error: unknown): void
}

/**
 * Shares the one thread between kinds of work, and one kind between merchants.
 *
 * Work that needs the processor is begun for a slice of time in each turn of the event loop; then everything else that is
 * ready moves one step: mails, prints, health. A mail needs about ten steps, so long turns would starve it.
 *
 * What waits is bounded. When there is no room, the merchant that has most waiting loses its newest.
 */
export function createTurns({
  atOnce,
  mostWaiting,
  mostBytes = Number.POSITIVE_INFINITY,
  retryAfter,
  onRefused = () => {},
  onWaiting = () => {},
}: TurnsOptions): Turns {
  const waiting = createFairQueue<Task>()
  let waitingBytes = 0
  let running = 0
  let isBeginning = false
  let isTurnNoted = false
  let used = 0

  const isFull = (bytes = 0) => waiting.size >= mostWaiting || (waiting.size > 0 && waitingBytes + bytes > mostBytes)
  const isLongest = (merchantId: string) => waiting.lengthOf(merchantId) >= waiting.lengthOf(waiting.longest() ?? '')

  function refusal(): TooBusyError {
    onRefused()
    return new TooBusyError(retryAfter)
  }

  function note(bytes: number): void {
    waitingBytes += bytes
    onWaiting(waiting.size)
  }

  /** Makes room for a newcomer. Says whether there is some. */
  function makeRoom(merchantId: string, bytes: number): boolean {
    while (isFull(bytes)) {
      const longest = waiting.longest()
      if (longest === undefined || isLongest(merchantId)) return false
      const task = waiting.pop(longest)
      note(-(task?.bytes ?? 0))
      task?.refuse(refusal())
    }
    return true
  }

  function beginSome(): void {
    if (isBeginning || used >= slice) return
    isBeginning = true
    void beginWhileThereIsTime()
  }

  async function beginWhileThereIsTime(): Promise<void> {
    while (used < slice && running < atOnce) {
      const task = waiting.shift()
      if (!task) break
      noteTurn()
      note(-task.bytes)
      const began = performance.now()
      running += 1
      void task.begin().finally(() => {
        running -= 1
        beginSome()
      })
      // Ticks run when no promise is left to be followed: the work has come as far as it can without waiting.
      await new Promise<void>(resolve => process.nextTick(resolve))
      used += performance.now() - began
    }
    isBeginning = false
  }

  function noteTurn(): void {
    if (isTurnNoted) return
    isTurnNoted = true
    setImmediate(() => {
      isTurnNoted = false
      used = 0
      beginSome()
    })
  }

  return {
    admit(merchantId) {
      if (isFull() && isLongest(merchantId)) throw refusal()
    },
    take<Result>({ merchantId, bytes = 0, signal, run }: Work<Result>): Promise<Result> {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (!makeRoom(merchantId, bytes)) return Promise.reject(refusal())
      return new Promise<Result>((resolve, reject) => {
        const leave = () => {
          if (!waiting.remove(merchantId, task)) return
          note(-bytes)
          reject(signal?.reason)
        }
        const task: Task = {
          bytes,
          async begin() {
            signal?.removeEventListener('abort', leave)
            try {
              resolve(await run())
            } catch (error) {
              reject(error)
            }
          },
          refuse(error) {
            signal?.removeEventListener('abort', leave)
            reject(error)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(merchantId, task)
        note(bytes)
        beginSome()
      })
    },
  }
}
