import { cardTerm, numberTerm } from './terms.ts'

/** As what a number fits a receipt: `other` is a code's, goods' or payment's. */
const fitKinds = ['number', 'order', 'card', 'amount', 'member', 'other'] as const

/** One of them. */
export type FitKind = (typeof fitKinds)[number]

/** What is known of a receipt without its request. */
interface Row {
  transaction_number: string
  transaction_amount: number
}

/**
 * As what a number that was searched for fits a receipt that was found.
 *
 * @param request the receipt as it was sent, parsed, of which nothing is certain
 * @param number as it was typed
 * @param isAny whether it may be a card's last digits or an amount, too
 */
export function fitsOf(row: Row, request: unknown, number: string, isAny: boolean): FitKind[] {
  const sent = objectIn(request)
  const orders = listIn(sent.orders).map(objectIn)
  const wanted = numberTerm(number)
  const isIt = (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && numberTerm(String(value)) === wanted
  const buyers = [sent.soldTo, ...orders.map(({ soldTo }) => soldTo)].map(objectIn)
  const fits: FitKind[] = [
    ...(isIt(row.transaction_number) ? (['number'] as const) : []),
    ...(orders.some(order => isIt(order.number)) ? (['order'] as const) : []),
    ...(isAny && cardsIn(sent, orders).includes(cardTerm(number)) ? (['card'] as const) : []),
    ...(isAny && Math.abs(row.transaction_amount) === Number(number) ? (['amount'] as const) : []),
    ...(isIt(objectIn(sent.loyalty).number) || buyers.some(each => isIt(each.customerNumber))
      ? (['member'] as const)
      : []),
  ]
  return fits.length > 0 ? fits : ['other']
}

function cardsIn(
  sent: Readonly<Record<string, unknown>>,
  orders: readonly Readonly<Record<string, unknown>>[],
): string[] {
  const paid = [sent.tenders, sent.tenderHistory, ...orders.map(({ tenderHistory }) => tenderHistory)].flatMap(listIn)
  return paid.map(tender => cardTerm(String(objectIn(objectIn(tender).creditDebit).last4Digits ?? '').slice(-4)))
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
