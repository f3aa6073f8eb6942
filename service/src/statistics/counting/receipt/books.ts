import type { ReceiptData } from 'counterfoil'
import {
  bookSigns,
  type FeeData,
  keptDiscounts,
  type Ledger,
  type LedgerColumn,
  lineTotal,
  readLedger,
  saidByReceipt,
  saleTotal,
  type TaxData,
  type Trade,
} from 'counterfoil/internal'
import type { ReceiptMeasure } from '../../../database/statistics/tables.ts'
import { giftCardsIn, type Lines, linesOf, noLines } from './items.ts'

/** A receipt as the merchant's books have it: the ledger's amounts, those of a return below 0. */
export interface Books {
  trade: Trade
  /** Whether its goods count, and not only what was paid. */
  isBooked: boolean
  ledger: Ledger
  /** What the ledger's amounts are multiplied by. */
  sign: 1 | -1
  lines: Lines
  /** What it comes to; gift cards alone, without fees. */
  total: number
  /** What was to pay for it: `total` less what gift cards, sent as lines, had paid. */
  toPay: number
  /** Gift cards sold, less those taken back. */
  giftCards: number
  tip: number
  gross: number | undefined
  net: number | undefined
  taxes: readonly TaxData[]
  /** What their amounts are multiplied by. */
  taxSign: 1 | -1
  /** Whether only lines say its taxes. */
  areItemsTaxes: boolean
}

/** Reads a receipt for the books. @param utcOffset of the clock that it prints, in milliseconds, if known */
export function booksOf(receipt: ReceiptData, trade: Trade, utcOffset: number | undefined): Books {
  const ledger = readLedger(receipt)
  const { grandAmount, tip = 0 } = ledger.receipt
  const isBooked = trade === 'sale' || trade === 'return'
  const signs = bookSigns(ledger, trade)
  const { isAllBack, sign, booked } = signs
  const lines = isBooked ? linesOf(ledger, isAllBack) : noLines
  const toPay = trade === 'sale' ? saleTotal(receipt, utcOffset) : booked(grandAmount)
  const areGiftCards = trade === 'sale' && lines.areGiftCards
  const total = areGiftCards ? toPay - sumOf(feesOf(ledger.receipt)) : toPay + lines.vouchers
  const sums = isBooked ? sumsOf(ledger) : undefined
  const taxed = taxesOf(ledger, lines)
  return {
    trade,
    isBooked,
    ledger,
    sign,
    lines,
    toPay,
    total,
    giftCards: areGiftCards ? total : giftCardsIn(lines),
    tip: booked(tip),
    gross: optional(booked, ledger.column.gross ?? sums?.gross),
    net: optional(booked, ledger.column.netSent ?? sums?.net),
    ...taxed,
    taxSign: signs.taxSign(taxed.taxes),
  }
}

/** A receipt's amounts: every one that is added anywhere, and at the same index the sum that it adds to, if any. */
interface Amounts {
  all: number[]
  of: (ReceiptMeasure | undefined)[]
  /** What was taken off, by the till's name for it; below 0 what was taken back. */
  discounts: { name: string; amount: number }[]
  /** A discount raised the price. */
  hasOddDiscounts: boolean
}

/**
 * Gathers a receipt's amounts. A payment has none but what was paid: its other amounts are those of the sale, which were counted with it.
 * Discounts are positive; those on what came back are taken back.
 */
export function amountsOf(books: Books, paid: readonly number[]): Amounts {
  const { sign, taxSign, lines } = books
  const { receipt, column } = books.ledger
  const amounts: Amounts = { all: [], of: [], discounts: [], hasOddDiscounts: false }
  const add = (amount: number, of?: ReceiptMeasure) => {
    if (amount === 0) return
    amounts.all.push(amount)
    amounts.of.push(of)
  }
  const addDiscounts = (discounts: ReceiptData['discounts'], isTakenBack: boolean) => {
    for (const { name = '', amount = 0 } of keptDiscounts(discounts ?? [])) {
      if (isTakenBack || amount < 0) {
        const off = isTakenBack ? -Math.abs(amount) : -amount
        add(off, 'discounts')
        amounts.discounts.push({ name, amount: off })
      } else if (amount > 0) amounts.hasOddDiscounts = true
    }
  }
  add(books.tip, 'tips')
  add(receipt.changeDue ?? 0, 'change_due')
  add(sign * (receipt.roundingAdjustment?.value ?? 0), 'rounding')
  for (const amount of paid) add(amount)
  if (!books.isBooked) return amounts
  add(books.gross ?? 0, 'gross')
  add(books.net ?? 0, 'net')
  add(books.total, 'grand')
  add(receipt.balanceDue ?? 0)
  add(sign * (receipt.serviceCharge ?? 0), 'service_charges')
  for (const { amount = 0 } of feesOf(receipt)) add(sign * amount, 'fees')
  for (const { amount = 0, taxableAmount = 0 } of books.taxes) {
    add(taxSign * amount, 'taxes')
    add(taxableAmount)
  }
  addDiscounts(receipt.discounts, lines.isAllBack)
  const isSaid = saidByReceipt(receipt, column)
  for (const [list, isTakenBack] of [
    [lines.sold, false],
    [lines.returned, true],
  ] as const)
    for (const line of list) {
      add(lineTotal(line, lines.unit))
      if (line.discounts && !isSaid(line)) addDiscounts(line.discounts, isTakenBack)
    }
  return amounts
}

/** A receipt's fees, or else its orders'. */
function feesOf({ fees, orders }: ReceiptData): readonly FeeData[] {
  return fees ?? orders?.flatMap(order => order.fees ?? []) ?? []
}

/** The taxes of a receipt, or else of its orders, or else of its lines: what is more general repeats what is more special. */
function taxesOf({ receipt, column }: Ledger, { sold, returned }: Lines): Pick<Books, 'taxes' | 'areItemsTaxes'> {
  const { taxes = [], orders = [] } = receipt
  if (taxes.length > 0 && !column.reading.taxes.ofItems) return { taxes, areItemsTaxes: false }
  const ordered = orders.flatMap(order => order.taxes ?? [])
  if (ordered.length > 0) return { taxes: ordered, areItemsTaxes: false }
  const ofLines = [...sold, ...returned].flatMap(line => line.taxes ?? [])
  return { taxes: ofLines, areItemsTaxes: ofLines.length > 0 }
}

/** What a receipt's lines come to before and after discounts and fees, if that leads to its total; or its orders' to theirs. */
function sumsOf({ column, orders, receipt }: Ledger): { gross: number; net: number | undefined } | undefined {
  const ofOrders = [...orders.values()]
  const isOwn = orders.size === 0 || receipt.items?.length || receipt.returns?.length
  const columns = isOwn || !ofOrders.every(doesFit) ? [column] : ofOrders
  if (!columns.every(doesFit)) return undefined
  const gross = columns.reduce((sum, { reading: { goods }, itemDiscounts }) => {
    return sum + goods.amount - (goods.from === 'lines' ? itemDiscounts : 0)
  }, 0)
  const nets = columns.map(({ net }) => net)
  const net = nets.every(each => each !== undefined) ? nets.reduce((sum, each) => sum + each, 0) : undefined
  return { gross: gross / 1e6, net: net === undefined ? undefined : Math.round(net * 1e6) / 1e6 }
}

function doesFit({ reading: { fits, goods } }: LedgerColumn): boolean {
  return fits === true && goods.from !== 'none' && goods.from !== 'net'
}

function sumOf(entries: readonly { amount?: number }[]): number {
  return entries.reduce((sum, { amount = 0 }) => sum + amount, 0)
}

function optional(booked: (amount: number) => number, amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : booked(amount)
}
