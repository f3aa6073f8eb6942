import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { FeeData, TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { asOne } from './as-one.ts'
import { type ColumnReading, type LedgerColumn, type LedgerRow, readColumn, type SentColumn } from './column/column.ts'
import { reducedBy, rowsLike, rowsOf, type SpelledColumn } from './column/rows.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { type LineFacts, lineFacts } from './line-facts.ts'
import { lineSpelled, type Sign, taxSpelled, turnedOver, withGoodsInPlace } from './lines.ts'
import { type Payment, paidBy, paidToday, readPayment, type SpelledTenders, spellTenders } from './payment.ts'
import { readSavings, type Savings } from './savings.ts'
import { amountOf, type Micros, micros, sum, sumOf, sumOfShown, unitOf } from './sums.ts'

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
  /** The same of each order in `receipt`. */
  orders: ReadonlyMap<OrderData, LedgerColumn>
  payment: Payment
  savings: Savings
  /** The only order, if its sums are the receipt's: what both have is printed once, among the receipt's. */
  sameOrder: OrderData | undefined
  /** Whether the till's own signs contradicted each other: of what goes back, some was below 0 and some above. */
  hasMixedSigns: boolean
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
  const receipt = withGoodsInPlace(sent)
  const kind = documentKind(receipt)
  const goods = spellGoods(receipt, kind)
  const one = asOne(goods, () => readPayment(goods, kind, [], unit))
  const both = one && readLike(receiptColumn(one, kind, unit), like?.column)
  // An order that doesn't say its total is the receipt's if that adds.
  const isOne = both !== undefined && (goods.orders?.[0]?.totalAmount !== undefined || both.reading.fits === true)
  const whole = isOne ? one : undefined
  const column = isOne ? both : readLike(receiptColumn(goods, kind, unit), like?.column)
  const turned = spellAmounts(goods, column)
  const isBack = turned.grandAmount < 0
  const tenders = spellTenders(turned, isBack ? -1 : 1)
  const { rows } = column
  const beside = rows.slice(rows.findIndex(({ role }) => role === 'total') + 1)
  const { roundingTurn, ...paid } = readPayment({ ...turned, ...tenders.of }, kind, beside, unit)
  const finished = withPayments(turned, tenders, roundingTurn)
  const orders = (finished.orders ?? []).map((order, at) => {
    const likeOrder = like && [...like.orders.values()][at]
    return [order, readLike(orderColumn(order, unit), likeOrder)] as const
  })
  const ledger: Omit<Ledger, 'savings'> = {
    receipt: finished,
    kind,
    unit,
    isRefund: kind === 'return' || isBack,
    column: roundingTurn === 1 ? column : { ...column, rows: rows.map(withRoundingTurned) },
    orders: new Map(orders),
    payment: paid,
    sameOrder: whole && finished.orders?.[0],
    hasMixedSigns: isMixed(receipt, kind, column, isBack),
  }
  return { ...ledger, savings: readSavings(ledger, like?.savings) }
}

/** The receipt with its lines in the one spelling. */
function spellGoods(receipt: ReceiptData, kind: DocumentKind): ReceiptData {
  const { items, returns, orders } = receipt
  const isReturn = kind === 'return'
  const sums = [items, returns?.flatMap(entry => entry.items ?? []), orders?.flatMap(order => order.items ?? [])].map(
    list => sumOfShown(list ?? none) ?? 0,
  ) as [Micros, Micros, Micros]
  if (isReturn) return spellLists(receipt, sums.map((sum): Sign => (sum < 0 ? -1 : 1)) as [Sign, Sign, Sign], 1)
  return spellLists(receipt, [1, sums[1] > 0 ? -1 : 1, 1], -1)
}

/** @param turns what the amounts of items, returns and orders are multiplied by @param backSign of goods in `returns`, once turned */
function spellLists(receipt: ReceiptData, turns: readonly [Sign, Sign, Sign], backSign: Sign): ReceiptData {
  const { items, returns, orders } = receipt
  const [sold, back, ordered] = turns
  const spelled = {
    ...(items && { items: mapped(items, item => lineSpelled(item, sold, 1)) }),
    ...(returns && {
      returns: mapped(returns, entry =>
        withChanged(entry, { items: mapped(entry.items, item => lineSpelled(item, back, backSign)) }),
      ),
    }),
    ...(orders && { orders: mapped(orders, order => spellOrder(order, ordered)) }),
  }
  return withChanged(receipt, spelled)
}

function spellOrder(order: OrderData, turn: Sign): OrderData {
  const items = mapped(order.items, item => lineSpelled(item, turn, 1))
  if (turn === 1) return withChanged(order, { items })
  const positive = (amount: number | undefined) => amount && Math.abs(amount)
  const { totalAmount, grossAmount, netAmount } = order
  return withChanged(order, {
    items,
    totalAmount: positive(totalAmount),
    grossAmount: positive(grossAmount),
    netAmount: positive(netAmount),
  })
}

function receiptColumn(receipt: ReceiptData, kind: DocumentKind, unit: Micros): SentColumn {
  const {
    items = [],
    returns = [],
    orders = [],
    grossAmount,
    netAmount,
    grandAmount,
    discounts = none,
    fees = none,
    taxes = none,
  } = receipt
  const isReturn = kind === 'return'
  const returned = returns.flatMap(entry => entry.items ?? [])
  const ordered = orders.flatMap(order => order.items ?? [])
  const own = added(sumOfShown(items), sumOfShown(returned))
  const all = added(own, orders.map(orderedGoods).reduce(added, undefined))
  const totals = orders.flatMap(({ totalAmount }) => totalAmount ?? [])
  const deposits = orders.flatMap(order => order.deposits ?? [])
  const lines = isReturn ? [...items, ...returned] : items
  // With orders, a total may be of these goods, of theirs too, of their totals, or of what is paid on them.
  const goods = [
    own ?? all,
    own === undefined ? undefined : all,
    totals.length ? added(own, sum(totals)) : undefined,
    deposits.length ? added(own, sumOf(deposits)) : undefined,
  ]
  const isNegative = (item: ItemData) => (item.total ?? 0) < 0 || (item.quantity?.value ?? 0) < 0
  return sentColumn(
    {
      isReturn,
      mayPayBack: returned.length > 0 || items.some(isNegative),
      gross: grossAmount,
      net: netAmount,
      discounts,
      fees,
      taxes,
      serviceCharge: receipt.serviceCharge,
      tip: receipt.tip,
      rounding: receipt.roundingAdjustment?.value,
      paidOn: orders.length > 0 || receipt.deposit ? signedBack(paidToday(receipt), isReturn) : undefined,
      isPaid: receipt.tip || receipt.roundingAdjustment?.value ? paidBy(receipt) : undefined,
      total: grandAmount,
      unit,
    },
    goods,
    own === undefined && ordered.length > 0 ? ordered : lines,
    isReturn ? [] : returned,
  )
}

/** What an order's goods come to; of one without lines, as it says. */
function orderedGoods({ items, grossAmount }: OrderData): Micros | undefined {
  return items?.length ? sumOfShown(items) : grossAmount === undefined ? undefined : micros(grossAmount)
}

function orderColumn(order: OrderData, unit: Micros): SentColumn {
  const { items = [], fees = none, taxes = none, grossAmount, netAmount, totalAmount } = order
  return sentColumn(
    {
      isReturn: false,
      mayPayBack: false,
      gross: grossAmount,
      net: netAmount,
      discounts: none,
      fees,
      taxes,
      serviceCharge: undefined,
      tip: undefined,
      rounding: undefined,
      paidOn: undefined,
      total: totalAmount,
      unit,
    },
    [sumOfShown(items)],
    items,
  )
}

function sentColumn(
  amounts: Omit<SentColumn, 'goods' | 'facts'>,
  goods: readonly (Micros | undefined)[],
  sold: readonly ItemData[],
  back: readonly ItemData[] = none,
): SentColumn {
  const known = goods.filter((amount, at) => amount !== undefined && goods.indexOf(amount) === at) as Micros[]
  let facts: LineFacts | undefined
  return {
    ...amounts,
    goods: known,
    facts: () => (facts ??= lineFacts({ ...amounts, goods: known, sold, back })),
  }
}

/** A column as read; with the reading and the rows of another, if one is given. */
function readLike(sent: SentColumn, like?: LedgerColumn): LedgerColumn {
  const reading = like?.reading ?? readColumn(sent)
  const { discounts, fees, taxes } = reading
  const repeated = new Set(discounts.repeated)
  const column = {
    ...sent,
    reading,
    gross: grossSpelled(sent, reading),
    net: netSpelled(sent, reading),
    discounts: sent.discounts.filter(discount => !repeated.has(discount)).map(each => turnedBy(each, discounts.turn)),
    fees: sent.fees.map(each => turnedBy(each, fees)),
    taxes: (taxes.ofItems ? sent.facts().itemTaxes : sent.taxes).map(tax => taxSpelled(tax, taxes.turn)),
    serviceCharge: times(reading.serviceCharge.turn, sent.serviceCharge),
    tip: times(reading.tip.turn, sent.tip),
    rounding: times(reading.rounding.turn, sent.rounding),
    total: times(reading.total, sent.total),
  }
  const rows = like ? rowsLike(like.rows, column) : rowsOf(column)
  return {
    rows,
    reading,
    taxes: taxes.are,
    taxEntries: column.taxes,
    goods: sent.goods[reading.goods.at],
    get itemDiscounts() {
      return sent.facts().itemDiscounts
    },
    gross: column.gross,
    net: netOf(column) ?? column.net,
    netSent: column.net,
    fits: reading.fits !== false,
  }
}

/** What the rows come to after discounts and fees, before taxes; undefined unless the column adds and says what its taxes are. */
function netOf(column: SpelledColumn): number | undefined {
  const { reading, discounts, fees, taxes } = column
  const { from, amount } = reading.goods
  if (!reading.fits || reading.taxes.are === 'unclear' || from === 'net' || from === 'none') return undefined
  const off = from === 'reduced' ? reducedBy(column) : 0
  const after = amount + off + sumOf(discounts) + sumOf(fees)
  return amountOf(
    reading.taxes.are === 'added' ? after : after - sumOf(taxes.length > 0 ? taxes : column.facts().itemTaxes),
  )
}

/** The gross amount with the sign of the goods, before or after what is off single lines. */
function grossSpelled(
  { gross, isReturn, goods, mayPayBack, facts }: SentColumn,
  reading: ColumnReading,
): number | undefined {
  if (gross === undefined || isReturn) return gross && Math.abs(gross)
  // Of a sale, it is as sent.
  if (!mayPayBack) return gross
  const after = goods[reading.goods.at] ?? 0
  const same = [after - facts().itemDiscounts, after].find(sum => Math.abs(sum) === Math.abs(micros(gross)))
  return same === undefined ? gross : Math.sign(same) * Math.abs(gross)
}

/** The net amount with the sign of what the rows come to; of what is paid back, above 0 in a return and below 0 in an exchange. */
function netSpelled(sent: SentColumn, reading: ColumnReading): number | undefined {
  const { net, isReturn, goods, discounts, total = 0 } = sent
  if (net === undefined || net === 0) return net
  if (isReturn) return Math.abs(net)
  const before = (goods[reading.goods.at] ?? 0) + reading.discounts.turn * sumOf(discounts)
  const after = before + reading.fees * sumOf(sent.fees)
  const known = [after, before].flatMap(sum => [sum, sum - reading.taxes.turn * sumOf(sent.taxes)])
  const same = known.find(sum => Math.abs(sum) === Math.abs(micros(net)))
  if (same !== undefined) return Math.sign(same) * Math.abs(net)
  return reading.total * total < 0 ? -Math.abs(net) : net
}

/** The receipt with the signs of its reading, and without what it says twice. */
function spellAmounts(receipt: ReceiptData, { reading, taxEntries, gross, netSent }: LedgerColumn): ReceiptData {
  const { fees, taxes, serviceCharge, tip, rounding } = reading
  const { turn } = reading.discounts
  const repeated = new Set(reading.discounts.repeated)
  const { discounts, roundingAdjustment } = receipt
  const once = repeated.size > 0 ? discounts?.filter(discount => !repeated.has(discount)) : discounts
  const taxesTurned = (sent: TaxData[] | undefined) => mapped(sent, tax => taxSpelled(tax, taxes.turn))
  const feesTurned = (sent: FeeData[] | undefined) => mapped(sent, fee => turnedBy(fee, fees))
  const spelled = withChanged(receipt, {
    grandAmount: times(reading.total, receipt.grandAmount),
    grossAmount: receipt.grossAmount === undefined ? undefined : gross,
    netAmount: receipt.netAmount === undefined ? undefined : netSent,
    discounts: mapped(once, discount => turnedBy(discount, turn)),
    fees: feesTurned(receipt.fees),
    taxes: taxes.ofItems ? [...taxEntries] : taxesTurned(receipt.taxes),
    serviceCharge: times(serviceCharge.turn, receipt.serviceCharge),
    tip: times(tip.turn, receipt.tip),
    roundingAdjustment:
      rounding.turn === -1 && roundingAdjustment?.value ? { value: -roundingAdjustment.value } : undefined,
    // An order's own are the receipt's, if that has none.
    orders: mapped(receipt.orders, order =>
      withChanged(order, { taxes: taxesTurned(order.taxes), fees: feesTurned(order.fees) }),
    ),
  })
  return reading.goods.turn === -1 ? spellLists(spelled, [-1, 1, -1], -1) : spelled
}

function withPayments(receipt: ReceiptData, { of }: SpelledTenders, roundingTurn: Sign): ReceiptData {
  const { tenders, changeDue, tenderApplied } = of
  const { roundingAdjustment, grandAmount } = receipt
  // An even exchange has no payment of nothing.
  const paid =
    grandAmount === 0
      ? tenders?.filter(({ amount, creditDebit, giftCard }) => amount !== 0 || creditDebit || giftCard)
      : tenders
  return withChanged(receipt, {
    tenders: paid?.length === tenders?.length ? tenders : paid,
    changeDue,
    tenderApplied,
    roundingAdjustment:
      roundingTurn === -1 && roundingAdjustment?.value !== undefined ? { value: -roundingAdjustment.value } : undefined,
  })
}

function withRoundingTurned(row: LedgerRow): LedgerRow {
  return row.role === 'rounding' && row.amount ? { ...row, amount: -row.amount, why: 'turned' } : row
}

/** Whether of what goes back some was sent above 0 and some below. */
function isMixed(sent: ReceiptData, kind: DocumentKind, { reading }: LedgerColumn, paysBack: boolean): boolean {
  const { grandAmount, grossAmount, netAmount, tip, serviceCharge, orders = [], tenders, taxes } = sent
  const ordered = orders.flatMap(order => order.taxes ?? [])
  const own = taxes?.length ? taxes : ordered.length ? ordered : linesOf(sent).flatMap(line => line.taxes ?? [])
  const paid = sumOf(tenders)
  if (kind === 'return') return areMixed([grandAmount, grossAmount, netAmount, tip, serviceCharge, sumOf(own), paid])
  return (
    paysBack &&
    areMixed([grandAmount, netAmount, paid, reading.taxes.turn * grandAmount * (sumOf(own) === 0 ? 0 : reading.total)])
  )
}

function areMixed(amounts: readonly (number | undefined)[]): boolean {
  return amounts.some((amount = 0) => amount > 0) && amounts.some((amount = 0) => amount < 0)
}

function linesOf({ items = [], returns = [], orders = [] }: ReceiptData): ItemData[] {
  return [...items, ...returns.flatMap(entry => entry.items ?? []), ...orders.flatMap(order => order.items ?? [])]
}

function signedBack(amount: Micros, isReturn: boolean): Micros {
  return isReturn ? Math.abs(amount) : amount
}

function added(one: Micros | undefined, other: Micros | undefined): Micros | undefined {
  return one === undefined ? other : one + (other ?? 0)
}

function times<Amount extends number | undefined>(turn: Sign, amount: Amount): Amount {
  return (amount && turn === -1 ? -amount : amount) as Amount
}

function turnedBy<Entry extends { amount?: number }>(entry: Entry, turn: Sign): Entry {
  return turn === -1 ? turnedOver(entry) : entry
}

/** The list with each entry changed; the same list if none is. */
function mapped<Entry>(list: Entry[] | undefined, change: (entry: Entry) => Entry): Entry[] | undefined {
  if (!list) return undefined
  const changed = list.map(change)
  return changed.some((entry, at) => entry !== list[at]) ? changed : list
}

/** The object with these fields; the same object if it has them. */
function withChanged<T extends object>(object: T, changes: { [Key in keyof T]?: T[Key] | undefined }): T {
  let changed: T | undefined
  for (const key in changes) {
    const value = changes[key]
    if (value === undefined || value === object[key]) continue
    changed ??= { ...object }
    changed[key] = value as T[typeof key]
  }
  return changed ?? object
}

const none: readonly never[] = []
