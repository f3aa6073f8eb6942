import { documentKind, type LocaleDecision, type ReceiptData } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { Change, Part } from './change.ts'
import { scaled, scaleOf } from './decimals.ts'
import { between, nameOf } from './dimensions.ts'
import { itemParts, linesOf } from './items.ts'
import { dayThere, momentOf, type Place, placeOf } from './place.ts'

/** What is counted of a receipt when it is accepted. */
export interface Counted {
  place: Place
  change: Change
}

export interface Countable {
  receipt: ReceiptData
  /** Its date as ISO 8601: as sent, or the time it arrived. */
  date: string
  locale: LocaleDecision
  receivedAt: number
  /** How many offers were shown with it. */
  offers: number
  /** Whether the till sent an address to mail it to. */
  isMailed: boolean
}

/** Counts a receipt, apart from its mails. A pure function: the same receipt counts the same again. */
export function countReceipt(countable: Countable): Counted {
  const { receipt, date, locale, receivedAt, offers, isMailed } = countable
  const at = momentOf(date, locale.timeZone)
  const money = moneyOf(receipt)
  const kind = isTraining(receipt) ? 'training' : documentKind(receipt)
  const isSummed = kind !== 'training' && kind !== 'payment-link'
  const scale = isSummed ? scaleOf(money.all) : 2
  const place = placeOf(receipt, { locale, at, scale: scale ?? 2 })

  const adds: Partial<Record<ReceiptMeasure, number>> = { receipts: 1, [typeColumns[receipt.receiptType]]: 1 }
  const note = (name: ReceiptMeasure, count: number | boolean) => {
    if (count) adds[name] = Number(count)
  }
  note('sales', isSummed && kind !== 'return')
  note('returns', kind === 'return')
  note('payment_requests', kind === 'payment-link')
  note('training', kind === 'training')
  note('revised', receipt.revision !== undefined)
  note('late', dayThere(at, receivedAt) > at.day)
  note('with_address', isMailed)
  note('offers', offers)

  const { store } = receipt.workstation
  const labels: [string, string, string][] = [['store', place.store, nameOf(store.name)]]
  if (!isSummed) return { place, change: { adds, labels, at: receivedAt } }

  // Tills send what they pay back with either sign.
  const sign = kind === 'return' && receipt.grandAmount > 0 ? -1 : 1
  const items = itemParts(receipt, kind === 'return', amount => (scale === undefined ? 0 : scaled(amount, scale)))
  note('pieces', items.pieces)
  note('pieces_returned', items.piecesReturned)
  const parts: Part[] = [...items.parts]
  labels.push(...items.labels)
  note('unsummed', scale === undefined)
  if (scale !== undefined) {
    const units = (amount: number) => scaled(sign * amount, scale)
    note('gross_known', receipt.grossAmount !== undefined)
    note('net_known', receipt.netAmount !== undefined)
    for (const [name, amounts] of money.sums) note(name, total(amounts, units))
    if (kind !== 'return') note('sold', units(receipt.grandAmount))
    note('refunds', kind === 'return' ? scaled(Math.abs(receipt.grandAmount), scale) : items.refunds)
    parts.push(...paymentParts(receipt, units), ...taxParts(receipt, units))
  }
  return { place, change: { adds, parts, labels, at: receivedAt } }
}

const typeColumns = {
  DigitalOnly: 'digital_only',
  PaperOnly: 'paper_only',
  DigitalAndPaper: 'digital_and_paper',
  NoReceipt: 'no_receipt',
} as const satisfies Record<ReceiptData['receiptType'], ReceiptMeasure>

/** Nothing was sold. */
function isTraining({ mode }: ReceiptData): boolean {
  return /^(?:training|test)$/i.test(mode ?? '')
}

interface Money {
  sums: (readonly [ReceiptMeasure, readonly number[]])[]
  /** Every amount that is added anywhere. */
  all: number[]
}

function moneyOf(receipt: ReceiptData): Money {
  const { grossAmount = 0, netAmount = 0, grandAmount, tip = 0, serviceCharge = 0, changeDue = 0 } = receipt
  const { tenders = [], roundingAdjustment } = receipt
  const lines = linesOf(receipt)
  const taxes = taxesOf(receipt)
  const discounts = [...(receipt.discounts ?? []), ...lines.flatMap(({ item }) => item.discounts ?? [])]
  // Those above 0 raise the price.
  const takenOff = discounts.map(({ amount = 0 }) => Math.max(0, -amount))
  const feesOf = receipt.fees ?? (receipt.orders ?? []).flatMap(order => order.fees ?? [])
  const fees = feesOf.map(({ amount = 0 }) => amount)
  const rounding = roundingAdjustment?.value ?? 0
  const single = [grossAmount, netAmount, grandAmount, tip, serviceCharge, changeDue, rounding]
  return {
    sums: [
      ['gross', [grossAmount]],
      ['net', [netAmount]],
      ['grand', [grandAmount]],
      ['discounts', takenOff],
      ['taxes', taxes.map(({ amount = 0 }) => amount)],
      ['tips', [tip]],
      ['fees', fees],
      ['service_charges', [serviceCharge]],
      ['change_due', [changeDue]],
      ['rounding', [rounding]],
    ],
    all: [
      ...single,
      ...taxes.flatMap(({ amount = 0, taxableAmount = 0 }) => [amount, taxableAmount]),
      ...takenOff,
      ...fees,
      ...tenders.map(({ amount = 0 }) => amount),
      ...lines.map(({ total }) => total),
    ],
  }
}

/** A sum in whole units, so that it is exact. */
function total(amounts: readonly number[], units: (amount: number) => number): number {
  return amounts.reduce((sum, amount) => sum + units(amount), 0)
}

function taxesOf({ taxes, orders = [] }: ReceiptData) {
  return taxes ?? orders.flatMap(order => order.taxes ?? [])
}

function paymentParts({ tenders = [] }: ReceiptData, units: (amount: number) => number): Part[] {
  const seen = new Set<string>()
  const first = (key: string) => (seen.has(key) ? 0 : seen.add(key) && 1)
  return tenders.flatMap(({ tenderTypeCode, amount = 0, creditDebit, currency = null }) => {
    const code = nameOf(tenderTypeCode)
    const sum = units(amount)
    const tender: Part = ['tenderType', code, currency, first(`tender ${currency} ${code}`), 1, 0, 0, sum, 0, 0]
    if (!creditDebit) return [tender]
    const brand = nameOf(creditDebit.typeCode ?? '')
    return [tender, ['cardBrand', brand, currency, first(`card ${currency} ${brand}`), 1, 0, 0, sum, 0, 0] as const]
  })
}

/** By type and rate: `VAT`, 0.07. Without a type, its description. */
function taxParts(receipt: ReceiptData, units: (amount: number) => number): Part[] {
  const seen = new Set<string>()
  return taxesOf(receipt).map(({ taxTypeCode, description = '', percent, amount = 0, taxableAmount = 0 }) => {
    const name = `${nameOf(taxTypeCode ?? description)}${between}${percent ?? ''}`
    const isFirst = !seen.has(name)
    seen.add(name)
    return ['taxType', name, null, Number(isFirst), 1, 0, 0, units(amount), units(taxableAmount), 0] as const
  })
}
