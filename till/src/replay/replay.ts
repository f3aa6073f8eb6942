// Room `replay`: sends what waits in the spool when the service is back.
// Besides the ways in, `flow` and `cli` may call it.

import { backoff, withDeadline } from '../basics/deadline.ts'
import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Outcome } from '../operations/outcome.ts'
import type { Sender } from '../operations/sender.ts'
import { type Lock, withLock } from '../spool/lock.ts'
import type { Spool } from '../spool/spool.ts'
import { createQuarantine } from './quarantine.ts'
import { type Round, sendWaiting } from './send-waiting.ts'

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

interface ReplayOptions {
  spool: Spool
  sender: Sender
  lock: Lock
  /** Told what waits at each look: names, oldest first. */
  sees?: ((pending: readonly string[]) => void) | undefined
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
export function createReplay({
  spool,
  sender,
  lock,
  sees = () => {},
  concurrency,
  now,
  chance,
  log,
}: ReplayOptions): Replay {
  // Not by the clock, which may be set while they wait.
  const quarantine = createQuarantine(() => performance.now(), chance)
  const ours = new Set<string>()
  const settled = new Map<string, Outcome>()
  const closing = new AbortController()
  let isAway = false
  let isWaiting = false
  let failures = 0
  let fault: string | undefined
  const timer = createPollTimer(async () => {
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
  const soon = () => timer.wake(backoff(1, probeBackoff, chance()))

  /** One look; gives the milliseconds until the next. */
  async function look(): Promise<number> {
    if (isAway) {
      const deadline = failures === 0 ? probeDeadlines.first : probeDeadlines.later
      isAway = !(await withDeadline(deadline, closing.signal, signal => sender.probe(signal)))
      if (isAway) return backoff(++failures, probeBackoff, chance())
    }
    const pending = await spool.list('pending')
    sees(pending)
    isWaiting = pending.length > 0
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
      return backoff(++failures, probeBackoff, chance())
    }
    if (left === 0 || tried === 0) return idleMs
    return sent + refused > 0 ? 0 : backoff(++failures, probeBackoff, chance())
  }

  /** Retry-After holds for all receipts, and a little longer, so that many tills don't return in one second. */
  function heed(outcome: Outcome): void {
    if (outcome.kind === 'busy' && outcome.retryAfter !== undefined) timer.rest(outcome.retryAfter * (1 + chance() / 5))
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
    start: timer.start,
    queued(file) {
      ours.add(file)
      isWaiting = true
      if (!isAway) soon()
    },
    saw(outcome) {
      heed(outcome)
      if (outcome.kind === 'accepted') {
        quarantine.succeeded()
        timer.endRest()
        isAway = false
        failures = 0
        if (isWaiting) soon()
      } else if (outcome.kind === 'failed' && !isAway) {
        isAway = true
        timer.wake(0)
      }
    },
    flush() {
      quarantine.clear()
      sender.resume()
      timer.endRest()
      return timer.between(() => flush(spool, () => withLock(lock, () => sendOnce(false))))
    },
    hasFailed: quarantine.hasFailed,
    stop() {
      closing.abort()
      return timer.stop()
    },
  }
}

/** What a flush did. */
export interface Flushed {
  sent: number
  refused: number
  /** Receipts that still wait. */
  left: number
  /** Why. */
  reason?: string
}

/** Sends round after round, until nothing waits or nothing gets through. @param send undefined if another process sends */
async function flush(spool: Spool, send: () => Promise<Round | undefined>): Promise<Flushed> {
  const total: Flushed = { sent: 0, refused: 0, left: 0 }
  let troubled = 0
  for (;;) {
    const round = await send()
    if (round === undefined) return { ...total, left: (await spool.list('pending')).length, reason: busyLock }
    total.sent += round.sent
    total.refused += round.refused
    total.left = round.left
    troubled += round.troubled
    if (round.stop) return { ...total, reason: round.stop.message }
    const isOver = round.left === 0 || round.sent + round.refused === 0
    if (isOver) return { ...total, ...(round.left > 0 && troubled > 0 && { reason: trouble }) }
  }
}

const busyLock = 'Another process is sending what waits in this spool.'

const trouble = 'Some files could not be read or moved: "counterfoil-till status" names them.'

/** Looks again and again, one look at a time: after the time that each asks for, or sooner if it is woken. */
interface PollTimer {
  start(): void
  /** Looks after so many milliseconds at the latest, also if a look is under way that came too early. */
  wake(wait: number): void
  /** No look before so many milliseconds are over, whoever wakes it. */
  rest(milliseconds: number): void
  /** Ends the rest. */
  endRest(): void
  /** Does something between two looks. */
  between<Result>(work: () => Promise<Result>): Promise<Result>
  /** Ends it after the look under way. */
  stop(): Promise<void>
}

/** @param look gives the milliseconds until the next; it doesn't throw */
function createPollTimer(look: () => Promise<number>): PollTimer {
  let isOn = false
  let dueAt = Number.POSITIVE_INFINITY
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let work: Promise<unknown> = Promise.resolve()

  function wake(wait: number): void {
    const now = performance.now()
    const at = Math.max(now + wait, notBefore)
    // Sales that wake it one after another don't put it off.
    if (!isOn || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(turn, at - now)
    timer.unref()
  }

  function turn(): void {
    work = work.then(async () => {
      dueAt = Number.POSITIVE_INFINITY
      // A rest may have begun since it was due.
      if (isOn) wake(performance.now() < notBefore ? 0 : await look())
    })
  }

  return {
    start() {
      isOn = true
      wake(0)
    },
    wake,
    rest(milliseconds) {
      notBefore = performance.now() + milliseconds
    },
    endRest() {
      notBefore = 0
      wake(idleMs)
    },
    between(run) {
      const result = work.then(run)
      work = result.catch(() => {})
      return result
    },
    async stop() {
      isOn = false
      clearTimeout(timer)
      await work
    },
  }
}
