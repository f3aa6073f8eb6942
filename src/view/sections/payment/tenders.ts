import type { MessageKey } from '../../../locale/words/messages.ts'
import type { TenderData, TenderHistoryData } from '../../../receipt/data/tender-data.ts'
import { parseDateTime, writeDateTime } from '../../../standards/iso8601.ts'
import { links, masked, note, type Presenting, phrase, shownDate } from '../../presenting.ts'
import type { LineKind, LineView, TendersView, TenderView } from '../../receipt-view.ts'
import { emvDetails } from './emv.ts'
import { presentSignature } from './signature.ts'
import { cardBrand, type TenderGroup, tenderGroup } from './tender-codes.ts'

/** Payments: every tender, then the amount paid, the change and the balance due. */
export function presentTenders(p: Presenting): TendersView | undefined {
  const { receipt, t, money } = p
  // Under the title "Refund", a negative amount would read as money the customer owes.
  const refund = receipt.grandAmount < 0
  const tenders = (receipt.tenders ?? []).map(tender => presentTender(p, tender, refund ? -1 : 1))
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount ? [{ kind, label, amount: money(amount) }] : []
  const after = [
    ...presentApplied(p, line),
    ...line('change', t('tenders.change'), receipt.changeDue),
    ...line('paidEarlier', t('tenders.paidEarlier'), p.meaning.payment.earlier),
    ...line('balanceDue', t('tenders.balanceDue'), receipt.balanceDue),
  ]
  if (!tenders.length && !after.length) return undefined
  return { title: t(refund ? 'tenders.refund' : 'tenders.title'), tenders, after }
}

/** The amount paid in total, or today if that is a part of it; nothing if a single tender or the total already says it. */
function presentApplied(
  p: Presenting,
  line: (kind: LineKind, label: string, amount: number | undefined) => LineView[],
): LineView[] {
  const { receipt, t } = p
  const { today } = p.meaning.payment
  if (today === undefined)
    return receipt.tenderApplied === receipt.grandAmount
      ? []
      : line('paid', t('tenders.applied'), appliedAmount(receipt))
  const [only, ...others] = receipt.tenders ?? []
  return others.length === 0 && only?.amount === today ? [] : line('paid', t('tenders.paidToday'), today)
}

function appliedAmount({ tenderApplied, grandAmount }: Presenting['receipt']): number | undefined {
  return tenderApplied === undefined || grandAmount >= 0 ? tenderApplied : -tenderApplied
}

/** Payments made earlier on the same sale or order. */
export function presentTenderHistory(
  p: Presenting,
  history: readonly TenderHistoryData[] | undefined,
): TendersView | undefined {
  if (!history?.length) return undefined
  return { title: p.t('tenders.history'), tenders: history.map(tender => presentTender(p, tender, 1)), after: [] }
}

/** A tender's label: 'Visa •••• 1881', 'Cash', 'Gift card •••• 4417'. */
export function tenderLabel(
  p: Presenting,
  tender: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit' | 'giftCard'>,
): string {
  const kind = tenderKind(p, tender)
  const name = 'name' in kind ? kind.name : p.t(`tenders.${kind.group}` as MessageKey)
  const number = tenderNumber(p, tender)
  return number ? `${name} ${number}` : name
}

/** The last digits of a tender's card: '•••• 1881'. */
export function tenderNumber(
  { isolate }: Presenting,
  { creditDebit, giftCard }: Pick<AnyTender, 'creditDebit' | 'giftCard'>,
): string | undefined {
  const number = creditDebit?.last4Digits || giftCard?.accountNumber
  return number ? isolate.code(masked(number)) : undefined
}

/** A tender's kind: a name (a card brand, or an unknown code as words) or a group that has words. */
export function tenderKind(
  { isolate }: Presenting,
  { tenderTypeCode, creditDebit }: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit'>,
): { name: string } | { group: TenderGroup } {
  const brand = creditDebit?.typeCode
  if (brand) return { name: cardBrand(brand) ?? isolate.words(brand) }
  const group = tenderGroup(tenderTypeCode)
  if (group) return { group }
  return tenderTypeCode ? { name: isolate.words(spaced(tenderTypeCode)) } : { group: creditDebit ? 'card' : 'other' }
}

/** A current or earlier payment. */
type AnyTender = TenderHistoryData & Partial<TenderData>

function presentTender(p: Presenting, tender: AnyTender, sign: 1 | -1): TenderView {
  const { t, isolate, money } = p
  const { giftCard, creditDebit } = tender
  const group = tenderGroup(tender.tenderTypeCode)
  const label = tenderLabel(p, tender)
  const brand = cardBrand(creditDebit?.typeCode ?? '')
  const number = brand && tenderNumber(p, tender)
  const kind = group === 'credit' || group === 'debit' ? t(`tenders.${group}`) : undefined
  const { name } = creditDebit ?? {}
  const holder = creditDebit?.cardholder ?? [name?.firstName, name?.lastName].filter(Boolean).join(' ')
  const remark = tender.miscInfo?.includes('\n') ? note(tender.miscInfo, isolate) : undefined
  const signature = presentSignature(p, tender.signature)
  const emv = emvDetails(p, tender.emv)
  const technical = phrase(emv.technical)
  const details = phrase([
    // Within the hour of the receipt, whose time says enough.
    tender.dateTime && hourOf(tender.dateTime) !== hourOf(p.receipt.receiptDateTime)
      ? shownDate(p, tender.dateTime, 'dateTime')
      : undefined,
    kind && !label.startsWith(kind) ? kind : undefined,
    holder ? isolate.words(holder) : undefined,
    ...emv.plain,
    tender.authorizationCode && t('tenders.approved', { code: isolate.code(tender.authorizationCode) }),
    tender.currency && tender.currency !== p.receipt.currency ? tender.currency : undefined,
    tender.miscInfo && !remark ? isolate.words(tender.miscInfo) : undefined,
  ])
  const { balance } = giftCard ?? {}
  return {
    label,
    ...(brand && { card: { brand, ...(number && { number }) } }),
    ...(tender.amount !== undefined && { amount: money(sign * tender.amount, tender.currency) }),
    ...(details && { details }),
    ...(technical && { emv: technical }),
    ...(remark && { note: remark }),
    lines:
      balance?.amount === undefined
        ? []
        : [
            {
              kind: 'giftCard',
              label: t('tenders.giftCardBalance', {
                amount: money(balance.amount, balance.currencyCode),
              }),
              amount: '',
            },
          ],
    ...(signature && { signature }),
    links: links(tender.supportingDocuments, p),
  }
}

/** The day and hour of a date-time, by its own clock; other text as it is. */
function hourOf(text: string | undefined): string | undefined {
  const sent = text === undefined ? undefined : parseDateTime(text)
  return sent ? writeDateTime(sent).slice(0, '2026-11-20T23'.length) : text
}

/** An unknown code as words: 'HOUSE_ACCOUNT' and 'HouseAccount' become 'HOUSE ACCOUNT' and 'House Account'. */
function spaced(code: string): string {
  return code
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
}
