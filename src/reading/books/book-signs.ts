import type { TaxData } from '../../receipt/data/money-data.ts'
import type { Ledger } from '../ledger.ts'
import { type Sign, sumOf } from '../sums.ts'
import type { Trade } from './trade.ts'

/** How a ledger's amounts stand in a merchant's books, in which what is paid back is below 0. */
export interface BookSigns {
  /** Everything on the receipt came back; of goods that come back for gift cards, the latter are sold. */
  isAllBack: boolean
  /** What payments and charges are multiplied by. */
  sign: Sign
  /** What these taxes are multiplied by. */
  taxSign(taxes: readonly TaxData[]): Sign
  /** An amount of the receipt itself. */
  booked(amount: number): number
}

/** Tells the signs of a receipt in the books. */
export function bookSigns({ receipt, kind }: Ledger, trade: Trade): BookSigns {
  const isAllBack = trade === 'return' && !(receipt.items?.length && receipt.returns?.length)
  // Money that goes back without a ledger of a return, as for a canceled order.
  const isBelow0 = isAllBack && kind !== 'return'
  const sign = isAllBack && (!isBelow0 || receipt.grandAmount > 0) ? -1 : 1
  return {
    isAllBack,
    sign,
    taxSign: taxes => (isBelow0 ? (sumOf(taxes) > 0 ? -1 : 1) : sign),
    booked: amount => (isBelow0 ? -Math.abs(amount) : sign * amount),
  }
}
