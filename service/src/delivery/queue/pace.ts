import { createFairScheduler } from '../scheduling/fair-scheduler.ts'
import type { Pace } from './queue.ts'

/** Of so many places, those that no one recipient, and no backlog, may have: a few always find one free. Of less than five, none. */
export function placesKept(places: number): number {
  return places < 5 ? 0 : Math.max(1, Math.floor(places / 8))
}

/** Work that takes this long is slow: what is quick comes and goes, and what isn't stays. Milliseconds. */
const slowMs = 1000

/**
 * If nothing was quick for so long, it is the way that is slow, not a recipient; and work that takes so long may never end, so another try
 * asks whether it still would. Milliseconds.
 */
const allSlowMs = 60_000

/** Recipients remembered at most, besides those with work. */
const maxKept = 1000

/** What is known of a recipient. */
interface Recipient {
  /** When its running work began. */
  begun: number[]
  /** Whether the last that ended was quick; undefined if none has. */
  wasQuick: boolean | undefined
  /** When the last began that was quick: what began before, and still runs, was lost on its way, and says nothing anymore. */
  quickFrom: number
}

/**
 * Shares places between recipients by how quick they are. One that is quick may have nearly all; one that isn't, or that nothing is
 * known of, half, unless the others aren't quick, either; and all that are slow leave some to the others. So whoever never answers costs
 * only its own share.
 *
 * Work that hangs has its place until it ends, after ten minutes for a mail. Where all hangs for a minute, one more is tried each minute, in a
 * place beyond the others; once one was quick, what hung before counts no more. There are twice as many places, so, of which the second half is
 * only for that.
 *
 * @param clock milliseconds
 */
export function createRecipientShares(clock: () => number = () => performance.now()) {
  const known = new Map<string, Recipient>()
  let wasQuick = false
  let lastQuickAt = Number.NEGATIVE_INFINITY
  let lastQuickFrom = Number.NEGATIVE_INFINITY

  /** For how long it has owed an answer. */
  const owing = ({ begun, quickFrom }: Recipient) =>
    clock() - (begun.find(at => at >= quickFrom) ?? Number.POSITIVE_INFINITY)
  const isLate = (of: Recipient) => owing(of) >= slowMs
  const isQuick = (of: Recipient | undefined) => of?.wasQuick === true && !isLate(of)
  const isSlow = (of: Recipient) => isLate(of) || of.wasQuick === false

  /** How many of these hang, though what began later was quick. */
  const lostOf = (begun: readonly number[], quickFrom: number) =>
    begun.filter(at => at < quickFrom && clock() - at >= allSlowMs).length
  const doAllHang = (begun: readonly number[]) => begun.length > 0 && begun.every(at => clock() - at >= allSlowMs)

  function forgetSome(): void {
    for (const [recipient, { begun }] of known) {
      if (known.size <= maxKept) return
      if (begun.length === 0) known.delete(recipient)
    }
  }

  return {
    /** Whether a recipient is quick; without one, whether the last work that ended was, whoever it was for. */
    isQuick: (recipient?: string) => (recipient === undefined ? wasQuick : isQuick(known.get(recipient))),
    /** How many may be in use, where so many are meant for what doesn't hang. */
    placesInAll(places: number): number {
      const begun = [...known.values()].flatMap(of => of.begun)
      const usable = places + lostOf(begun, lastQuickFrom)
      return Math.min(doAllHang(begun) ? Math.max(usable, begun.length + 1) : usable, 2 * places)
    },
    /** How many of these places a recipient may have. */
    placesFor(recipient: string, places: number): number {
      const of = known.get(recipient)
      const most = Math.max(1, places - placesKept(places))
      if (of && isQuick(of)) return most + lostOf(of.begun, of.quickFrom)
      const half = Math.max(1, Math.floor(places / 2))
      if (!of || !isSlow(of)) return half
      if (doAllHang(of.begun)) return of.begun.length + 1
      const share = of.wasQuick === false && clock() - lastQuickAt > allSlowMs ? most : half
      const slow = [...known.values()].filter(isSlow).reduce((sum, { begun }) => sum + begun.length, 0)
      return Math.min(share, Math.max(0, most - slow) + of.begun.length)
    },
    /** Measures work for a recipient. */
    async measure<Result>(recipient: string, work: () => Promise<Result>): Promise<Result> {
      const began = clock()
      const of = known.get(recipient) ?? { begun: [], wasQuick: undefined, quickFrom: Number.NEGATIVE_INFINITY }
      // The last one used is the last to be forgotten.
      known.delete(recipient)
      known.set(recipient, of)
      of.begun.push(began)
      try {
        return await work()
      } finally {
        of.begun.splice(of.begun.indexOf(began), 1)
        const isQuickNow = clock() - began < slowMs
        if (isQuickNow) {
          of.quickFrom = Math.max(of.quickFrom, began)
          lastQuickFrom = Math.max(lastQuickFrom, began)
          lastQuickAt = clock()
        }
        if (isQuickNow || began >= of.quickFrom) [of.wasQuick, wasQuick] = [isQuickNow, isQuickNow]
        forgetSome()
      }
    },
  }
}

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
  // With a slow mail server there is no time to win: more mails in hand would only wait for it.
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
