import type { MessageKey } from '../../../locale/words/messages.ts'
import { micros, sumOf } from '../../../reading/sums.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import type { TenderData, TenderHistoryData } from '../../../receipt/data/tender-data.ts'
import { links, masked, note, type Presenting, phrase } from '../../presenting.ts'
import type { LineKind, LineView, TendersView, TenderView } from '../../receipt-view.ts'
import { emvDetails } from './emv.ts'
import { presentSignature } from './signature.ts'
import { cardBrand, type TenderGroup, tenderGroup } from './tender-codes.ts'

/**
 * Payments. With a balance due they are taken from the total, down to it; else they and the change make up what was paid. Under the title
 * "Refund", what is paid back has no minus: it would read as money the customer owes.
 */
export function presentTenders(p: Presenting): TendersView | undefined {
  const { receipt, t, money, meaning } = p
  const refund = receipt.grandAmount < 0
  const { changeDue = 0, balanceDue } = receipt
  const { earlier = 0, due } = meaning.payment
  const isLeft = due !== undefined && leavesBalance(receipt, earlier)
  const sign = refund || isLeft ? -1 : 1
  const tenders = (receipt.tenders ?? []).map(tender => presentTender(p, tender, sign))
  const line = (kind: LineKind, label: string, amount: number | undefined): LineView[] =>
    amount ? [{ kind, label, amount: money(amount) }] : []
  const after = [
    ...line('change', t('tenders.change'), isLeft ? Math.abs(changeDue) : -Math.abs(changeDue)),
    // On the way to the balance due, no row comes to it: then it has no amount of its own.
    ...presentApplied(p, line).map(each => (isLeft ? inWords(p, each) : each)),
    ...line('paidEarlier', t('tenders.paidEarlier'), isLeft ? -earlier : earlier),
    ...line('balanceDue', t('tenders.balanceDue'), balanceDue),
  ]
  if (!tenders.length && !after.length) return undefined
  return { title: t(refund ? 'tenders.refund' : 'tenders.title'), tenders, after }
}

function inWords({ t }: Presenting, { label, amount, ...line }: LineView): LineView {
  return { ...line, label: t('taxes.amount', { tax: label, amount }), amount: '' }
}

/** Whether the total less all payments printed is the balance due. */
function leavesBalance(
  { grandAmount, tenders, changeDue, balanceDue, currency }: ReceiptData,
  earlier: number,
): boolean {
  const isForeign = (tenders ?? []).some(tender => tender.currency !== undefined && tender.currency !== currency)
  const left = micros(grandAmount) - sumOf(tenders) + Math.abs(micros(changeDue)) - micros(earlier)
  return !isForeign && left === micros(balanceDue)
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

function appliedAmount({ tenderApplied, grandAmount }: ReceiptData): number | undefined {
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
  const { t, f, isolate, money } = p
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
    tender.dateTime && tender.dateTime.slice(0, 13) !== p.receipt.receiptDateTime?.slice(0, 13)
      ? isolate.amount(f.dateTime(tender.dateTime))
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

/** An unknown code as words: 'HOUSE_ACCOUNT' and 'HouseAccount' become 'HOUSE ACCOUNT' and 'House Account'. */
function spaced(code: string): string {
  return code
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
}
