import type { Database } from '../database/database.ts'
import type { Bounces } from '../email-validation/bounces.ts'
import type { Log } from '../log.ts'
import type { MailTransport, OutgoingMail } from '../mail/transport.ts'
import { MailFault } from '../mail/transport.ts'
import type { Engines } from '../merchants/engines.ts'
import type { Merchants } from '../merchants/merchants.ts'
import type { Offers } from '../merchants/offers.ts'
import type { Metrics } from '../metrics.ts'
import type { AttemptEnd, Deliveries, Delivery } from '../outbox/delivery.ts'
import type { DeliveryHandler } from '../outbox/queue.ts'
import { waitAfter } from './backoff.ts'
import { composeMail, pdfName, storedOptions } from './compose-mail.ts'

export interface SendOptions {
  db: Database
  deliveries: Deliveries
  merchants: Merchants
  offers: Offers
  engines: Engines
  bounces: Bounces
  transport: MailTransport
  metrics: Metrics
  log: Log
  now: () => number
  mailFrom: string
  /** From 0 to 1, for the jitter. */
  chance: () => number
  /** Waits between attempts, milliseconds; default about 24 hours. */
  waits?: readonly number[]
  /** Milliseconds for one attempt, all in all; default 60,000. */
  deadline?: number
}

/**
 * Makes the handler of due deliveries: open an attempt, send, write down at once how it ended. A mail can go out twice when
 * the process dies between the last two, always under the same Message-ID; it cannot get lost.
 */
export function createSender(options: SendOptions): DeliveryHandler {
  const { deliveries, bounces, metrics, log, now, deadline = 60_000 } = options

  return async (deliveryId, { takesOver }) => {
    const begun = await deliveries.begin(deliveryId, takesOver)
    if (begun === 'over' || begun === 'busy') return
    const { delivery, number, interrupted } = begun
    if (interrupted) metrics.possibleDuplicates.inc()
    const startedAt = now()
    const end = await attempt(options, delivery, number, AbortSignal.timeout(deadline))
    await deliveries.end(delivery, number, end)
    if (end.outcome === 'sent') await bounces.forget(delivery.email_address)
    metrics.attempts.inc({ outcome: end.outcome, transport: options.transport.name })
    metrics.attemptSeconds.observe((now() - startedAt) / 1000)
    if (end.outcome === 'sent') metrics.acceptedToSentSeconds.observe((now() - delivery.created_at) / 1000)
    if (end.retryAt === undefined) metrics.deliveries.inc({ outcome: end.outcome, transport: options.transport.name })
    log.info(messages[end.outcome], {
      deliveryId,
      receiptId: delivery.receipt_id,
      merchantId: delivery.merchant_id,
      attempt: number,
      ...(end.code && { code: end.code }),
    })
  }
}

const messages = {
  sent: 'The mail was sent',
  deferred: 'The mail was not taken; it is tried again',
  failed: 'The mail was refused for good',
} as const

async function attempt(
  options: SendOptions,
  delivery: Delivery,
  number: number,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const { bounces, transport, log } = options
  try {
    const mail = await prepare(options, delivery)
    if (mail === undefined) return { outcome: 'failed', code: 'erased' }
    return { outcome: 'sent', ...(await transport.send(mail, signal)) }
  } catch (error) {
    if (!(error instanceof MailFault)) {
      log.error('The mail could not be made', { deliveryId: delivery.id, receiptId: delivery.receipt_id, error })
      return later(options, number, 'render')
    }
    if (error.badAddress) await bounces.record(delivery.email_address, error.code)
    if (error.permanent) return { outcome: 'failed', code: error.code, detail: error.detail }
    return later(options, number, error.code, error.detail)
  }
}

/** The mail, or undefined when receipt or merchant are gone. */
async function prepare(options: SendOptions, delivery: Delivery): Promise<OutgoingMail | undefined> {
  const { db, merchants, offers, engines, mailFrom, metrics, log } = options
  const merchant = await merchants.find(delivery.merchant_id)
  const receipt = await db.selectFrom('receipts').selectAll().where('id', '=', delivery.receipt_id).executeTakeFirst()
  if (!merchant || !receipt) return undefined
  const shown = await offers.byIds(JSON.parse(receipt.offers) as string[])
  const mail = await engines.use(merchant, engine =>
    composeMail({ engine, merchant, receipt, delivery, offers: shown, mailFrom }),
  )
  if (merchant.settings.attachPdf !== true) return mail
  try {
    const bytes = await engines.use(merchant, engine =>
      engine.pdf(receipt.api_request, storedOptions(receipt, shown, delivery.variant)),
    )
    return { ...mail, pdf: { filename: pdfName(receipt, delivery.variant), bytes } }
  } catch (error) {
    // A receipt without its PDF is better than none.
    metrics.pdfFailures.inc()
    log.error('The PDF could not be made; the mail goes without it', {
      deliveryId: delivery.id,
      receiptId: receipt.id,
      merchantId: merchant.id,
      error,
    })
    return mail
  }
}

function later({ now, chance, waits }: SendOptions, number: number, code: string, detail = ''): AttemptEnd {
  const wait = waitAfter(number, chance(), waits)
  return wait === undefined
    ? { outcome: 'failed', code, detail }
    : { outcome: 'deferred', code, detail, retryAt: now() + wait }
}
