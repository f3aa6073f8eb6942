import type { MessageKey } from '../../locale/words/messages.ts'
import type { TenderData, TenderHistoryData } from '../../receipt/data/tender-data.ts'
import { links, masked, note, type Presenting, phrase } from '../presenting.ts'
import type { LineView, TendersView, TenderView } from '../receipt-view.ts'
import { emvDetails } from './emv.ts'
import { presentSignature } from './signature.ts'
import { cardBrand, tenderGroup } from './tender-codes.ts'

/** How it was paid: every tender, then what was paid in total, the change and what is still due. */
export function presentTenders(p: Presenting): TendersView | undefined {
  const { receipt, t, f, isolate } = p
  const tenders = (receipt.tenders ?? []).map(tender => presentTender(p, tender))
  const line = (label: string, amount: number | undefined): LineView[] =>
    amount ? [{ label, amount: isolate.amount(f.money(amount)) }] : []
  const after = [
    ...presentApplied(p, line),
    ...line(t('tenders.change'), receipt.changeDue),
    ...line(t('tenders.paidEarlier'), p.meaning.payment.earlier),
    ...line(t('tenders.balanceDue'), receipt.balanceDue),
  ]
  if (!tenders.length && !after.length) return undefined
  return { title: t(receipt.grandAmount < 0 ? 'tenders.refund' : 'tenders.title'), tenders, after }
}

/** What was paid in all, or today where that is a part of it; nothing where the one tender or the total says it. */
function presentApplied(p: Presenting, line: (label: string, amount: number | undefined) => LineView[]): LineView[] {
  const { receipt, t } = p
  const { today } = p.meaning.payment
  if (today === undefined)
    return receipt.tenderApplied === receipt.grandAmount ? [] : line(t('tenders.applied'), receipt.tenderApplied)
  const [only, ...others] = receipt.tenders ?? []
  return others.length === 0 && only?.amount === today ? [] : line(t('tenders.paidToday'), today)
}

/** Payments made earlier on the same sale or order. */
export function presentTenderHistory(
  p: Presenting,
  history: readonly TenderHistoryData[] | undefined,
): TendersView | undefined {
  if (!history?.length) return undefined
  return { title: p.t('tenders.history'), tenders: history.map(tender => presentTender(p, tender)), after: [] }
}

/** What to call a tender: 'Visa •••• 1881', 'Cash', 'Gift card •••• 4417'. */
export function tenderLabel(
  p: Presenting,
  tender: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit' | 'giftCard'>,
): string {
  const { isolate } = p
  const name = tenderName(p, tender)
  const number = tender.creditDebit?.last4Digits || tender.giftCard?.accountNumber
  return number ? `${name} ${isolate.code(masked(number))}` : name
}

/** A payment made now or earlier. */
type AnyTender = TenderHistoryData & Partial<TenderData>

function presentTender(p: Presenting, tender: AnyTender): TenderView {
  const { t, f, isolate } = p
  const { giftCard, creditDebit } = tender
  const group = tenderGroup(tender.tenderTypeCode)
  const label = tenderLabel(p, tender)
  const kind = group === 'credit' || group === 'debit' ? t(`tenders.${group}`) : undefined
  const { name } = creditDebit ?? {}
  const holder = creditDebit?.cardholder ?? [name?.firstName, name?.lastName].filter(Boolean).join(' ')
  const remark = tender.miscInfo?.includes('\n') ? note(tender.miscInfo, isolate) : undefined
  const signature = presentSignature(p, tender.signature)
  const details = phrase([
    // Paid while the receipt was rung up: its own time says enough.
    tender.dateTime && tender.dateTime.slice(0, 13) !== p.receipt.receiptDateTime?.slice(0, 13)
      ? isolate.amount(f.dateTime(tender.dateTime))
      : undefined,
    kind && !label.startsWith(kind) ? kind : undefined,
    holder ? isolate.words(holder) : undefined,
    ...emvDetails(p, tender.emv),
    tender.authorizationCode && t('tenders.approved', { code: isolate.code(tender.authorizationCode) }),
    tender.currency && tender.currency !== p.receipt.currency ? tender.currency : undefined,
    tender.miscInfo && !remark ? isolate.words(tender.miscInfo) : undefined,
  ])
  const { balance } = giftCard ?? {}
  return {
    label,
    ...(tender.amount !== undefined && { amount: isolate.amount(f.money(tender.amount, tender.currency)) }),
    ...(details && { details }),
    ...(remark && { note: remark }),
    lines:
      balance?.amount === undefined
        ? []
        : [
            {
              label: t('tenders.giftCardBalance', {
                amount: isolate.amount(f.money(balance.amount, balance.currencyCode)),
              }),
              amount: '',
            },
          ],
    ...(signature && { signature }),
    links: links(tender.supportingDocuments, p),
  }
}

function tenderName(
  { t, isolate }: Presenting,
  { tenderTypeCode, creditDebit }: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit'>,
): string {
  const brand = creditDebit?.typeCode
  if (brand) return cardBrand(brand) ?? isolate.words(brand)
  const group = tenderGroup(tenderTypeCode)
  if (group) return t(`tenders.${group}` as MessageKey)
  return tenderTypeCode ? isolate.words(spaced(tenderTypeCode)) : t(creditDebit ? 'tenders.card' : 'tenders.other')
}

/** An unknown code as words: 'HOUSE_ACCOUNT' and 'HouseAccount' become 'HOUSE ACCOUNT' and 'House Account'. */
function spaced(code: string): string {
  return code
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
}
