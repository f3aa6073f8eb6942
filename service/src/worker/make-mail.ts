import type { Engine } from 'counterfoil'
import type { Offer } from 'counterfoil/internal'
import type { OutgoingMail } from '../mail/transport.ts'
import type { Engines } from '../merchants/engines.ts'
import { findMerchant, type Merchant, senderOf } from '../merchants/merchants.ts'
import { readOffers } from '../merchants/offers.ts'
import type { Log } from '../monitoring/log.ts'
import type { Tracer } from '../monitoring/telemetry/tracer.ts'
import type { Delivery } from '../outbox/delivery.ts'
import type { OutboxContext } from '../outbox/queue.ts'
import { findReceipt, offerIdsOf, pdfName, type Receipt, storedOptions } from '../receipts/receipts.ts'

/** What mails are made with. */
export interface MailMaking {
  db: OutboxContext['db']
  engines: Engines
  /** Sender for merchants without their own. */
  mailFrom: string
  /** Told about every PDF that couldn't be printed. */
  pdfFailed: () => void
  tracer: Tracer
  log: Log
}

/** What a mail is made from. */
export interface Material {
  merchant: Merchant
  receipt: Receipt
  delivery: Delivery
  offers: Offer[]
}

/**
 * Loads what the mail is made from; undefined if the receipt or merchant is gone. A database failure isn't an answer to the
 * mail: it is thrown from the handler, and the attempt counts as interrupted.
 */
export async function gather({ db }: MailMaking, delivery: Delivery): Promise<Material | undefined> {
  const merchant = await findMerchant(db, delivery.merchant_id)
  const receipt = await findReceipt(db, delivery.merchant_id, delivery.receipt_id)
  if (!merchant || !receipt) return undefined
  return { merchant, receipt, delivery, offers: await readOffers(db, offerIdsOf(receipt)) }
}

/** Makes a delivery's mail, with its PDF if the merchant attaches one. Every attempt gets the same mail. */
export function makeMail(making: MailMaking, material: Material, signal: AbortSignal): Promise<OutgoingMail> {
  const { merchant, receipt } = material
  return making.engines.withReceiptEngine(merchant, receipt, async engine => {
    const mail = composeMail(engine, material, making.mailFrom)
    const pdf = merchant.settings.attachPdf === true ? await printPdf(making, engine, material, signal) : undefined
    return pdf ? { ...mail, pdf } : mail
  })
}

function composeMail(
  engine: Engine,
  { merchant, receipt, delivery, offers }: Material,
  mailFrom: string,
): OutgoingMail {
  // A gift receipt isn't a copy of the buyer's.
  const copy = delivery.kind === 'resend' && delivery.variant !== 'gift' && merchant.settings.markCopies === true
  return {
    deliveryId: delivery.id,
    from: senderOf(merchant, mailFrom),
    to: delivery.email_address,
    messageId: delivery.message_id,
    date: new Date(delivery.created_at),
    content: engine.email(receipt.api_request, { ...storedOptions(receipt, offers, delivery.variant), copy }),
  }
}

/** The receipt as PDF; undefined if it can't be printed, because a mail without its PDF is better than no mail. */
async function printPdf(
  { pdfFailed, tracer, log }: MailMaking,
  engine: Engine,
  { merchant, receipt, delivery, offers }: Material,
  signal: AbortSignal,
): Promise<OutgoingMail['pdf']> {
  const options = {
    ...storedOptions(receipt, offers, delivery.variant),
    signal: AbortSignal.any([signal, pdfDeadline()]),
  }
  try {
    const bytes = await tracer.run('make PDF', {}, () => engine.pdf(receipt.api_request, options))
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

/** Half of an attempt's minute; the other half is for the mail server. */
const pdfDeadline = () => AbortSignal.timeout(30_000)
