import { currencyDigits, tenderTypeOf } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from '../../database/statistics/tables.ts'
import type { Figures } from '../answers/answer-shape.ts'
import { type Aggregate, addRow, byReceipts, partFigures, receiptFigures } from '../answers/figures.ts'
import { sumRowsOf } from '../answers/query.ts'
import { writeBucketKey } from '../counting/bucket-key.ts'
import { decimalText } from '../counting/decimals.ts'
import { between, type Dimension, type Level, nameOf } from '../counting/dimensions.ts'
import type { Counted } from '../counting/receipt/count-receipt.ts'
import { createAccumulator } from '../folding/accumulator.ts'

/** What a register, or the store, took in a business day. Amounts are decimal strings. */
export interface DayEndPart {
  /** Absent for the whole store. */
  workstationId?: string
  /** As in statistics: receipts, sales, returns, discounts, taxes, tips, rounding, gift cards, payments on orders and layaways. */
  figures: Figures
  /** By means of payment: as tendered, the change and tips in it, and what is left. */
  tenders: { tenderTypeCode: string; figures: Figures }[]
  /** By type and rate. */
  taxes: { taxTypeCode: string; percent?: string; figures: Figures }[]
  /** Orders and layaways: how many were opened, what they come to, and what was paid on those and on earlier ones. */
  orders: { currency: string; opened: number; openedAmount: string; paidAmount: string }[]
  /** What the drawer has more than in the morning: cash tendered less change and cash given back; tips are in it. */
  cash: { currency: string; expected: string; tips: string }[]
}

/** What is summed of some receipts. */
export interface DaySums {
  receipts: Aggregate
  /** Of those that open an order. */
  opening: Aggregate
  tenders: Map<string, Aggregate>
  taxes: Map<string, Aggregate>
  labels: Map<string, string>
}

/** DaySums to which nothing was added. */
export function createSums(): DaySums {
  return { receipts: new Map(), opening: new Map(), tenders: new Map(), taxes: new Map(), labels: new Map() }
}

/** Adds counted receipts, a few thousand at most, to some sums. */
export function addReceipts(to: readonly DaySums[], counted: readonly Counted[]): void {
  for (const [opensOrder, some] of Map.groupBy(counted, each => each.opensOrder)) {
    const accumulator = createAccumulator({ lines: false })
    for (const { bucket, change } of some) accumulator.add('', 0, writeBucketKey(bucket), change)
    const [wholes, parts] = (['statistics_rows', 'statistics_parts'] as const).map(table =>
      sumRowsOf(accumulator.rows(table, { wanted: isSummed })),
    )
    for (const sums of to) {
      for (const row of wholes ?? []) {
        addRow(sums.receipts, row, receiptCounts, receiptSums)
        if (opensOrder) addRow(sums.opening, row, receiptCounts, receiptSums)
      }
      for (const row of parts ?? []) {
        const groups = row.dimension === 'taxType' ? sums.taxes : sums.tenders
        const cell = getOrAdd(groups, row.name, () => new Map())
        addRow(cell, row, partCounts, partSums)
      }
      for (const { dimension, name, label } of accumulator.labels()) sums.labels.set(`${dimension} ${name}`, label)
    }
  }
}

/** The rows by day, of the whole, of tenders and of taxes: each receipt is in them once. */
function isSummed(dimension: Dimension, level: Level, storeId: string): boolean {
  return level === 'day' && storeId === '' && ['all', 'tenderType', 'taxType'].includes(dimension)
}

/** What sums say. */
export function partOf({ receipts, opening, tenders, taxes, labels }: DaySums): DayEndPart {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
  const labelOf = (dimension: string, name: string) => labels.get(`${dimension} ${name}`)
  return {
    figures: receiptFigures(receipts),
    tenders: [...tenders].sort(byName).map(([name, cell]) => ({
      tenderTypeCode: labelOf('tenderType', name) ?? name,
      figures: partFigures(cell, 'tenderType'),
    })),
    taxes: [...taxes].sort(byName).map(([name, cell]) => {
      const [code = '', percent = ''] = name.split(between)
      return {
        taxTypeCode: labelOf('taxType', name) ?? code,
        ...(percent !== '' && { percent }),
        figures: partFigures(cell, 'taxType'),
      }
    }),
    orders: ordersOf(receipts, opening),
    cash: byReceipts(tenders.get(cashName) ?? new Map()).map(([currency, { amounts }]) => {
      const { amount = 0n, change_due: change = 0n, tips = 0n } = amounts
      const digits = digitsOf(currency)
      return { currency, expected: decimalText(amount - change, digits), tips: decimalText(tips, digits) }
    }),
  }
}

const cashName = nameOf(tenderTypeOf('Cash').code)

function ordersOf(receipts: Aggregate, opening: Aggregate): DayEndPart['orders'] {
  return byReceipts(receipts).flatMap(([currency, { amounts: all }]) => {
    const { counts = {}, amounts: own = {} } = opening.get(currency) ?? {}
    const [opened = 0, later = 0n] = [counts.receipts, all.paid_apart]
    if (opened === 0 && later === 0n) return []
    const digits = digitsOf(currency)
    const [openedAmount, paidAmount] = [own.grand ?? 0n, (own.takings ?? 0n) + later].map(each =>
      decimalText(each, digits),
    )
    return { currency, opened, openedAmount: openedAmount ?? '', paidAmount: paidAmount ?? '' }
  })
}

function digitsOf(currency: string): number {
  return currencyDigits(currency === '' ? undefined : currency).minimum
}
