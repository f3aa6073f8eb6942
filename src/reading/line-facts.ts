import type { ItemData } from '../receipt/data/item-data.ts'
import type { DiscountData, FeeData, TaxData } from '../receipt/data/money-data.ts'
import { isBeforeDiscounts, type Micros, micros, pricedTotal, sum, sumOf } from './sums.ts'
import { readTaxes, type TaxReading } from './taxes.ts'

/** What lines say besides their amounts; worked out only for columns whose letter doesn't add. */
export interface LineFacts {
  /** What lines come to by price and quantity, where they have no total. */
  byPrices: Micros
  /** What is off single lines in their totals, as a negative amount. */
  itemDiscounts: Micros
  /** What is said of lines whose totals don't have it, as a negative amount. */
  openDiscounts: Micros
  /** What is off single lines, each amount: of those sold, and of those taken back in an exchange. */
  lineDiscounts: readonly (readonly DiscountData[])[]
  /** The taxes of the lines, by kind and rate, if the receipt has none of its own. */
  itemTaxes: readonly TaxData[]
  /** What rates and bases say of the taxes. */
  taxesAre: TaxReading
}

/** The lines of a column, and what is added to them. */
export interface Lines {
  sold: readonly ItemData[]
  /** What came back in an exchange. */
  back: readonly ItemData[]
  isReturn: boolean
  goods: readonly Micros[]
  gross: number | undefined
  discounts: readonly DiscountData[]
  fees: readonly FeeData[]
  taxes: readonly TaxData[]
  /** What the till rounds to. */
  unit: Micros
}

/** Reads lines for their facts, each when it is first asked for. */
export function lineFacts(lines: Lines): LineFacts {
  const { sold, back, isReturn, goods, gross, taxes, unit } = lines
  const off = once(() => discountsOf(lines))
  const itemTaxes = once(() => (taxes.length > 0 ? [] : taxesByKind([...sold, ...back])))
  const taxesAre = once(() =>
    readTaxes({ ...lines, goods: gross === undefined ? goods : [...goods, micros(gross)], unit }),
  )
  return {
    get byPrices() {
      return sumOfLines(sold, unit, isReturn) - sumOfLines(back, unit, true)
    },
    get itemDiscounts() {
      return off().within
    },
    get openDiscounts() {
      return off().open
    },
    get lineDiscounts() {
      return off().each
    },
    get itemTaxes() {
      return itemTaxes()
    },
    get taxesAre() {
      return taxesAre()
    },
  }
}

function discountsOf({ sold, back }: Lines): { within: Micros; open: Micros; each: readonly DiscountData[][] } {
  let [within, open] = [0, 0]
  const each: DiscountData[][] = [[], []]
  for (const [side, lines] of [sold, back].entries())
    for (const line of lines) {
      if (!line.discounts?.length) continue
      each[side]?.push(...line.discounts)
      const amount = sumOf(line.discounts)
      if (!isBeforeDiscounts(line)) within += side === 0 ? amount : -amount
      else if (side === 0) open += amount
    }
  return { within, open, each }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function sumOfLines(lines: readonly ItemData[], unit: Micros, isBack: boolean): Micros {
  const total = lines.reduce((sum, line) => sum + (pricedTotal(line, unit) ?? 0), 0)
  return isBack ? Math.abs(total) : total
}

/** The taxes of lines, added up by name, type and rate. */
function taxesByKind(lines: readonly ItemData[]): TaxData[] {
  const found = new Map<string, TaxData>()
  for (const { taxes = [] } of lines)
    for (const tax of taxes) {
      const { amount = 0, taxableAmount } = tax
      const key = JSON.stringify([tax.taxTypeCode, tax.description, tax.percent])
      const other = found.get(key)
      const base = sum([other?.taxableAmount, taxableAmount]) / 1e6
      found.set(key, {
        ...tax,
        amount: sum([other?.amount, amount]) / 1e6,
        ...(taxableAmount !== undefined && { taxableAmount: base }),
      })
    }
  return [...found.values()]
}
