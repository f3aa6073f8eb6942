import { codeOf } from '../basics/errors.ts'
import type { Log } from '../basics/log.ts'
import type { Sender } from '../flow/sender.ts'
import type { Lock } from '../spool/lock.ts'
import type { Spool } from '../spool/spool.ts'
import { createAside } from './aside.ts'
import { backoff } from './backoff.ts'
import { type Round, sendWaiting } from './send-waiting.ts'

/** Sends what waits, as soon as the service is back. */
export interface Replay {
  start(): void
  /** The service answered a checkout. @param isAccepted it took the receipt */
  sawAnswer(isAccepted: boolean): void
  /** The service didn't answer a checkout. */
  sawSilence(): void
  /** Sends all that waits, now, whatever failed before. */
  flush(): Promise<Flushed>
  /** Ends what is under way; what was being sent stays pending. */
  stop(): Promise<void>
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
const idle = 5000

/** Between two questions whether the service is back; the longest keeps many tills apart. Milliseconds. */
const waits = { base: 500, cap: 30_000 }

/** Longest wait for the probe; milliseconds. */
const probeDeadline = 3000

/** Between two renewals of the lock; milliseconds. */
const renewal = 15_000

export function createReplay({ spool, sender, lock, concurrency, now, chance, log }: ReplayOptions): Replay {
  const aside = createAside(now)
  const closing = new AbortController()
  let isStarted = false
  let isAway = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let work: Promise<unknown> = Promise.resolve()

  function schedule(wait: number): void {
    clearTimeout(timer)
    if (closing.signal.aborted || !isStarted) return
    timer = setTimeout(turn, wait)
    timer.unref()
  }

  function turn(): void {
    work = work.then(look).then(schedule, error => {
      log({ level: 'error', message: 'The spool could not be read', code: codeOf(error) })
      schedule(idle)
    })
  }

  /** One look; gives the milliseconds until the next. */
  async function look(): Promise<number> {
    if (closing.signal.aborted) return idle
    if (isAway) {
      isAway = !(await sender.probe(AbortSignal.any([closing.signal, AbortSignal.timeout(probeDeadline)])))
      if (isAway) return backoff(++failures, chance(), waits)
    }
    if (sender.halt !== undefined || (await spool.list('pending')).length === 0) return idle
    const round = await locked(() => sendOnce(true))
    return round ? waitAfter(round) : idle
  }

  function waitAfter({ sent, left, stop }: Round): number {
    if (sent > 0) failures = 0
    if (stop?.kind === 'halted') return idle
    if (stop?.kind === 'busy' && stop.retryAfter !== undefined) return stop.retryAfter * (1 + chance() / 5)
    if (stop) {
      isAway = stop.kind === 'failed' && stop.status === undefined
      return backoff(++failures, chance(), waits)
    }
    return left > 0 && sent === 0 ? Math.max(1000, backoff(++failures, chance(), waits)) : left > 0 ? 0 : idle
  }

  const sendOnce = (sparesYoung: boolean) =>
    sendWaiting({ spool, sender, aside, now, log, concurrency, sparesYoung, signal: closing.signal })

  /** Runs a round with the lock; undefined if another process has it. */
  async function locked(run: () => Promise<Round>): Promise<Round | undefined> {
    if (!(await lock.hold())) return undefined
    const renewing = setInterval(() => void lock.hold().catch(() => {}), renewal)
    try {
      return await run()
    } finally {
      clearInterval(renewing)
      await lock.release()
    }
  }

  return {
    start() {
      isStarted = true
      schedule(0)
    },
    sawAnswer(isAccepted) {
      if (!isAccepted) return
      aside.succeeded()
      if (isAway || failures > 0) schedule(0)
      isAway = false
      failures = 0
    },
    sawSilence() {
      if (isAway) return
      isAway = true
      schedule(backoff(1, chance(), waits))
    },
    async flush() {
      aside.clear()
      sender.resume()
      const total: Flushed = { sent: 0, refused: 0, left: 0 }
      const run = async () => {
        for (;;) {
          const round = await locked(() => sendOnce(false))
          if (round === undefined) return { ...total, left: (await spool.list('pending')).length, reason: busyLock }
          total.sent += round.sent
          total.refused += round.refused
          total.left = round.left
          if (round.stop) return { ...total, reason: round.stop.says }
          if (round.left === 0 || round.sent + round.refused === 0) return total
        }
      }
      const result = work.then(run)
      work = result.catch(() => {})
      const flushed = await result
      if (flushed.left === 0) isAway = false
      return flushed
    },
    async stop() {
      closing.abort()
      clearTimeout(timer)
      await work
    },
  }
}

const busyLock = 'Another process is sending what waits in this spool.'
