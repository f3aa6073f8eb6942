// Room `operations`: each request of the interface, and what its answer means for the till.
// Besides the ways in, `fleet`, `settings`, `replay`, `flow` and `doctor` may call it.

import { withDeadline } from '../basics/deadline.ts'
import type { Log } from '../basics/log.ts'
import type { Sendable } from '../basics/sale.ts'
import { checkMode, connectService, type ServiceConnection, type ServiceSettings } from './connect.ts'
import { createReceipt, type SendStep } from './create-receipt.ts'
import type { Halted, Outcome } from './outcome.ts'

/** Sends receipts, for checkouts and for the replay, each on connections of its own. */
export interface Sender {
  readonly settings: ServiceSettings
  /**
   * Sends a receipt for a waiting customer. After sales without an answer it waits for a part of its time only, and after several it
   * fails at once most of the time.
   *
   * @param deadline milliseconds that the customer waits
   */
  send(sale: Sendable, signal: AbortSignal, deadline: number): Promise<Outcome>
  /** Sends a receipt that waited. */
  replay(sale: Sendable, signal: AbortSignal): Promise<Outcome>
  /** Whether the service answers at all. */
  probe(signal: AbortSignal): Promise<boolean>
  /** Counts a checkout, so that the replay waits meanwhile. */
  live<Result>(work: () => Promise<Result>): Promise<Result>
  /** How many checkouts are under way. */
  readonly liveCount: number
  /** Why nothing can be sent until a person mends it. */
  readonly halt: Pick<Halted, 'what' | 'message'> | undefined
  /** Forgets that it was halted: it may be mended. */
  resume(): void
  /** The connection for questions. */
  readonly service: ServiceConnection
  /** The connection for what nobody waits for. */
  readonly background: ServiceConnection
  close(): void
}

interface SenderOptions {
  settings: ServiceSettings
  now: () => number
  log: Log
  /** Headers of every request with the key. */
  told?: (() => Record<string, string>) | undefined
  /** Told what became of each live receipt that was sent. */
  onLive: (outcome: Outcome) => void
  reached?: ((step: SendStep) => void) | undefined
}

/** Opens the ways to the service. */
export function createSender({ settings, now, log, told, onLive, reached }: SenderOptions): Sender {
  const service = connectService(settings, told)
  const background = connectService(settings, told)
  let isModeKnown = false
  const breaker = createCircuitBreaker(now)
  let halt: Sender['halt']
  let liveCount = 0

  async function send(to: ServiceConnection, sale: Sendable, signal: AbortSignal): Promise<Outcome> {
    if (!isModeKnown) {
      const problem = await checkMode(to, { signal, now })
      if (problem) return note(problem)
      isModeKnown = true
    }
    return note(await createReceipt(to, sale, { signal, now, reached }))
  }

  function note(outcome: Outcome): Outcome {
    if (outcome.kind === 'halted') {
      if (halt?.message !== outcome.message) log({ level: 'error', message: outcome.message, status: outcome.status })
      halt = outcome
      isModeKnown = false
    } else if (outcome.kind === 'accepted') halt = undefined
    return outcome
  }

  return {
    settings,
    service,
    background,
    async send(sale, signal, deadline) {
      const wasLate = signal.aborted
      const before = breaker.failures
      const timeoutMs = breaker.timeoutMs(deadline)
      if (timeoutMs === undefined)
        return { kind: 'failed', code: 'away', message: 'The service did not answer the previous sales.' }
      const outcome = await withDeadline(timeoutMs, signal, limited => send(service, sale, limited))
      // A slow disk took its time: nothing was asked.
      if (wasLate) return outcome
      // Only silence costs a waiting customer time: what fails at once may be tried at every sale.
      breaker.record(before, outcome.kind === 'failed' && outcome.code === 'deadline')
      onLive(outcome)
      return outcome
    },
    async replay(sale, signal) {
      const outcome = await send(background, sale, signal)
      if (outcome.kind !== 'failed') breaker.reset()
      return outcome
    },
    async probe(signal) {
      const isUp = await background.isUp(signal)
      if (isUp) breaker.reset()
      return isUp
    },
    async live(work) {
      liveCount++
      try {
        return await work()
      } finally {
        liveCount--
      }
    },
    get liveCount() {
      return liveCount
    },
    get halt() {
      return halt
    },
    resume() {
      halt = undefined
    },
    close() {
      service.close()
      background.close()
    },
  }
}

/** What earlier sales without an answer leave of a sale's time: a lost answer costs the next sale nothing, an outage little. */
interface CircuitBreaker {
  /** Milliseconds that the next sale may wait, of those it has; undefined if it isn't to be sent now. */
  timeoutMs(deadline: number): number | undefined
  /** A sale that began when so many had been silent ended: with an answer or at once, or with breaker. */
  record(before: number, isSilent: boolean): void
  /** The service is known to answer. */
  reset(): void
  /** Sales without an answer, one after another. */
  readonly failures: number
}

/** After so many sales without an answer in a row, one at a time tries, and ever more rarely. */
const maxSilentSales = 3

/** Between two of those, at first and at most; milliseconds. */
const pauses = { first: 1000, most: 10_000 }

/** The part of its time that a sale after a silent one waits, and the least; milliseconds. */
const short = { part: 0.25, least: 500 }

/** @param now milliseconds since 1970 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let count = 0
  let nextAt = 0
  const reset = () => {
    count = 0
    nextAt = 0
  }
  return {
    timeoutMs(deadline) {
      if (count === 0) return deadline
      if (count >= maxSilentSales) {
        const left = nextAt - now()
        // The clock may have been put back.
        if (left > 0 && left <= pauses.most) return undefined
        // Of those that come while this one waits, none waits too.
        nextAt = now() + Math.min(pauses.most, pauses.first * 2 ** (count - maxSilentSales))
      }
      return Math.min(deadline, Math.max(short.least, deadline * short.part))
    },
    record(before, isSilent) {
      if (!isSilent) return reset()
      // Those that waited side by side met one silence, not several.
      count = Math.max(count, before + 1)
      if (count === maxSilentSales) nextAt = now() + pauses.first
    },
    reset,
    get failures() {
      return count
    },
  }
}
