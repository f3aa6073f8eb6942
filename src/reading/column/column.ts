import type { ItemData } from '../../receipt/data/item-data.ts'
import type { DiscountData, FeeData, TaxData } from '../../receipt/data/money-data.ts'
import type { Micros, Sign } from '../sums.ts'

/**
 * What a row of the ledger is. `subtotal`, `net` and `total` are what the rows above come to; `gross` is an amount of its own, from which
 * the rows below lead on; `orders` are those of which nothing stands above; `netAsSent` is what the till calls net, where no rows come to it. Below the total stands what the till counts
 * beside it.
 */
export type RowRole =
  | 'subtotal'
  | 'gross'
  | 'itemDiscounts'
  | 'orders'
  | 'discount'
  | 'fee'
  | 'serviceCharge'
  | 'net'
  | 'netAsSent'
  | 'tax'
  | 'tip'
  | 'rounding'
  | 'total'

/** A row of the ledger between the goods and what was paid. */
export interface LedgerRow {
  role: RowRole
  /** As printed; undefined if none was sent. */
  amount: Micros | undefined
  /** The discount, fee or tax that it is. */
  entry?: DiscountData | FeeData | TaxData
  /** Why it has this amount: sent so, or with the other sign; or what the rows come to, which the till sent as gross or net, or didn't send. */
  why: 'sent' | 'turned' | 'gross' | 'net' | 'sum'
}

/**
 * Whether taxes are added to the prices or included, which the interface does not say; `unclear` if the sums allow both or
 * neither. An unclear tax is printed with rate and amount only, claiming neither. Taxes that sum to zero are `added`.
 */
export type TaxReading = 'added' | 'included' | 'unclear'

/** What lines say besides their amounts. */
export interface LineFacts {
  /** What is off single lines in their totals, as a negative amount. */
  itemDiscounts: Micros
  /** What is said of lines whose totals don't have it, as a negative amount; without such lines, of those that don't tell. */
  openDiscounts: Micros
  /** The taxes of the lines, by kind and rate, if the receipt has none of its own. */
  itemTaxes: readonly TaxData[]
}

/** The amounts of a receipt or an order as sent, goods already with their signs. */
export interface SentColumn extends LineFacts {
  /** Whether money goes back: all is above 0 but for what makes the refund smaller. */
  isReturn: boolean
  /** Whether the total may be below 0, because goods came back. */
  mayPayBack: boolean
  /** What the goods come to, in each way of reading them, the plainest first; empty if no line has an amount. */
  goods: readonly Micros[]
  /** What those of the receipt itself come to. */
  besideOrders?: Micros | undefined
  /** The lines; what came back in an exchange is apart. */
  sold: readonly ItemData[]
  back: readonly ItemData[]
  /** What was paid on orders, whose till may send that as its total. */
  paidOn?: Micros | undefined
  /** Whether payments, with what is due and was paid before, come to an amount; undefined if nothing says. */
  isPaid?: ((amount: Micros) => boolean) | undefined
  gross: number | undefined
  net: number | undefined
  discounts: readonly DiscountData[]
  fees: readonly FeeData[]
  taxes: readonly TaxData[]
  serviceCharge: number | undefined
  tip: number | undefined
  rounding: number | undefined
  total: number | undefined
  /** What the till rounds to. */
  unit: Micros
}

/** How a column is read: what each group of amounts is multiplied by, and what is in the total; of added taxes, which are in the prices all the same. */
export interface ColumnReading {
  /** What the goods come to, in which of the ways; `turn` where those sold were sent with the other sign. */
  goods: { at: number; turn: Sign; from: 'lines' | 'reduced' | 'prices' | 'gross' | 'net' | 'none'; amount: Micros }
  /** `against` are those of another sign than the others. */
  discounts: { turn: Sign; repeated: readonly DiscountData[]; against: readonly DiscountData[] }
  fees: { turn: Sign; against: readonly FeeData[] }
  taxes: { turn: Sign; are: TaxReading; ofItems: boolean; inside: ReadonlySet<number> }
  serviceCharge: Inclusion
  tip: Inclusion
  rounding: Inclusion
  total: Sign
  /** Whether the rows come to the total exactly; undefined if nothing says what the goods come to. */
  fits: boolean | undefined
  /** How far the rows are from the total, where they don't. */
  miss: Micros
}

/** Whether an amount is in the total, and what it is multiplied by. */
export interface Inclusion {
  turn: Sign
  isIn: boolean
}

/** The amounts of a column, with the signs that the reading gave them. */
export interface SpelledColumn extends SentColumn {
  reading: ColumnReading
}

/** A column of a receipt or an order. */
export interface LedgerColumn {
  /** The amounts of the column in the one spelling. */
  rows: readonly LedgerRow[]
  reading: ColumnReading
  /** Whether taxes are in the prices or added to them. */
  taxes: TaxReading
  /** The taxes, whether they stand in rows or not. */
  taxEntries: readonly TaxData[]
  /** Those that no row adds: all that are in the prices, or unclear. */
  taxesInside: readonly TaxData[]
  /** What the goods come to; undefined if no line has an amount. */
  goods: Micros | undefined
  /** What is off single lines, as a negative amount. */
  itemDiscounts: Micros
  /** What was sent as gross, with the signs of the column. */
  gross: number | undefined
  /** What the rows come to after discounts and fees, before taxes; as sent unless the column adds. */
  net: number | undefined
  netSent: number | undefined
  /** Whether nothing contradicts the rows: they come to the total, or no amount says what the goods come to. */
  fits: boolean
}
