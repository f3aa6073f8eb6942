import type { ReceiptData } from '../../receipt/data/receipt-data.ts'

/**
 * Returns the codes of a sale that may appear on its gift receipt.
 *
 * A code stays if it is a plain identifier, at most as long as a Code 128, and contains no amount of the sale. That excludes
 * URLs and tax authorities' codes, which contain the total, and GS1 elements with a price (AI 390 to 393).
 */
export function giftCodes(sold: ReceiptData): (code: string | undefined) => string | undefined {
  const amounts = amountsIn(sold)
  const tells = (code: string) => (code.match(/\d+(?:[.,]\d+)?/g) ?? []).some(number => amounts.has(numberOf(number)))
  return code => (code === undefined || !identifier.test(code) || priced.test(code) || tells(code) ? undefined : code)
}

const identifier = /^[\p{L}\p{N} ()+%$#*_./\u001d-]{1,48}$/u

/** GS1 General Specifications, 3.6: amounts payable and prices. */
const priced = /(?:^|\(|\u001d)39[0-3]\d/

/** Every number in a receipt except quantities and rates. */
function amountsIn(value: unknown, name = '', found = new Set<number>()): Set<number> {
  if (typeof value === 'number' && value !== 0 && name !== 'percent') found.add(Math.abs(value))
  if (typeof value === 'object' && value !== null && name !== 'quantity')
    for (const [key, part] of Object.entries(value)) amountsIn(part, key, found)
  return found
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}
