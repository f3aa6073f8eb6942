import type { ReceiptData } from '../../receipt/data/receipt-data.ts'

/**
 * Gives the codes of a sale that may stand on its gift receipt.
 *
 * A code stays when it is a plain identifier, up to the length of a Code 128, in which no number is an amount of the sale. So
 * addresses and the codes of tax offices, which hold the total, go. A GS1 element with the price (AI 390 to 393) goes too.
 */
export function giftCodes(sold: ReceiptData): (code: string | undefined) => string | undefined {
  const amounts = amountsIn(sold)
  const tells = (code: string) => (code.match(/\d+(?:[.,]\d+)?/g) ?? []).some(number => amounts.has(numberOf(number)))
  return code => (code === undefined || !identifier.test(code) || priced.test(code) || tells(code) ? undefined : code)
}

const identifier = /^[\p{L}\p{N} ()+%$#*_./\u001d-]{1,48}$/u

/** GS1 General Specifications, 3.6: amounts payable and prices. */
const priced = /(?:^|\(|\u001d)39[0-3]\d/

/** Every number of a receipt but those of quantities and rates. */
function amountsIn(value: unknown, name = '', found = new Set<number>()): Set<number> {
  if (typeof value === 'number' && value !== 0 && name !== 'percent') found.add(Math.abs(value))
  if (typeof value === 'object' && value !== null && name !== 'quantity')
    for (const [key, part] of Object.entries(value)) amountsIn(part, key, found)
  return found
}

function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}
