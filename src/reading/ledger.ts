// Stage `reading`: what a receipt’s numbers mean, decided once: a ledger of rows that add.
// It knows stages up to `from`; `structured` and those after it may call it.

import type { OrderData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { LedgerColumn, LedgerRow } from './column/column.ts'
import { ledgerColumn } from './column/ledger-column.ts'
import { orderColumn, receiptColumn } from './column/sent-column.ts'
import { asOne } from './dialects/as-one.ts'
import { withBalanceAfter } from './dialects/balance-after.ts'
import { withChargesOnce } from './dialects/charges-once.ts'
import { withEarlierTenders } from './dialects/earlier-tenders.ts'
import { withFeesInTotal } from './dialects/fees-in-total.ts'
import { withGoodsInPlace } from './dialects/goods-in-place.ts'
import { withLineTotals } from './dialects/line-totals.ts'
import { withDiscountsOfPieces, withWholeDiscounts, withWholeDiscountsOfSome } from './dialects/piece-discounts.ts'
import { withRoundingApart } from './dialects/rounding-tender.ts'
import { withTotalsBeforeDiscounts } from './dialects/spread-discounts.ts'
import { withWholeTotals } from './dialects/whole-total.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { linesOf } from './lines.ts'
import { type Payment, readPayment, worthOfForeign } from './payment.ts'
import { readSavings, type Savings } from './savings.ts'
import { withAmountsSpelled, withGoodsSpelled, withRoundingTurned } from './spelling.ts'
import { type Micros, sumOf, unitOf } from './sums.ts'
import { withCashHanded, withTendersSpelled } from './tenders.ts'

/**
 * What a receipt's numbers mean, read once, whatever dialect its till speaks: what was sold, taken back, added and paid, in rows that add.
 * Nothing of it depends on language. docs/reading.md has a picture of one.
 */
export interface Ledger {
  /**
   * The receipt in one spelling: goods in the list where they belong, each group of amounts with one sign, nothing twice. A return is above
   * 0 but for what makes the refund smaller; in an exchange what came back is below 0; payments have the sign of the total, change is above
   * 0 and no payment. Digits are as sent.
   */
  receipt: ReceiptData
  kind: DocumentKind
  /** What the till rounds to. */
  unit: Micros
  /** Whether money goes back to the customer. */
  isRefund: boolean
  /** From the goods to the total, and what stands beside it. */
  column: LedgerColumn
  /** The same of each order in `receipt`; of `sameOrder`, the receipt's. */
  orders: ReadonlyMap<OrderData, LedgerColumn>
  payment: Payment
  /** What the only payment in another currency came to in the receipt's; undefined if there is none, or the others don't tell. */
  foreignWorth: number | undefined
  savings: Savings
  /** The only order, if its sums are the receipt's: what both have is printed once, among the receipt's. */
  sameOrder: OrderData | undefined
  /** Whether the till's own signs contradicted each other: of what goes back, some was below 0 and some above. */
  hasMixedSigns: boolean
  /** Which of the ways to read goods and total: 0 as sent; below 0, what is said twice in it is left out, too. */
  way: number
}

/**
 * Reads a receipt from `parseReceipt`. Of a frozen one, as that gives, the ledger is kept, so that view, audit and statistics read once.
 *
 * @param like another's ledger: what its sums confirm counts as confirmed, so that the same rows are printed
 */
export function readLedger(sent: ReceiptData, like?: Ledger): Ledger {
  if (like) return read(sent, like)
  const kept = known.get(sent)
  if (kept) return kept
  const ledger = read(sent)
  if (Object.isFrozen(sent)) known.set(sent, ledger)
  return ledger
}

const known = new WeakMap<ReceiptData, Ledger>()

function read(sent: ReceiptData, like?: Ledger): Ledger {
  const unit = unitOf(sent)
  const goodsInPlace = withGoodsInPlace(withRoundingApart(sent))
  const kind = documentKind(goodsInPlace)
  const inPlace = withEarlierTenders(goodsInPlace, kind, unit)
  const placed = withWholeDiscounts(inPlace, unit)
  const others = () => {
    const totaled = withLineTotals(placed, unit)
    return [
      () => withChargesOnce(placed),
      () => totaled,
      () => withDiscountsOfPieces(placed, unit),
      () => withTotalsBeforeDiscounts(placed, unit),
      () => withLineTotals(withWholeDiscountsOfSome(inPlace, unit), unit),
      () => withFeesInTotal(placed, kind),
      ...withWholeTotals(placed),
      ...(totaled === placed ? [] : withWholeTotals(totaled)),
    ]
  }
  const { goods, column, isOne, way } = fitting(placed, others, { kind, unit, like })
  const { rows } = column
  const beside = rows.slice(rows.findIndex(({ role }) => role === 'total') + 1)
  const spelledOnce = withTendersSpelled(withAmountsSpelled(goods, column))
  const isKnown = kind !== 'return' && column.reading.fits === true && column.reading.goods.from !== 'none'
  const apart = beside.reduce((sum, { amount = 0 }) => sum + amount, 0)
  const once = isKnown ? withBalanceAfter(spelledOnce, apart) : spelledOnce
  const { payment, roundingTurn } = readPayment(once, kind, beside, unit)
  const isRefund = kind === 'return' || once.grandAmount < 0
  const spelled = withCashHanded(once, payment, isRefund)
  const receipt = roundingTurn === -1 ? withRoundingTurned(spelled) : spelled
  const paysBack = receipt.grandAmount < 0
  const own = roundingTurn === -1 ? { ...column, rows: rows.map(withRoundingRowTurned) } : column
  const sameOrder = isOne ? receipt.orders?.[0] : undefined
  const ledger: Omit<Ledger, 'savings'> = {
    receipt,
    kind,
    unit,
    isRefund,
    column: own,
    orders: sameOrder ? new Map([[sameOrder, own]]) : ordersOf(receipt, unit, like),
    payment,
    foreignWorth: worthOfForeign(spelled, payment),
    sameOrder,
    hasMixedSigns: isMixed(placed, kind, column, paysBack),
    way,
  }
  return { ...ledger, savings: readSavings(ledger, like?.savings) }
}

/** Goods that lead to a total. */
interface Goods {
  /** The receipt with its lines in the one spelling. */
  goods: ReceiptData
  column: LedgerColumn
  /** Whether it is one with its only order. */
  isOne: boolean
}

interface ReadAs {
  kind: DocumentKind
  unit: Micros
  like: Ledger | undefined
}

/** The receipt as sent, or else the first of the others whose lines come to its total; of one that only says a charge twice, without that. */
function fitting(
  placed: ReceiptData,
  others: () => readonly (() => ReceiptData)[],
  reading: ReadAs,
): Goods & { way: number } {
  const { like, unit } = reading
  if (like) {
    const { way } = like
    const receipt = others()[Math.abs(way) - 1]?.() ?? placed
    const found = goodsOf(receipt, reading)
    return { ...(way < 0 ? goodsOf(withChargesOnce(receipt, found.column.reading), reading) : found), way }
  }
  const sent = goodsOf(placed, reading)
  const isOnce = isLed(sent, unit) && withChargesOnce(placed, sent.column.reading) === placed
  if (isOnce) return { ...sent, way: 0 }
  for (const [at, other] of others().entries()) {
    if (at > 0 && isLed(sent, unit)) break
    const receipt = other()
    const found = receipt === placed ? undefined : goodsOf(receipt, reading)
    if (!found || !isLed(found, unit)) continue
    // What it says in another form, it may say twice, too.
    const once = withChargesOnce(receipt, found.column.reading)
    const foundOnce = once === receipt ? undefined : goodsOf(once, reading)
    return foundOnce && isLed(foundOnce, unit) ? { ...foundOnce, way: -(at + 1) } : { ...found, way: at + 1 }
  }
  return { ...sent, way: 0 }
}

/** Whether lines lead to the total, each by its amount. */
function isLed({ column: { reading, goods } }: Goods, unit: Micros): boolean {
  const { from } = reading.goods
  // Lines that aren't rounded may lead to it better than what was sent as their sum.
  const areRounded = from !== 'gross' || (goods ?? 0) % unit === 0
  return reading.fits === true && from !== 'prices' && from !== 'none' && goods !== undefined && areRounded
}

function goodsOf(placed: ReceiptData, { kind, unit, like }: ReadAs): Goods {
  const goods = withGoodsSpelled(placed, kind)
  const one = asOne(goods, () => readPayment(withTendersSpelled(goods), kind, [], unit).payment)
  const both = one && ledgerColumn(receiptColumn(one, kind, unit), like?.column)
  // An order that doesn't say its total is the receipt's if that adds.
  const isOne = both !== undefined && (goods.orders?.[0]?.totalAmount !== undefined || both.reading.fits === true)
  return { goods, column: isOne ? both : ledgerColumn(receiptColumn(goods, kind, unit), like?.column), isOne }
}

function ordersOf({ orders = [] }: ReceiptData, unit: Micros, like?: Ledger): Ledger['orders'] {
  const others = like ? [...like.orders.values()] : []
  return new Map(orders.map((order, at) => [order, ledgerColumn(orderColumn(order, unit), others[at])]))
}

function withRoundingRowTurned(row: LedgerRow): LedgerRow {
  return row.role === 'rounding' && row.amount ? { ...row, amount: -row.amount, why: 'turned' } : row
}

/** Whether of what goes back some was sent above 0 and some below. */
function isMixed(sent: ReceiptData, kind: DocumentKind, { reading }: LedgerColumn, paysBack: boolean): boolean {
  if (kind !== 'return' && !paysBack) return false
  const { grandAmount, grossAmount, netAmount, tip, serviceCharge, orders, tenders, taxes } = sent
  const ordered = orders?.flatMap(order => order.taxes ?? []) ?? []
  const lines = () => [sent.items ?? [], linesOf(sent.returns), linesOf(orders)].flat()
  const own = taxes?.length ? taxes : ordered.length ? ordered : lines().flatMap(line => line.taxes ?? [])
  const [tax, paid] = [sumOf(own), sumOf(tenders)]
  return kind === 'return'
    ? areMixed([grandAmount, grossAmount, netAmount, tip, serviceCharge, tax, paid])
    : areMixed([grandAmount, netAmount, paid, tax === 0 ? 0 : reading.taxes.turn * grandAmount * reading.total])
}

function areMixed(amounts: readonly (number | undefined)[]): boolean {
  return amounts.some((amount = 0) => amount > 0) && amounts.some((amount = 0) => amount < 0)
}
