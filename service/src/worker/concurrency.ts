import pLimit, { type LimitFunction } from 'p-limit'
import { stepMs } from '../mail/timeouts.ts'

/** The mail server was never asked to take the mail, so this says nothing about either. */
export class NotSent extends Error {
  readonly code: 'stopped' | 'no_connection'

  constructor(code: NotSent['code']) {
    super(`The mail wasn't sent (${code}).`)
    this.name = 'NotSent'
    this.code = code
  }
}

/**
 * Mails in hand for each connection. Under load a mail waits longer for the database and the event loop than for a quick mail
 * server, so the next ones are read and rendered, and the last ones recorded, while its connection sends others.
 */
export const prefetchPerConnection = 4

/** A mail server that takes this long for a mail leaves no time to be won; mails would only wait for it. Milliseconds. */
const slowMailMs = 1000

/** How many mails are in hand at once, and how many of them are being sent. @param connections to the mail server */
export function createSendConcurrency(connections: number, clock: () => number = () => performance.now()) {
  const inHand = pLimit({ concurrency: connections, rejectOnClear: true })
  const sending = pLimit({ concurrency: connections, rejectOnClear: true })
  let stopped = false

  async function timed<Result>(send: () => Promise<Result>): Promise<Result> {
    const began = clock()
    try {
      return await send()
    } finally {
      const limit = clock() - began < slowMailMs ? connections * prefetchPerConnection : connections
      if (inHand.concurrency !== limit) inHand.concurrency = limit
    }
  }

  return {
    /**
     * Does a mail's work when few enough are in hand. False, without doing it, if it waits too long, as when the mail server hangs,
     * or this stops while it waits.
     */
    async take(work: () => Promise<void>, waiting = AbortSignal.timeout(stepMs)): Promise<boolean> {
      let taken = false
      const begin = () => {
        taken = true
        return work()
      }
      try {
        await whenFree(inHand, waiting, begin)
      } catch (error) {
        if (taken) throw error
      }
      return taken
    },
    /**
     * Sends when a connection is free.
     *
     * @throws NotSent if none becomes free before the signal, or this stops meanwhile
     */
    send: <Result>(waiting: AbortSignal, send: () => Promise<Result>): Promise<Result> =>
      whenFree(sending, waiting, () => timed(send)),
    /** From now on nothing waits. What is in hand and has a connection goes on. */
    stop(): void {
      stopped = true
      inHand.clearQueue()
      sending.clearQueue()
    },
  }

  /** @throws NotSent if it isn't free before the signal, or this stops meanwhile */
  function whenFree<Result>(limit: LimitFunction, waiting: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const giveUp = () => leave(new NotSent('no_connection'))
      const leave = (reason: NotSent) => {
        waiting.removeEventListener('abort', giveUp)
        reject(reason)
      }
      if (stopped && isFull(limit)) return leave(new NotSent('stopped'))
      if (waiting.aborted) return giveUp()
      waiting.addEventListener('abort', giveUp, { once: true })
      const begin = async () => {
        if (waiting.aborted) return
        waiting.removeEventListener('abort', giveUp)
        await work().then(resolve, reject)
      }
      limit(begin).catch(() => leave(new NotSent('stopped')))
    })
  }
}

/** Who may send. */
export type SendConcurrency = ReturnType<typeof createSendConcurrency>

function isFull({ activeCount, concurrency }: LimitFunction): boolean {
  return activeCount >= concurrency
}

/** A lock that nothing holds yet, for work in parallel, and some of it alone. */
export function createSharedLock() {
  const parallel = new Set<Promise<unknown>>()
  let lastExclusive: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    /** Runs in parallel with other work, but not with work that must run alone. */
    async shared<Result>(work: () => Promise<Result>): Promise<Result> {
      while (waiting > 0) await lastExclusive
      const running = work()
      parallel.add(running)
      return running.finally(() => parallel.delete(running))
    },

    /** Waits for running work to finish, then runs alone. Later work waits. */
    exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
      waiting += 1
      const running = lastExclusive.then(() => Promise.allSettled(parallel)).then(work)
      lastExclusive = Promise.allSettled([running]).then(() => {
        waiting -= 1
      })
      return running
    },
  }
}
