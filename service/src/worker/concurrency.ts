import { createRecipientShares } from '../delivery/queue/pace.ts'
import type { Pace } from '../delivery/queue/queue.ts'
import { createFairScheduler } from '../delivery/scheduling/fair-scheduler.ts'

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

/**
 * How many mails are in hand at once, and how many of them are being sent.
 *
 * @param connections to the mail server; while some hang, up to as many more
 */
export function createSendConcurrency(connections: number, clock?: () => number) {
  const shares = createRecipientShares(clock)
  let stopped = false
  let sending = 0
  // Domains have turns at the connections as merchants have them in the queue.
  const turns = createFairScheduler({
    concurrency: () => shares.placesInAll(connections),
    perMerchant: domain => shares.placesFor(domain, connections),
    maxWaiting: Number.POSITIVE_INFINITY,
    retryAfter: 0,
  })
  // A mail server that takes long for a mail leaves no time to be won; mails would only wait for it.
  const prefetch = () => (shares.isQuick() ? prefetchPerConnection : 1)
  const pace: Pace = {
    inHand: () => shares.placesInAll(connections) * prefetch(),
    inHandFor: domain => shares.placesFor(domain, connections) * (shares.isQuick(domain) ? prefetch() : 1),
  }

  return {
    ...pace,
    /**
     * Sends to a domain when a connection is free for it.
     *
     * @throws NotSent if none becomes free before the signal, or this stops meanwhile
     */
    async send<Result>(domain: string, waiting: AbortSignal, send: () => Promise<Result>): Promise<Result> {
      if (stopped && sending >= shares.placesInAll(connections)) throw new NotSent('stopped')
      const run = async () => {
        sending += 1
        return shares.measure(domain, send).finally(() => {
          sending -= 1
        })
      }
      return turns.take({ merchantId: domain, isPatient: true, signal: waiting, run }).catch(error => {
        throw waiting.aborted && error === waiting.reason ? new NotSent('no_connection') : error
      })
    },
    /** From now on nothing waits. What is in hand and has a connection goes on. */
    stop(): void {
      stopped = true
      turns.clear(new NotSent('stopped'))
    },
  }
}

/** Who may send. */
export type SendConcurrency = ReturnType<typeof createSendConcurrency>

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
