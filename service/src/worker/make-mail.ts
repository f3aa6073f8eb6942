import type { Log } from '../basics/monitoring/log.ts'
import type { Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import { wholeReach } from '../basics/reach.ts'
import type { OutgoingMail } from '../delivery/mail/transport.ts'
import type { Delivery, OutboxContext } from '../delivery/outbox/delivery.ts'
import type { FairScheduler } from '../delivery/scheduling/fair-scheduler.ts'
import type { Documents } from '../merchants/documents.ts'
import type { Engines } from '../merchants/engines.ts'
import { findMerchant, senderOf } from '../merchants/merchants.ts'
import { readOffers } from '../merchants/offers.ts'
import { findReceipt, offerIdsOf, pdfName, storedOptions } from '../receipts/receipts.ts'

/** What making a mail needs of the process. */
export interface MailOptions {
  db: OutboxContext['db']
  engines: Engines
  /** Sender for merchants without their own. */
  mailFrom: string
  /** The sender of an attempt's envelope, and the headers by which a provider knows it; default: the mail's own, and none. */
  returnPath?: (deliveryId: string, attempt: number) => NonNullable<OutgoingMail['returnPath']>
  providerHeaders?: (deliveryId: string, attempt: number) => Readonly<Record<string, string>>
  /** Told about every PDF that couldn't be printed. */
  pdfFailed: () => void
  tracer: Tracer
  log: Log
  /** The turns of what is printed; mails wait in them as long as they may take. */
  printing: Pick<FairScheduler, 'take'>
}

/**
 * Loads what the mail is made from; undefined if the receipt or merchant is gone. A database failure isn't an answer to the
 * mail: it is thrown from the handler, and the attempt counts as interrupted.
 */
export async function findMaterial(db: OutboxContext['db'], delivery: Delivery) {
  const merchant = await findMerchant(db, delivery.merchant_id)
  const receipt = await findReceipt(db, wholeReach(delivery.merchant_id), delivery.receipt_id)
  if (!merchant || !receipt) return undefined
  return { merchant, receipt, delivery, offers: await readOffers(db, offerIdsOf(receipt)) }
}

type Material = NonNullable<Awaited<ReturnType<typeof findMaterial>>>

/** Makes a delivery's mail, with its PDF if the merchant attaches one. Every attempt gets the same mail, in an envelope of its own. */
export function makeMail(options: MailOptions, material: Material, signal: AbortSignal): Promise<OutgoingMail> {
  const { merchant, receipt } = material
  return options.engines.withReceiptEngine(merchant, receipt, async engine => {
    const mail = await composeMail(options, engine, material)
    const pdf = merchant.settings.attachPdf === true ? await printPdf(options, engine, material, signal) : undefined
    return pdf ? { ...mail, pdf } : mail
  })
}

async function composeMail(
  { mailFrom, returnPath, providerHeaders }: MailOptions,
  engine: Documents,
  { merchant, receipt, delivery, offers }: Material,
): Promise<OutgoingMail> {
  // A gift receipt isn't a copy of the buyer's.
  const copy = delivery.kind === 'resend' && delivery.variant !== 'gift' && merchant.settings.markCopies === true
  const content = await engine.email(receipt.api_request, { ...storedOptions(receipt, offers, delivery.variant), copy })
  return {
    deliveryId: delivery.id,
    from: senderOf(merchant, mailFrom),
    to: delivery.email_address,
    messageId: delivery.message_id,
    ...(returnPath && { returnPath: returnPath(delivery.id, delivery.attempt_count) }),
    date: new Date(delivery.created_at),
    content: providerHeaders
      ? { ...content, headers: { ...content.headers, ...providerHeaders(delivery.id, delivery.attempt_count) } }
      : content,
  }
}

/** The receipt as PDF; undefined if it can't be printed, because a mail without its PDF is better than no mail. */
async function printPdf(
  { printing, pdfFailed, tracer, log }: MailOptions,
  engine: Documents,
  { merchant, receipt, delivery, offers }: Material,
  signal: AbortSignal,
): Promise<OutgoingMail['pdf']> {
  const either = AbortSignal.any([signal, pdfDeadline()])
  const options = { ...storedOptions(receipt, offers, delivery.variant), signal: either }
  const run = () => tracer.run('make PDF', {}, () => engine.pdf(receipt.api_request, options))
  try {
    const bytes = await printing.take({ merchantId: merchant.id, isPatient: true, signal: either, run })
    return { filename: pdfName(receipt, delivery.variant), bytes }
  } catch (error) {
    pdfFailed()
    log.error("The PDF couldn't be printed; the mail is sent without it", {
      deliveryId: delivery.id,
      receiptId: receipt.id,
      merchantId: merchant.id,
      error,
    })
    return undefined
  }
}

/** Half of the minute that making a mail may take: one without its PDF is better than none. */
const pdfDeadline = () => AbortSignal.timeout(30_000)
