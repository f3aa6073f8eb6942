import { type BoundedCache, createBoundedCache } from '../../locale/bounded-cache.ts'
import { emsOf } from '../../locale/format/ems.ts'
import type { Format } from '../../locale/format/format.ts'
import type { MessageKey } from '../../locale/words/messages.ts'
import type { StoreData } from '../../receipt/data/party-data.ts'
import { modes } from '../../standards/codes/tables.ts'
import { tenderTypes } from '../../standards/codes/tender-types.ts'
import { instantOf, parseDateTime } from '../../standards/iso8601.ts'
import { withoutIsolates } from '../direction.ts'
import { inOneLine, isPresent, joined, phrase, shownDate, type ViewContext, withoutAbsent } from '../presenting.ts'
import type { HeadingView, LogoOptions, LogoSource } from '../receipt-view.ts'
import { presentMeans, tenderLabel } from './payment/payment-methods.ts'

/** Store, amount, payment, date: what is seen first. */
export function presentHeading(
  p: ViewContext,
  options: LogoOptions & { copy?: boolean | undefined; test?: boolean | undefined } = {},
): HeadingView {
  const { receipt, t, f, kind, isolate } = p
  const { store } = receipt.workstation
  const title = t(`document.${kind}`)
  const sent = receipt.receiptDateTime
  const date = sent && isolate.amount(f.dateTimeLong(sent))
  const dateShort = sent && isolate.amount(f.dateTime(sent))
  const { name, initial, address, place, phone } = presentStore(p)
  const { test, copy } = options
  const mode = modes.find(receipt.mode ?? '')
  const unsold = test ? 'facts.modes.test' : mode?.isTest && mode.message
  const mark = [unsold && t(unsold), copy && t('document.copy')].filter(Boolean).join(' · ')
  const isGift = kind === 'gift'
  const amount = isGift ? undefined : presentAmount(p)
  const outcome = isGift ? undefined : presentOutcome(p)
  const lines = [outcome?.paid, outcome?.of, outcome?.due].filter(isPresent)
  const logo = options.logo && p.keep(copyOf(options.logo))
  return withoutAbsent<HeadingView>({
    store: name,
    initial,
    logo,
    // Where the logo stands alone, its alternative text is the store's name.
    logoAlt: options.logoStandsAlone ? store.name : t('heading.logo', { store: store.name }),
    logoDark: logo && options.logoDark ? p.keep(copyOf(options.logoDark)) : undefined,
    logoPlate: (logo && options.logoPlate) || undefined,
    logoIsWide: (options.logo && options.logo.width > besideName) || undefined,
    amountIsWide: (amount && emsOf(amount.amount) > mostEms) || undefined,
    storeIsWide: (amount && isWide(store.name ?? '', amount.amount)) || undefined,
    nameInLogo: (logo && options.logoStandsAlone) || undefined,
    place,
    phone,
    placeLines: phone ? [...address, phone] : [...address],
    kind: title,
    copy: mark || undefined,
    date,
    dateShort,
    dateLabel: t('facts.date'),
    kindAndDate: date && dateShort ? kindAndDate(title, date, dateShort) : title,
    amountLabel: amount?.amountLabel ?? t('heading.total'),
    amount: amount && (emsOf(amount.amount) > mostEms ? withoutTies(amount.amount) : amount.amount),
    of: outcome?.of,
    paid: outcome?.paid,
    due: outcome?.due,
    outcome: lines.length > 0 ? phrase(lines) : undefined,
    outcomeLines: lines.length > 0 ? lines : undefined,
    partial: (!isGift && isPart(p)) || undefined,
    outstanding: outcome?.due !== undefined,
  })
}

/** How wide the large amount may be, in heights of its letters: 280 px at 36 px. */
const mostEms = 7.6

/** An amount whose line may end beside its sign, never within its number. */
function withoutTies(amount: string): string {
  return amount.replace(/(?<!\d)\u00a0|\u00a0(?!\d)/g, ' ')
}

/** Widest logo beside a name on a phone of 320 px, in CSS px. */
const besideName = 96

/** Whether the name's longest word and the amount, with 9 and 13.5 px a letter, take more than a line on a phone of 360 px. */
function isWide(name: string, amount: string): boolean {
  const word = name.split(/[\s-]+/).reduce((longest, { length }) => Math.max(longest, length), 0)
  return word * 9 + amount.replace(/\p{Cf}/gu, '').length * 13.5 > 300
}

/** Kind and date, with the long date where both fit on a phone's line of 40 characters. */
function kindAndDate(kind: string, long: string, short: string): string {
  const line = joined(kind, long)
  return withoutIsolates(line).length <= 40 ? line : joined(kind, short)
}

/** The large amount: what was paid today or is due now, which may be part of the total. */
function presentAmount(p: ViewContext): { amountLabel: string; amount: string } {
  const { t, kind, money } = p
  const { payment, isRefund } = p.ledger
  const { tenders, tip, roundingAdjustment } = p.receipt
  // The total among the sums may be another: tip and rounding stand above or below it.
  const isApart = Boolean(tenders?.length && (tip || roundingAdjustment?.value))
  const usual = isApart ? 'tenders.applied' : 'heading.total'
  const label: MessageKey = kind === 'payment-link' ? 'heading.toPay' : isRefund ? 'heading.refund' : usual
  const due = kind === 'payment-link' ? payment.due : undefined
  // The label says it's a refund; with a minus it would read as money the customer owes.
  const total = isRefund ? Math.abs(payment.toPay) : payment.toPay
  return {
    amountLabel: t(payment.today === undefined ? label : 'heading.paidToday'),
    amount: money(payment.today ?? due ?? total),
  }
}

/** Whether the large amount is only part of the total. */
function isPart({ ledger: { payment }, kind }: ViewContext): boolean {
  if (kind === 'payment-link') return payment.due !== undefined && payment.due !== payment.toPay
  return payment.today !== undefined
}

/** How it was paid, the total if it differs from the large amount, and what remains. */
function presentOutcome(p: ViewContext): Record<'paid' | 'of' | 'due', string | undefined> {
  const { t, kind, money } = p
  const { due, toPay } = p.ledger.payment
  const of = isPart(p) ? t('heading.ofTotal', { amount: money(toPay) }) : undefined
  if (kind === 'payment-link') return { paid: undefined, of, due: presentDue(p) }
  const remains = due === undefined ? undefined : t('heading.stillDue', { amount: money(due) })
  // With a balance due, the payment is mentioned only if it is the large amount.
  const paid = remains && !of ? undefined : presentPaid(p)
  return { paid, of, due: remains }
}

/** Until when a request is to be paid: the earliest date of its orders' schedules, or the first that was sent if one is just text. */
function presentDue(p: ViewContext): string {
  const schedules = (p.receipt.orders ?? []).flatMap(({ paymentSchedules }) => paymentSchedules ?? [])
  const dates = schedules.flatMap(({ dueDate }) => dueDate ?? [])
  const instants = dates.map(text => {
    const date = parseDateTime(text)
    return date ? instantOf(date) : Number.NaN
  })
  const first = dates[Math.max(0, instants.indexOf(Math.min(...instants)))]
  return first === undefined
    ? p.t('heading.awaitingPayment')
    : p.t('heading.dueBy', { date: shownDate(p, first, 'date') })
}

function presentPaid(p: ViewContext): string | undefined {
  const { receipt, t } = p
  const { isRefund: refund, payment } = p.ledger
  const tenders = (receipt.tenders ?? []).filter(({ amount }) => amount === undefined || (refund ? amount : amount > 0))
  const [only] = tenders
  if (!only) {
    if (refund) return t('heading.refunded')
    if (payment.toPay === 0 && receipt.returns?.length) return t('heading.evenExchange')
    return receipt.tenderApplied !== undefined && receipt.tenderApplied >= payment.toPay && payment.toPay > 0
      ? t('heading.paid')
      : undefined
  }
  if (!refund) return presentMeans(p, tenders)
  if (tenders.length > 1) return t('heading.refunded')
  if (only.creditDebit?.typeCode) return t('heading.refundedTo', { card: tenderLabel(p, only) })
  const kind = tenderTypes.find(only.tenderTypeCode)?.kind
  if (kind === 'cash') return t('heading.refundedCash')
  if (kind === 'account') return t('heading.refundedOnAccount')
  return t('heading.refundedAs', { tender: words => tenderLabel({ ...p, t: words }, only) })
}

/** A store as its receipts name it. */
interface StoreSaid {
  /** The store as it was sent. */
  of: StoreData
  name: string
  /** The name's first letter or digit. */
  initial: string
  address: readonly string[]
  /** The address on one line. */
  place: string
  phone: string | undefined
}

/** Says which store a receipt is from. Kept for each format and store, because all receipts of a store say the same. */
function presentStore(p: ViewContext): StoreSaid {
  const { store } = p.receipt.workstation
  if (store.id.length > maxStoreLength) return sayStore(p, store)
  const kept = keptIn(p.f).get(store.id, () => ({}))
  if (kept.said && isSame(kept.said.of, store)) return kept.said
  const said = sayStore(p, store)
  if (JSON.stringify(store).length <= maxStoreLength) kept.said = said
  return said
}

/** Characters of a store that is kept, as JSON: more than any has, so that nobody fills the memory. */
const maxStoreLength = 1000

/** What was last said of a store. */
interface Kept {
  said?: StoreSaid
}

function keptIn(f: Format): BoundedCache<Kept> {
  const known = ofFormats.get(f)
  if (known) return known
  const kept = createBoundedCache<Kept>(200)
  ofFormats.set(f, kept)
  return kept
}

const ofFormats = new WeakMap<Format, BoundedCache<Kept>>()

function isSame(one: StoreData, other: StoreData): boolean {
  const [at, there] = [one.address, other.address]
  return (
    one.name === other.name &&
    one.telephone?.areaCode === other.telephone?.areaCode &&
    one.telephone?.localNumber === other.telephone?.localNumber &&
    at.addressLine1 === there.addressLine1 &&
    at.addressLine2 === there.addressLine2 &&
    at.addressLine3 === there.addressLine3 &&
    at.city === there.city &&
    at.territory === there.territory &&
    at.postalCode === there.postalCode &&
    at.postalCodeExtension === there.postalCodeExtension &&
    at.country?.code === there.country?.code &&
    at.country?.value === there.country?.value
  )
}

function sayStore({ f, isolate, country }: ViewContext, store: StoreData): StoreSaid {
  const { name, address, telephone } = store
  const lines = f.address(address).map(isolate.words)
  const number = f.phone(telephone, country)?.replaceAll(' ', '\u00a0')
  return {
    of: store,
    name: isolate.words(name),
    initial: initialOf(name),
    address: lines,
    place: inOneLine(lines, f),
    phone: number ? isolate.code(number) : undefined,
  }
}

/** A name's first letter or digit, as a whole grapheme. */
function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)
  return letter ? letter[0].toUpperCase() : ''
}

/** The brand's own is kept for other receipts, whatever becomes of this one's view. */
function copyOf(logo: LogoSource): LogoSource {
  return { ...logo, bytes: new Uint8Array(logo.bytes) }
}
