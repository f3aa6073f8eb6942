import { inOneLine, type Presenting, phrase } from '../presenting.ts'
import type { DocumentKind, HeadingView, LogoSource } from '../receipt-view.ts'
import { isUnpriced } from './items.ts'
import { tenderGroup } from './tender-codes.ts'
import { tenderLabel } from './tenders.ts'

/** What kind of document this is: by its transaction type, and by its sign and its lines where that says too little. */
export function documentKind({ receipt }: Pick<Presenting, 'receipt'>): DocumentKind {
  const type = receipt.transactionType.toLowerCase()
  const bought = Boolean(receipt.items?.length)
  const returned = Boolean(receipt.returns?.length)
  if (type === 'paymentlinktransaction') return 'payment-link'
  if (type === 'returntransaction') return bought && returned ? 'exchange' : 'return'
  if (type === 'ordertransaction') return 'order'
  if (isUnpriced(receipt)) return 'gift'
  if (receipt.orders?.length && !bought) return 'order'
  return returned && !bought && receipt.grandAmount < 0 ? 'return' : 'sale'
}

/** Who, how much, how paid, when: what is seen before anything else. */
export function presentHeading(
  p: Presenting,
  kind: DocumentKind,
  { logo, copy = false }: { logo?: LogoSource | undefined; copy?: boolean } = {},
): HeadingView {
  const { receipt, t, f, isolate } = p
  const { store } = receipt.workstation
  const title = t(`document.${kind}`)
  const date = receipt.receiptDateTime && isolate.amount(f.dateTimeLong(receipt.receiptDateTime))
  const address = f.address(store.address).map(isolate.words)
  const phone = f.phone(store.telephone, p.country)?.replaceAll(' ', '\u00a0')
  const outcome = kind === 'gift' ? undefined : presentOutcome(p, kind)
  return {
    store: isolate.words(store.name),
    initial: initialOf(store.name),
    ...(logo && { logo: p.keep(logo) }),
    logoAlt: t('heading.logo', { store: store.name }),
    place: phrase([inOneLine(address, f), phone && isolate.code(phone)]) ?? '',
    placeLines: [...address, ...(phone ? [isolate.code(phone)] : [])],
    kind: title,
    ...(copy && { copy: t('document.copy') }),
    ...(date && { date }),
    dateLabel: t('facts.date'),
    kindAndDate: phrase([title, date || undefined])!,
    amountLabel: t(kind === 'payment-link' ? 'heading.toPay' : kind === 'return' ? 'heading.refund' : 'heading.total'),
    ...(kind !== 'gift' && { amount: isolate.amount(f.money(receipt.grandAmount)) }),
    ...(outcome && { outcome: outcome.text }),
    outstanding: outcome?.outstanding ?? false,
  }
}

interface Outcome {
  text: string
  outstanding: boolean
}

function presentOutcome(p: Presenting, kind: DocumentKind): Outcome | undefined {
  const { receipt, t, f, isolate } = p
  if (kind === 'payment-link') return { text: t('heading.awaitingPayment'), outstanding: true }
  if (receipt.balanceDue !== undefined && receipt.balanceDue > 0) {
    return { text: t('heading.stillDue', { amount: isolate.amount(f.money(receipt.balanceDue)) }), outstanding: true }
  }
  const text = presentPaid(p, kind === 'return' || receipt.grandAmount < 0)
  return text ? { text, outstanding: false } : undefined
}

function presentPaid(p: Presenting, refund: boolean): string | undefined {
  const { receipt, t } = p
  const tenders = (receipt.tenders ?? []).filter(tender => tender.amount !== 0)
  const [only] = tenders
  if (!only) {
    if (refund) return t('heading.refunded')
    if (receipt.grandAmount === 0 && receipt.returns?.length) return t('heading.evenExchange')
    return receipt.tenderApplied !== undefined &&
      receipt.tenderApplied >= receipt.grandAmount &&
      receipt.grandAmount > 0
      ? t('heading.paid')
      : undefined
  }
  if (tenders.length > 1) return refund ? t('heading.refunded') : t('heading.paidSeveral', { count: tenders.length })
  const group = tenderGroup(only.tenderTypeCode)
  if (group === 'cash') return t(refund ? 'heading.refundedCash' : 'heading.paidCash')
  if (group === 'giftCard' && !refund) return t('heading.paidGiftCard')
  return t(refund ? 'heading.refundedTo' : 'heading.paidWith', { tender: tenderLabel(p, only) })
}

/** The first letter or figure of a name, whole: a grapheme, not half a character. */
function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)
  return letter ? letter[0].toLocaleUpperCase('en') : ''
}
