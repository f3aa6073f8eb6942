import { withDeadline } from '../basics/deadline.ts'
import type { Log } from '../basics/log.ts'
import { checkMode } from '../operations/check-mode.ts'
import { connectService, type ServiceConnection, type ServiceSettings } from '../operations/connect.ts'
import { createReceipt, type Sendable, type SendStep } from '../operations/create-receipt.ts'
import type { Outcome } from '../operations/outcome.ts'
import { probe } from '../operations/probe.ts'
import { createCircuitBreaker } from './silence.ts'

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
  readonly halt: string | undefined
  /** Forgets that it was halted: it may be mended. */
  resume(): void
  /** The connection for questions. */
  readonly service: ServiceConnection
  close(): void
}

export interface SenderOptions {
  settings: ServiceSettings
  now: () => number
  log: Log
  /** Told what became of each live receipt that was sent. */
  onLive: (outcome: Outcome) => void
  reached?: (step: SendStep) => void
}

/** Opens the ways to the service. */
export function createSender({ settings, now, log, onLive, reached }: SenderOptions): Sender {
  const service = connectService(settings)
  const background = connectService(settings)
  let isModeKnown = false
  const silence = createCircuitBreaker(now)
  let halt: string | undefined
  let liveCount = 0

  async function send(to: ServiceConnection, sale: Sendable, signal: AbortSignal): Promise<Outcome> {
    if (!isModeKnown) {
      const problem = await checkMode(to, { signal, now })
      if (problem) return note(problem)
      isModeKnown = true
    }
    return note(await createReceipt(to, sale, { signal, now, ...(reached && { reached }) }))
  }

  function note(outcome: Outcome): Outcome {
    if (outcome.kind === 'halted') {
      if (halt !== outcome.message)
        log({ level: 'error', message: outcome.message, ...(outcome.status && { status: outcome.status }) })
      halt = outcome.message
      isModeKnown = false
    } else if (outcome.kind === 'accepted') halt = undefined
    return outcome
  }

  return {
    settings,
    service,
    async send(sale, signal, deadline) {
      const wasLate = signal.aborted
      const before = silence.failures
      const patience = silence.timeoutMs(deadline)
      if (patience === undefined)
        return { kind: 'failed', code: 'away', message: 'The service did not answer the sales before.' }
      const outcome =
        before === 0
          ? await send(service, sale, signal)
          : await withDeadline(patience, signal, limited => send(service, sale, limited))
      // A slow disk took its time: nothing was asked.
      if (wasLate) return outcome
      // Only silence costs a waiting customer time: what fails at once may be tried at every sale.
      silence.record(before, outcome.kind === 'failed' && outcome.code === 'deadline')
      onLive(outcome)
      return outcome
    },
    async replay(sale, signal) {
      const outcome = await send(background, sale, signal)
      if (outcome.kind !== 'failed') silence.reset()
      return outcome
    },
    async probe(signal) {
      const isThere = await probe(background, signal)
      if (isThere) silence.reset()
      return isThere
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
