import { withDeadline } from '../basics/deadline.ts'
import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Sender } from '../flow/sender.ts'
import type { Outcome } from '../operations/outcome.ts'
import type { Lock } from '../spool/lock.ts'
import type { Spool } from '../spool/spool.ts'
import { createQuarantine } from './aside.ts'
import { backoff } from './backoff.ts'
import { type Flushed, flush } from './flush.ts'
import { createPollTimer } from './pulse.ts'
import { type Round, sendWaiting } from './send-waiting.ts'
import { withLock } from './with-lock.ts'

/** Sends what waits, as soon as the service is back. */
export interface Replay {
  start(): void
  /** A checkout ended and left its receipt waiting. */
  queued(file: string): void
  /** What the service answered to a checkout, or that it didn't. */
  saw(outcome: Outcome): void
  /** Sends all that waits, now, whatever failed before. */
  flush(): Promise<Flushed>
  /** Whether a waiting receipt was tried in vain. */
  hasFailed(file: string): boolean
  /** Ends what is under way; what was being sent stays pending. */
  stop(): Promise<void>
}

export interface ReplayOptions {
  spool: Spool
  sender: Sender
  lock: Lock
  concurrency: number
  now: () => number
  /** From 0 to 1. */
  chance: () => number
  log: Log
}

/** Between two looks into the spool that other processes may share; milliseconds. */
const idleMs = 5000

/** Between two questions whether the service is back; the longest keeps many tills apart. Milliseconds. */
const probeBackoff = { base: 500, cap: 10_000 }

/** Longest wait for the probe, at first and later; milliseconds. */
const probeDeadlines = { first: 1000, later: 3000 }

/** Starts nothing yet. */
export function createReplay({ spool, sender, lock, concurrency, now, chance, log }: ReplayOptions): Replay {
  // Not by the clock, which may be set while they wait.
  const quarantine = createQuarantine(() => performance.now(), chance)
  const ours = new Set<string>()
  const settled = new Map<string, Outcome>()
  const closing = new AbortController()
  let isAway = false
  let isWaiting = false
  let failures = 0
  let fault: string | undefined
  const pulse = createPollTimer(async () => {
    try {
      const wait = await look()
      fault = undefined
      return wait
    } catch (error) {
      const code = codeOf(error)
      if (code !== fault) log({ level: 'error', message: 'The spool could not be read', code })
      fault = code
      return idleMs
    }
  })
  const soon = () => pulse.wake(backoff(1, chance(), probeBackoff))

  /** One look; gives the milliseconds until the next. */
  async function look(): Promise<number> {
    if (isAway) {
      const deadline = failures === 0 ? probeDeadlines.first : probeDeadlines.later
      isAway = !(await withDeadline(deadline, closing.signal, signal => sender.probe(signal)))
      if (isAway) return backoff(++failures, chance(), probeBackoff)
    }
    isWaiting = (await spool.list('pending')).length > 0
    if (!isWaiting) {
      ours.clear()
      return idleMs
    }
    if (sender.halt !== undefined) return idleMs
    const round = await withLock(lock, () => sendOnce(true))
    return round ? waitAfter(round) : idleMs / 5
  }

  function waitAfter({ sent, refused, tried, left, stop }: Round): number {
    isWaiting = left > 0
    if (sent > 0) failures = 0
    if (stop?.kind === 'halted') return idleMs
    if (stop) {
      heed(stop)
      isAway = stop.kind === 'failed' && stop.status === undefined
      return backoff(++failures, chance(), probeBackoff)
    }
    if (left === 0 || tried === 0) return idleMs
    return sent + refused > 0 ? 0 : backoff(++failures, chance(), probeBackoff)
  }

  /** Retry-After holds for all receipts, and a little longer, so that many tills don't return in one second. */
  function heed(outcome: Outcome): void {
    if (outcome.kind === 'busy' && outcome.retryAfter !== undefined) pulse.rest(outcome.retryAfter * (1 + chance() / 5))
  }

  const sendOnce = (skipRecent: boolean) =>
    sendWaiting({
      spool,
      sender,
      quarantine,
      now,
      log,
      concurrency,
      skipRecent,
      ours,
      settled,
      // Whoever flushes wants to see for themselves.
      isAway: () => skipRecent && isAway,
      signal: closing.signal,
    })

  return {
    start: pulse.start,
    queued(file) {
      ours.add(file)
      isWaiting = true
      if (!isAway) soon()
    },
    saw(outcome) {
      heed(outcome)
      if (outcome.kind === 'accepted') {
        quarantine.succeeded()
        pulse.endRest()
        isAway = false
        failures = 0
        if (isWaiting) soon()
      } else if (outcome.kind === 'failed' && !isAway) {
        isAway = true
        pulse.wake(0)
      }
    },
    flush() {
      quarantine.clear()
      sender.resume()
      pulse.endRest()
      return pulse.between(() => flush(spool, () => withLock(lock, () => sendOnce(false))))
    },
    hasFailed: quarantine.hasFailed,
    stop() {
      closing.abort()
      return pulse.stop()
    },
  }
}
