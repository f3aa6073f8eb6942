import { DatabaseUnavailableError, TooCostlyError } from '../basics/errors/errors.ts'
import { createSharedLock } from '../basics/gate.ts'
import type { LogFields } from '../basics/monitoring/log.ts'
import type { Metrics } from '../basics/monitoring/metrics.ts'
import type { Span } from '../basics/monitoring/telemetry/tracer.ts'
import { engineVersion } from '../basics/versions.ts'
import type { Claimed } from '../database/queue/due-rows.ts'
import { MailFault, type MailTransport, type OutgoingMail, type SendReply, stepMs } from '../delivery/mail/transport.ts'
import type { AttemptEnd, Attempts } from '../delivery/outbox/attempts.ts'
import type { Begun } from '../delivery/outbox/begin-attempts.ts'
import { type Delivery, findDelivery } from '../delivery/outbox/delivery.ts'
import { holdIfPaused } from '../delivery/outbox/pauses.ts'
import { NotSent, type SendConcurrency } from '../delivery/queue/pace.ts'
import { type Handler, keepTrying, waitAfter } from '../delivery/queue/queue.ts'
import { recipientOf } from '../delivery/queue/turns.ts'
import { type Suppression, saysAddressIsGone } from '../delivery/suppression/suppression.ts'
import { mayMail } from '../merchants/merchants.ts'
import { findMaterial, type MailOptions, makeMail } from './make-mail.ts'

/** What sending a mail needs of the process. */
interface SendOptions extends MailOptions {
  attempts: Attempts
  transport: MailTransport
  concurrency: SendConcurrency
  metrics: Metrics
  now: () => number
  /** Told how each attempt ended that the mail server decided: undefined if it accepted the mail. */
  sawAttempt?: (fault: MailFault | undefined) => void
  /** From 0 to 1, for jitter. */
  chance: () => number
  /** Waits between attempts, milliseconds; default about 24 hours in total. */
  waits?: readonly number[]
  /** Milliseconds to make a mail, and as many to wait for a connection; default `stepMs`. */
  deadline?: number
  /** Milliseconds that the mail server may take for a mail. */
  longestSendMs: number
  /** Milliseconds after which an open attempt is a dead process's. */
  deadAfterMs: number
}

/**
 * Makes the handler of due deliveries: open an attempt, send, record the result at once. If the process dies between the last
 * two, the mail is sent twice, with the same Message-ID, but it is never lost.
 */
export function createSender(options: SendOptions): Handler {
  const { db, attempts, metrics, tracer, log, now, concurrency } = options
  const lock = createSharedLock()

  return {
    pace: concurrency,
    async hold(taken) {
      // An attempt of a dead run is over, whenever it began.
      const hold = (takesOver: boolean, deadBefore: number) =>
        holdIfPaused(
          db,
          taken.flatMap(each => (each.takesOver === takesOver ? each.id : [])),
          deadBefore,
        )
      return [...(await hold(true, Number.MAX_SAFE_INTEGER)), ...(await hold(false, now() - options.deadAfterMs))]
    },
    async handle({ id: deliveryId, takesOver }: Claimed) {
      const outcome = await lock.shared(() => handle(deliveryId, takesOver, false))
      if (outcome !== 'exclusive') return
      log.warn('Sending a repeatedly interrupted mail alone', { deliveryId })
      await lock.exclusive(() => handle(deliveryId, takesOver, true))
    },
  }

  async function handle(deliveryId: string, takesOver: boolean, isExclusive: boolean): Promise<'exclusive' | 'done'> {
    const begun = await attempts.begin(deliveryId, takesOver, isExclusive)
    if (begun === 'exclusive') return 'exclusive'
    if (begun === 'later' || (typeof begun === 'object' && begun.interrupted)) metrics.possibleDuplicates.inc()
    if (typeof begun !== 'object') return 'done'
    const { receipt_id: receiptId, merchant_id: merchantId } = begun.delivery
    const about = { deliveryId, receiptId, merchantId, attempt: begun.number }
    const fields = { ...about, transport: options.transport.name }
    const cause = { kind: 'consumer', causedBy: receiptId } as const
    await tracer.run('deliver mail', fields, span => sendAndRecord(begun, about, span), cause)
    return 'done'
  }

  async function sendAndRecord(
    { delivery, number, answered, suppression }: Begun,
    of: LogFields,
    span: Span,
  ): Promise<void> {
    const startedAt = now()
    const end = suppression ? withheldFor(suppression) : await attempt(options, delivery, answered + 1)
    span.set({ outcome: end.outcome, code: end.code })
    if (isFailure(end)) span.fail({ code: end.code })
    const about = {
      ...of,
      ...(end.code && { code: end.code }),
      ...(end.reason && { reason: end.reason }),
      ...(span.traceId && { traceId: span.traceId }),
    }
    const isOurs = await tracer.run('record attempt', {}, () =>
      keepTrying(() => attempts.end(delivery.id, number, end)),
    )
    if (!isOurs) return leave(delivery.id, about)
    metrics.attempts.inc({ outcome: end.outcome, transport: options.transport.name })
    metrics.attemptSeconds.observe((now() - startedAt) / 1000)
    if (end.outcome === 'sent') metrics.acceptedToSentSeconds.observe((now() - delivery.created_at) / 1000)
    if (isFailure(end))
      metrics.failures.inc({ outcome: end.outcome, code: end.code ?? '', reason: end.reason ?? 'other' })
    if (end.retryAt === undefined) metrics.deliveries.inc({ outcome: end.outcome, transport: options.transport.name })
    log[end.outcome === 'failed' ? 'error' : 'info'](suppression ? suppressedMessage : messages[end.outcome], about)
  }

  async function leave(deliveryId: string, about: LogFields): Promise<void> {
    if (await findDelivery(db, deliveryId))
      return log.warn('An attempt ended after another worker had taken it over', about)
    await options.transport.forget?.(deliveryId)
    log.warn('A mail was erased while it was being sent; it may have arrived', about)
  }
}

/** Whether a mail server, or the mail itself, is to blame. */
function isFailure({ outcome }: AttemptEnd): boolean {
  return outcome === 'deferred' || outcome === 'failed'
}

const messages = {
  sent: 'Mail sent',
  deferred: 'Mail not accepted; it will be retried',
  interrupted: 'Mail not sent yet, because no connection was free',
  failed: 'Mail failed for good',
  withheld: 'Mail withheld: the merchant is in test mode and does not list the address',
} as const

const suppressedMessage = 'Mail withheld: the address is suppressed'

/** The end of an attempt that isn't made, with the reason for which the address is suppressed. */
function withheldFor({ reason }: Suppression): AttemptEnd {
  return { outcome: 'withheld', code: 'suppressed', ...(reason && { reason }) }
}

/** @param tries answered tries of this mail, including this one */
async function attempt(options: SendOptions, delivery: Delivery, tries: number): Promise<AttemptEnd> {
  const { concurrency, tracer, log, sawAttempt = () => {}, deadline = stepMs } = options
  const making = AbortSignal.timeout(deadline)
  const material = await findMaterial(options.db, delivery)
  if (material === undefined) return { outcome: 'failed', code: 'erased' }
  if (!mayMail(material.merchant, delivery.email_address)) return { outcome: 'withheld', code: 'test_mode' }
  try {
    const mail = await tracer.run('make mail', {}, () => within(making, makeMail(options, material, making)))
    const send = () => tracer.run('send mail', {}, () => sendWithin(options, mail), { kind: 'client' })
    const sent = await concurrency.send(recipientOf(delivery.email_address), AbortSignal.timeout(deadline), send)
    sawAttempt(undefined)
    return { outcome: 'sent', engineVersion, ...sent }
  } catch (error) {
    // Composing reads appearances from the database, too.
    if (error instanceof DatabaseUnavailableError) throw error
    if (error instanceof NotSent) return { outcome: 'interrupted', code: error.code, retryAt: options.now() }
    if (!(error instanceof MailFault)) {
      log.error("The mail couldn't be rendered", { deliveryId: delivery.id, receiptId: delivery.receipt_id, error })
      // It takes as long the next time.
      if (error instanceof TooCostlyError)
        return { outcome: 'failed', code: 'render', detail: error.message, reason: 'other' }
      return later(options, tries, { code: 'render', detail: '', reason: 'other' })
    }
    sawAttempt(error)
    const { permanent, code, detail, reason, enhanced } = error
    const badAddress = saysAddressIsGone(reason, permanent, enhanced)
    return permanent ? { outcome: 'failed', code, detail, reason, badAddress } : later(options, tries, error)
  }
}

/** A timer that is cleared: there are hundreds of mails a second, and this is most of an hour. */
async function sendWithin({ transport, longestSendMs }: SendOptions, mail: OutgoingMail): Promise<SendReply> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), longestSendMs)
  return transport.send(mail, controller.signal).finally(() => clearTimeout(timer))
}

async function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(signal.reason)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work, late.promise]).finally(() => signal.removeEventListener('abort', giveUp))
}

function later(
  { now, chance, waits: schedule = waits }: SendOptions,
  tries: number,
  { code, detail, reason }: Pick<MailFault, 'code' | 'detail' | 'reason'>,
): AttemptEnd {
  const wait = waitAfter(tries, chance(), schedule)
  return wait === undefined
    ? { outcome: 'failed', code, detail, reason }
    : { outcome: 'deferred', code, detail, reason, retryAt: now() + wait }
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Waits between attempts, milliseconds: about 24 hours in total, after which the mail has failed. */
export const waits = [
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
] as const
