import { type Decimal, isSame, isZero, minus, rounded, shared, sum, zero } from '../decimal.ts'
import type { Sent } from '../sent.ts'

/** What a line costs, of which only a deposit is charged. */
export interface FullPrice {
  /** Without tax. */
  net: Decimal
  tax: Decimal
}

/**
 * The full price of a line whose amounts are those of its deposit, as WooCommerce Deposits writes them. Undefined for other lines, and where a
 * discount is still to come: then the deposit is all that is known.
 */
export function fullPriceOf(line: Sent): FullPrice | undefined {
  const meta = metaIn(line)
  const net = decimalIn(meta, '_deposit_full_amount_ex_tax')
  const isDeferred = !isZero(decimalIn(meta, '_deposit_deferred_discount') ?? zero)
  if (!isDeposit(line) || !net || isDeferred) return undefined
  const [charged, tax] = [line.decimal('total') ?? zero, line.decimal('total_tax') ?? zero]
  const whole = decimalIn(meta, '_deposit_full_amount') ?? net
  // Some versions write the same amount twice: the rest bears the tax that the deposit does.
  return { net, tax: isSame(whole, net) ? shared(tax, net, charged) : minus(whole, net) }
}

/** Whether only a deposit of a line is charged. */
export function isDeposit(line: Sent): boolean {
  return metaIn(line).get('_is_deposit')?.text('value') === 'yes'
}

/** What is still to be paid of lines of which a deposit is charged, and the tax in it. */
export function restOf(lines: readonly Sent[]): { rest: Decimal; tax: Decimal } {
  const rests = lines.flatMap(line => {
    const full = fullPriceOf(line)
    if (!full) return []
    const tax = minus(full.tax, line.decimal('total_tax') ?? zero)
    return [{ rest: sum([minus(full.net, line.decimal('total') ?? zero), tax]), tax }]
  })
  return { rest: rounded(sum(rests.map(({ rest }) => rest)), 4), tax: sum(rests.map(({ tax }) => tax)) }
}

/**
 * What was paid of an order whose total is the whole, by the plugins that keep its parts beside it; undefined for an order that is paid at
 * once.
 */
export function paidInParts(order: Sent): Decimal | undefined {
  const meta = metaIn(order)
  const deposit = decimalIn(meta, '_wc_deposits_deposit_amount')
  if (meta.get('_wc_deposits_order_has_deposit')?.text('value') !== 'yes' || !deposit) return undefined
  const isPaid = (key: string) => meta.get(key)?.text('value') === 'yes'
  if (isPaid('_wc_deposits_second_payment_paid')) return undefined
  return isPaid('_wc_deposits_deposit_paid') ? deposit : zero
}

const metaIn = (sent: Sent) => new Map(sent.list('meta_data').map(each => [each.text('key'), each]))

const decimalIn = (meta: ReadonlyMap<string | undefined, Sent>, key: string) => meta.get(key)?.decimal('value')
