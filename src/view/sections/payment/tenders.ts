import { micros, type Sign, sumOf } from '../../../reading/sums.ts'
import type { TenderHistoryData } from '../../../receipt/data/tender-data.ts'
import { cardBrands, paymentMeans, type TenderWord } from '../../../standards/codes/tender-types.ts'
import { parseDateTime, withoutMidnight, writeDateTime } from '../../../standards/iso8601.ts'
import { asOne } from '../../direction.ts'
import { joined, links, note, phrase, shownDate, type ViewContext } from '../../presenting.ts'
import type { LineKind, LineView, TendersView, TenderView } from '../../receipt-view.ts'
import { detail } from '../details.ts'
import { presentSignature } from '../terms.ts'
import { emvDetails } from './emv.ts'
import { type AnyTender, labelOf, nameOf, tenderKind, tenderLabel, tenderNumber } from './payment-methods.ts'

/**
 * Payments and change, as tills print them: above 0. Payments less change are what was paid; the rest of what was to pay was paid before,
 * or is due.
 */
export function presentTenders(p: ViewContext): TendersView | undefined {
  const { receipt, t, money, ledger } = p
  const { changeDue = 0 } = receipt
  const { credit, earlier, due, toPay } = ledger.payment
  const sign = toPay < 0 ? -1 : 1
  const isUnpaid = !receipt.tenders?.length && !earlier
  // Of a request for all of it, the total says it.
  const isTotal = ledger.column.rows.at(-1)?.role === 'total'
  const isDueSaid = isUnpaid && isTotal && due === toPay
  // What tip and rounding beside the total lead to, payments say.
  const isSumSaid = !isUnpaid || isTotal || due !== undefined || receipt.tenderApplied !== undefined
  const worth = ledger.foreignWorth
  const tenders = (receipt.tenders ?? []).map(tender => presentTender(p, tender, sign, { worth }))
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount ? [{ kind, label, amount: money(amount) }] : []
  const after = [
    ...line('change', t('tenders.change'), changeDue),
    ...presentApplied(p, line, sign),
    ...line('paidEarlier', t('tenders.paidEarlier'), earlier),
    ...(isDueSaid ? [] : line('balanceDue', t('tenders.balanceDue'), due)),
    // To the customer's credit, a balance is below 0.
    ...line('balanceDue', t('tenders.balanceDue'), credit && -credit),
    ...(isSumSaid ? [] : line('paid', t(ledger.isRefund ? 'heading.refund' : 'heading.total'), sign * toPay)),
  ]
  if (!tenders.length && !after.length) return undefined
  const said = after.length === 0 && isSaidByHeading(p, sign)
  return { title: t(ledger.isRefund ? 'tenders.refund' : 'tenders.title'), ...(said && { said }), tenders, after }
}

/** Whether one payment is of the amount at the top, which says what it was paid with. */
function isSaidByHeading({ receipt, ledger }: ViewContext, sign: Sign): boolean {
  const [only, ...others] = receipt.tenders ?? []
  // Neither a request nor what cost nothing says how it was paid; and a payment of more than the total stands below what it is more.
  if (!only?.amount || others.length > 0 || ledger.kind === 'payment-link') return false
  if (ledger.column.rows.at(-1)?.role !== 'total') return false
  const isSame = only.currency === undefined || only.currency === receipt.currency
  const { today, toPay } = ledger.payment
  return isSame && sign * only.amount === (today ?? Math.abs(toPay))
}

/** The amount paid in total, or today if that is a part of it; nothing if a single tender or the total already says it. */
function presentApplied(
  p: ViewContext,
  line: (kind: LineKind, label: string, amount: number | undefined) => LineView[],
  sign: Sign,
): LineView[] {
  const { receipt, t } = p
  const { today, toPay } = p.ledger.payment
  const { tenders = [], tenderApplied, changeDue = 0, tip = 0 } = receipt
  const applied = today ?? tenderApplied
  const [only, ...others] = tenders
  if (applied === undefined || (others.length === 0 && only?.amount === applied && changeDue === 0)) return []
  if (today !== undefined) return line('paid', t('tenders.paidToday'), today)
  // The total says it, or the tenders, with change and tip or without.
  const [change, given] = [micros(changeDue), sumOf(tenders)]
  const told = [
    ...[micros(toPay), p.ledger.column.rows.find(({ role }) => role === 'total')?.amount],
    ...(tenders.length > 0 ? [micros(toPay) + change, given, given - change, given - micros(tip)] : []),
  ]
  const isSaid = told.includes(micros(applied))
  return isSaid ? [] : line('paid', t('tenders.applied'), sign * applied)
}

/**
 * Payments made earlier on the same sale or order.
 *
 * @param order the title of the order whose they are; it is named where the receipt has others, too
 */
export function presentTenderHistory(
  p: ViewContext,
  history: readonly TenderHistoryData[] | undefined,
  order?: string,
): TendersView | undefined {
  if (!history?.length) return undefined
  const { tenderHistory, orders = [] } = p.receipt
  const hasOthers = [{ tenderHistory }, ...orders].some(
    ({ tenderHistory: other }) => other?.length && other !== history,
  )
  const title = p.t('tenders.history')
  return {
    title: (hasOthers && phrase([title, order])) || title,
    tenders: history.map(tender => presentTender(p, tender, 1, { earlier: { of: hasOthers ? order : undefined } })),
    after: [],
  }
}

interface TenderPlace {
  /** One that isn't among the sums, so that its details say what it is and its amount; `of` is the order that it was for. */
  earlier?: { of: string | undefined }
  /** What one in another currency came to, so that the column adds. */
  worth?: number | undefined
}

function presentTender(p: ViewContext, tender: AnyTender, sign: Sign, { earlier, worth }: TenderPlace): TenderView {
  const { t, isolate, money } = p
  const { giftCard, creditDebit } = tender
  const { type, wallet } = paymentMeans(tender.tenderTypeCode, creditDebit?.typeCode)
  const isForeign = tender.currency !== undefined && tender.currency !== p.receipt.currency
  const given = tender.amount === undefined ? undefined : money(sign * tender.amount, tender.currency)
  const isWorth = isForeign && given !== undefined && worth !== undefined
  const amount = isWorth ? money(worth) : given
  const means = isWorth ? asOne(`${tenderLabel(p, tender)} (${given})`) : tenderLabel(p, tender)
  // Of which change was given back.
  const isGiven = type?.kind === 'cash' && sign === 1 && !earlier && p.receipt.changeDue
  const label = isGiven ? t('tenders.given', { tender: means }) : means
  const brand = cardBrands.find(creditDebit?.typeCode ?? '')?.code
  const kindOf = tenderKind(p, tender)
  const own = tenderNumber(p, tender)
  const kind =
    type?.kind === 'card' && type.word !== 'card' ? (type.name ?? (type.word && t(`tenders.${type.word}`))) : undefined
  const holder = holderOf(tender)
  const remark = tender.miscInfo?.includes('\n') ? note(tender.miscInfo, isolate) : undefined
  const signature = tender.signature && presentSignature(p, tender.signature, label)
  const emv = emvDetails(p, tender.emv)
  const technical = phrase(emv.technical)
  const terminal = phrase(emv.terminal)
  // 'Visa Credit' says what 'Visa' does.
  const [application = ''] = emv.technical
  const isNamed = brand !== undefined && !wallet && bare(application).startsWith(bare(brand))
  const appName = isNamed && bare(application) !== bare(brand) ? application : undefined
  const isOnly = p.receipt.tenders?.length === 1 && !earlier
  const person = phrase([
    // Within the hour of the receipt, whose time says enough.
    tender.dateTime && !isWithinHour(p, tender.dateTime) ? shownDate(p, tender.dateTime, 'dateTime') : undefined,
    kind && !label.startsWith(kind) && !saysType(type?.word, brand, emv.technical) ? kind : undefined,
    holder ? isolate.words(holder) : undefined,
    ...emv.plain,
  ])
  const bank = phrase([
    tender.authorizationCode && t('tenders.approved', { code: isolate.code(tender.authorizationCode) }),
    isForeign && !isWorth ? tender.currency : undefined,
    tender.miscInfo && !remark ? isolate.words(tender.miscInfo) : undefined,
  ])
  const details = joined(person, bank)
  const { balance } = giftCard ?? {}
  const remaining =
    balance?.amount === undefined
      ? undefined
      : t('tenders.giftCardBalance', { amount: money(balance.amount, balance.currencyCode) })
  const documents = links(tender.supportingDocuments, p)
  const hasMore = details || remaining || technical || terminal || remark || signature || documents.length || earlier
  return {
    label,
    ...(amount !== undefined && { amount }),
    ...(details && { details }),
    ...(technical && { emv: technical }),
    ...(terminal && { terminal }),
    ...(hasMore && {
      // Beside others it says which it is: the digits, or the card of a wallet.
      detail: detail(appName ?? nameOf(p, kindOf), [
        earlier && joined(t('tenders.paidEarlier'), amount),
        earlier?.of,
        isOnly ? undefined : kindOf.card ? labelOf(p, kindOf.card, own) : own,
        person,
        remaining,
        joined(bank, isNamed ? phrase(emv.technical.slice(1)) : technical),
      ]),
    }),
    ...(remark && { note: remark }),
    lines: remaining ? [{ kind: 'giftCard', label: remaining, amount: '' }] : [],
    ...(signature && { signature }),
    links: documents,
  }
}

/** Whose card it is; empty if that wasn't sent. */
export function holderOf({ creditDebit }: Pick<AnyTender, 'creditDebit'>): string {
  const { cardholder, name } = creditDebit ?? {}
  return cardholder ?? [name?.firstName, name?.lastName].filter(Boolean).join(' ')
}

/** Whether a card's brand or the names of its application say that it is a debit card, and a brand alone that it is a credit card. */
function saysType(word: TenderWord | undefined, brand: string | undefined, names: readonly string[]): boolean {
  if (!brand) return false
  return word === 'credit' || (word === 'debit' && [brand, ...names].some(name => /debit/i.test(name)))
}

/** Letters only, as capitals: terminals write names in their own way. */
function bare(name: string): string {
  return name.replace(/[^\p{L}]/gu, '').toUpperCase()
}

/** Whether a payment was in the hour of the receipt, by its own clock, or on its day if there is only that. */
function isWithinHour({ f, receipt }: ViewContext, text: string): boolean {
  const { receiptDateTime } = receipt
  const sent = parseDateTime(text)
  const own = receiptDateTime === undefined ? undefined : parseDateTime(receiptDateTime)
  if (!sent || !own || receiptDateTime === undefined) return text === receiptDateTime
  const paid = withoutMidnight(sent)
  const isSameDay = paid.day === own.day && paid.month === own.month && paid.year === own.year
  if (paid.hour !== undefined) return isSameDay && paid.hour === own.hour
  return isSameDay || f.date(writeDateTime(paid)) === f.date(receiptDateTime)
}
