import { TooBusyError } from '../../basics/errors/errors.ts'
import { getOrAdd } from '../../basics/maps.ts'
import { createTimeShares } from './time-shares.ts'

/** How much may run and wait. */
export interface FairSchedulerOptions {
  /** How much work may run at once. */
  concurrency: number | (() => number)
  /** How much of it may be one merchant's. Default all. */
  perMerchant?: number | ((merchantId: string) => number)
  /** What merchants have equal shares of: `turns` (default) where all work is quick, else the `time` it takes. */
  share?: 'turns' | 'time'
  /** How much work may wait. */
  maxWaiting: number
  /** Bytes that waiting work may hold. */
  maxBytes?: number
  /** Seconds that refused clients are told to wait. */
  retryAfter: number
  /** Called for all refused work. */
  onRefused?: () => void
  /** Called when the number of waiting requests changes. */
  onWaiting?: (count: number) => void
}

interface Work<Result> {
  /** Whose it is. Mails under way are their domains'. */
  merchantId: string
  /** Bytes it holds while it waits; default 0. */
  bytes?: number
  /** Is never refused: something else limits it. */
  isPatient?: boolean
  /** Aborted when the client leaves. Work that hasn't started by then is dropped. */
  signal?: AbortSignal
  run(): Promise<Result>
}

/** Turns for one kind of work. */
export type FairScheduler = ReturnType<typeof createFairScheduler>

/** Milliseconds per turn of the event loop for starting work. */
const slice = 1

interface Task {
  bytes: number
  isPatient: boolean
  begin(): Promise<void>
  refuse(error: unknown): void
}

/**
 * Shares the thread fairly between kinds of work, and each kind between merchants.
 *
 * Starts work for a slice of time in each turn of the event loop; then everything else that is ready advances one step: mails,
 * prints, health checks. A mail needs about ten steps, so long turns would starve it.
 *
 * Waiting work is limited. At the limit, the merchant with the most work waiting loses its newest.
 */
export function createFairScheduler({
  concurrency,
  perMerchant = Number.POSITIVE_INFINITY,
  share = 'turns',
  maxWaiting,
  maxBytes = Number.POSITIVE_INFINITY,
  retryAfter,
  onRefused = () => {},
  onWaiting = () => {},
}: FairSchedulerOptions) {
  /** What waits, by merchant. Maps are ordered: it's the first merchant's turn. */
  const lists = new Map<string, Task[]>()
  const shares = createTimeShares()
  let waiting = 0
  let waitingBytes = 0
  let running = 0
  let isBeginning = false
  let isTurnNoted = false
  let used = 0

  const isFull = (bytes = 0) => waiting >= maxWaiting || (waiting > 0 && waitingBytes + bytes > maxBytes)
  const places = typeof concurrency === 'number' ? () => concurrency : concurrency
  const most = typeof perMerchant === 'number' ? () => perMerchant : perMerchant
  const lengthOf = (merchantId: string) => lists.get(merchantId)?.length ?? 0
  const longest = () => [...lists.keys()].reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), '')
  const isLongest = (merchantId: string) => lengthOf(merchantId) >= lengthOf(longest())

  function refusal(): TooBusyError {
    onRefused()
    return new TooBusyError(retryAfter)
  }

  function note(count: 1 | -1, bytes: number): void {
    waiting += count
    waitingBytes += count * bytes
    onWaiting(waiting)
  }

  /** Takes a merchant's task at a place in its list; -1 is the last. */
  function remove(merchantId: string, place: number): Task | undefined {
    const list = lists.get(merchantId) ?? []
    const [task] = list.splice(place, 1)
    if (list.length === 0) lists.delete(merchantId)
    if (task) note(-1, task.bytes)
    return task
  }

  /** Whose turn it is, of those who may have more running. */
  function whoseTurn(): string | undefined {
    const able = [...lists.keys()].filter(merchantId => shares.runningOf(merchantId) < most(merchantId))
    return share === 'time' ? shares.leastOf(able) : able[0]
  }

  /** Takes the oldest task of the merchant whose turn it is, which then is the last of its equals to have one. */
  function next(): { merchantId: string; task: Task } | undefined {
    const merchantId = whoseTurn()
    const list = merchantId === undefined ? undefined : lists.get(merchantId)
    if (merchantId === undefined || !list) return undefined
    lists.delete(merchantId)
    lists.set(merchantId, list)
    const task = remove(merchantId, 0)
    return task && { merchantId, task }
  }

  /** Makes room for new work. False if there is none. */
  function makeRoom(merchantId: string, bytes: number): boolean {
    while (isFull(bytes)) {
      if (waiting === 0 || isLongest(merchantId)) return false
      const place = lists.get(longest())?.findLastIndex(({ isPatient }) => !isPatient) ?? -1
      if (place < 0) return false
      remove(longest(), place)?.refuse(refusal())
    }
    return true
  }

  function beginSome(): void {
    if (isBeginning || used >= slice) return
    isBeginning = true
    void beginWhileThereIsTime()
  }

  async function beginWhileThereIsTime(): Promise<void> {
    while (used < slice && running < places()) {
      const found = next()
      if (!found) break
      noteTurn()
      const began = performance.now()
      running += 1
      const end = shares.begin(found.merchantId)
      void found.task.begin().finally(() => {
        running -= 1
        end()
        beginSome()
      })
      // Ticks run once no promise callbacks are left, so the work has got as far as it can without waiting.
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
    /** Refuses all that waits. */
    clear(reason: unknown): void {
      for (const merchantId of [...lists.keys()])
        for (let task = remove(merchantId, 0); task; task = remove(merchantId, 0)) task.refuse(reason)
    },
    /** Refuses work in advance if there is no room for it. @throws TooBusyError */
    admit(merchantId: string): void {
      if (isFull() && isLongest(merchantId)) throw refusal()
    },
    /**
     * Runs work when its turn comes: merchants in rotation, or by the time they had, each merchant's work first come, first served.
     * Work that has started is always finished.
     *
     * @throws TooBusyError if too much is waiting; the signal's reason if it aborts while waiting
     */
    take<Result>({ merchantId, bytes = 0, isPatient = false, signal, run }: Work<Result>): Promise<Result> {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (!isPatient && !makeRoom(merchantId, bytes)) return Promise.reject(refusal())
      return new Promise<Result>((resolve, reject) => {
        const leave = () => {
          const place = lists.get(merchantId)?.indexOf(task) ?? -1
          if (place < 0) return
          remove(merchantId, place)
          reject(signal?.reason)
        }
        const task: Task = {
          bytes,
          isPatient,
          async begin() {
            signal?.removeEventListener('abort', leave)
            await (async () => run())().then(resolve, reject)
          },
          refuse(error) {
            signal?.removeEventListener('abort', leave)
            reject(error)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        if (!lists.has(merchantId)) shares.join(merchantId)
        getOrAdd(lists, merchantId, () => []).push(task)
        note(1, bytes)
        beginSome()
      })
    },
  }
}
