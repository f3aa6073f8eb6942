import { addressKey, type HashKey, isSameMailbox } from '../../basics/addresses.ts'
import { locking, type Transaction } from '../../database/database.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import type { DeliveryTable } from '../../database/tables.ts'
import { recordChanges } from '../../statistics/counting/change.ts'
import { changeOf } from '../../statistics/counting/mails.ts'
import type { Report } from '../reports/report.ts'
import { settleProblems } from '../settle-problems.ts'
import { type NewSuppression, saysAddressIsGone, suppress } from '../suppression/suppression.ts'
import { recordEvents } from '../webhooks/events.ts'
import { deliveryEvent, type WebhookEvent } from '../webhooks/payload.ts'

/** A report, and the delivery that it says it is about. */
export interface ToldReport {
  report: Report
  deliveryId: string
  /** The attempt that it names; undefined if it names none. */
  attempt?: number
  /**
   * How that is known: by the signature of a sender or of the provider who sent the mail. Without it, the Message-ID that the report
   * returns: then it counts only if it is about the mail's own recipient.
   */
  signed: boolean
  messageId?: string
  /** All reports of the mail that brought it. */
  beside?: readonly Report[]
}

/** What became of a report: `unmatched` is of no mail that we know, `gone` of one that was erased. */
export type Fate = 'applied' | 'unmatched' | 'gone'

/** The same, with where the mail went. */
interface Applied {
  fate: Fate
  emailAddress?: string
}

/** The mail is being sent, and whether it was taken isn't recorded yet: whoever brought the report brings it again. */
export class EarlyReportError extends Error {}

/**
 * Does to deliveries what reports say of them, in order: `bounced` if one came back, `complained` if the person called it spam, whatever
 * came before; a delay and an arrival are only noted. Statistics follow, and an address that doesn't exist is mailed to no more. A
 * report that comes again changes nothing, nor does one about an attempt after which the mail was sent anew, but for a complaint.
 *
 * @throws EarlyReportError with nothing to be kept
 */
export async function applyReports(
  transaction: Transaction,
  key: HashKey,
  all: readonly ToldReport[],
  at: number,
): Promise<Applied[]> {
  const deliveries = await lockDeliveries(transaction, all)
  const before = new Map(deliveries)
  const suppressed: NewSuppression[] = []
  const fates = all.map((told): Applied => {
    const delivery = deliveries.get(told.deliveryId)
    if (!delivery) return { fate: told.signed ? 'gone' : 'unmatched' }
    if (!told.signed && !isOf(told, delivery)) return { fate: 'unmatched' }
    if (told.report.kind !== 'complaint' && isEarlier(told, delivery)) return { fate: 'applied' }
    if (isOfAnother(told, delivery)) return { fate: 'applied' }
    suppressed.push(...suppressionOf(told, delivery))
    const outcome = outcomeOf(told.report, delivery, at)
    if (outcome) deliveries.set(delivery.id, { ...delivery, ...outcome })
    return { fate: 'applied', emailAddress: delivery.email_address }
  })
  const changed = [...deliveries.values()].filter(delivery => delivery !== before.get(delivery.id))
  await save(transaction, changed, before)
  const moved = changed.filter(delivery => delivery.status !== before.get(delivery.id)?.status)
  // What came in another mail needs no look.
  const receipts = moved.filter(({ status }) => status === 'bounced').map(({ receipt_id }) => receipt_id)
  await settleProblems(transaction, receipts, at)
  await recordEvents(transaction, () => moved.map(eventOf), at)
  await suppress(transaction, key, suppressed, at)
  return fates
}

/** What a merchant's own systems are told. */
function eventOf(delivery: DeliveryTable): WebhookEvent {
  const type = delivery.status === 'bounced' ? 'delivery.bounced' : 'delivery.complained'
  return deliveryEvent(type, delivery, { reason: delivery.reason })
}

/** The deliveries as they are, so that nobody changes them meanwhile. */
async function lockDeliveries(
  transaction: Transaction,
  all: readonly ToldReport[],
): Promise<Map<string, DeliveryTable>> {
  const ids = [...new Set(all.map(({ deliveryId }) => deliveryId))]
  if (ids.length === 0) return new Map()
  const query = transaction
    .selectFrom('deliveries')
    .selectAll()
    .where('id', 'in', textsOf(transaction, ids))
    .orderBy('id')
  const rows = await locking(transaction, query).execute()
  const waiting = idsOf(rows.filter(({ status }) => status === 'queued'))
  if (waiting.length > 0) {
    const open = transaction.selectFrom('delivery_attempts').select('number').where('ended_at', 'is', null)
    const early = await open.where('delivery_id', 'in', textsOf(transaction, waiting)).executeTakeFirst()
    if (early) throw new EarlyReportError('The mail is being sent.')
  }
  return new Map(rows.map(row => [row.id, row]))
}

/** Whether a report that nobody signed knows the mail: its Message-ID, which only its recipient was told, and to whom it went. */
function isOf({ messageId, report: { recipient } }: ToldReport, delivery: DeliveryTable): boolean {
  return messageId === delivery.message_id && recipient !== undefined && isSame(recipient, delivery.email_address)
}

/** Whether a report is about an attempt before the last. One that names none is, if it was written before somebody had the mail sent anew. */
function isEarlier({ attempt, report: { writtenAt } }: ToldReport, delivery: DeliveryTable): boolean {
  if (attempt !== undefined) return attempt < delivery.attempt_count
  return writtenAt !== undefined && writtenAt < (delivery.retried_at ?? 0)
}

/** Whether it is about somebody else, to whom a list or an alias sent the mail on, and the mail that brought it says more of the delivery's own recipient. */
function isOfAnother({ report: { recipient }, beside = [] }: ToldReport, { email_address }: DeliveryTable): boolean {
  const isOwn = (address: string | undefined) => address !== undefined && isSameMailbox(address, email_address)
  return recipient !== undefined && !isOwn(recipient) && beside.some(report => isOwn(report.recipient))
}

function isSame(one: string, other: string): boolean {
  return addressKey(one) === addressKey(other)
}

type Reported = Pick<DeliveryTable, 'status' | 'reason' | 'reported_at' | 'report'>

/** What a report changes of a delivery; undefined if nothing. */
function outcomeOf({ kind, reason, words }: Report, delivery: DeliveryTable, at: number): Reported | undefined {
  const { status } = delivery
  const noted = { reported_at: at, report: words }
  if (kind === 'complaint')
    // It arrived, whatever was said before.
    return status === 'sent' || status === 'bounced'
      ? { ...noted, status: 'complained', reason: 'complaint' }
      : undefined
  if (status !== 'sent') return undefined
  if (kind === 'bounce') return { ...noted, status: 'bounced', reason }
  if (kind === 'delayed') return { ...noted, status, reason }
  return kind === 'delivered' ? { ...noted, status, reason: null } : undefined
}

/**
 * Whom a report says never to mail to again: nobody but the one whom it names. A bounce of another address is that of one to which the
 * mail was sent on, also within a domain, by an alias or a list.
 */
function suppressionOf({ report, signed }: ToldReport, delivery: DeliveryTable): NewSuppression[] {
  const { merchant_id: merchantId, email_address: emailAddress, id: deliveryId } = delivery
  const { kind, reason, isPermanent, enhanced, recipient } = report
  const about = { merchantId, emailAddress, deliveryId, code: enhanced ?? null }
  if (kind === 'complaint') return [{ ...about, kind: 'complaint', reason: 'complaint' }]
  if (kind !== 'bounce' || !saysAddressIsGone(reason, isPermanent, enhanced)) return []
  const isOwn = recipient === undefined ? signed : isSameMailbox(recipient, emailAddress)
  return isOwn ? [{ ...about, kind: 'bounce', reason }] : []
}

async function save(
  transaction: Transaction,
  changed: readonly DeliveryTable[],
  before: ReadonlyMap<string, DeliveryTable>,
): Promise<void> {
  for (const { id, status, reason, reported_at, report } of changed)
    await transaction
      .updateTable('deliveries')
      .set({ status, reason, reported_at, report })
      .where('id', '=', id)
      .execute()
  await recordChanges(
    transaction,
    changed.map(delivery => ({ id: delivery.id, change: changeOf(before.get(delivery.id) ?? delivery, delivery) })),
  )
}
