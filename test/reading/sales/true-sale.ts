import { type Random, randomOf } from './random.ts'
import { type Good, type TaxRule, type Trade, trades } from './trades.ts'
import { payFor } from './true-payment.ts'

/** What happens at a counter. */
export const saleKinds = [
  'sale',
  'return',
  'exchange-pays',
  'exchange-refunds',
  'exchange-even',
  'order',
  'layaway',
  'part',
  'deposit',
  'tip',
  'rounding',
] as const
export type SaleKind = (typeof saleKinds)[number]

/**
 * A sale as it was, before any till writes it down. Amounts are whole numbers of the currency's smallest unit, above 0 where the customer
 * owes or pays more, below 0 where less: goods taken back and discounts are below 0, a discount that is taken back with them above.
 *
 * `sold + back + discounts + fees + serviceCharge + added taxes = total`, `total + tip + rounding = toPay = earlier + paid + due`,
 * `tenders − change = paid`.
 */
export interface TrueSale {
  seed: number
  kind: SaleKind
  trade: Trade
  /** Month, day, hour and minute in 2026. */
  at: string
  sold: TrueLine[]
  back: TrueLine[]
  discounts: TrueAmount[]
  fees: TrueAmount[]
  serviceCharge: number
  taxing: 'none' | 'added' | 'included'
  taxes: TrueTax[]
  total: number
  tip: number
  rounding: number
  toPay: number
  /** Paid on earlier days. */
  earlier: TrueTender[]
  tenders: TrueTender[]
  /** What the customer got back of what was handed over; 0 or more. */
  change: number
  paid: number
  due: number
}

/** An amount with what it is for. */
export interface TrueAmount {
  label: string
  amount: number
}

/** One line of goods. `gross` is price × quantity, `amount` is what is left after its discounts. */
export interface TrueLine extends TrueAmount {
  sku: string
  taxed: Good['taxed']
  unit?: Good['unit']
  /** Pieces, or weight; above 0. */
  quantity: number
  /** Of one piece; above 0, but for a coupon that the till sends as a line. */
  price: number
  gross: number
  discounts: TrueAmount[]
}

/** A tax, with the base it was reckoned from where the till says it. */
export interface TrueTax {
  rule: TaxRule
  amount: number
  base: number
  /** Whether the till sends rate and base. */
  saysRate: boolean
  saysBase: boolean
}

/** A payment, above 0 if it comes from the customer. */
export interface TrueTender {
  type: 'Cash' | 'Credit' | 'GiftCard' | 'Voucher'
  brand?: 'Visa' | 'Mastercard'
  digits?: string
  amount: number
  /** Of an earlier payment. */
  day?: string
}

/** Makes the sale of a seed: the same each time. Its kind is the seed's turn, unless one is asked for. */
export function makeSale(seed: number, kind: SaleKind = saleKinds[seed % saleKinds.length]!): TrueSale {
  for (let attempt = 0; ; attempt++) {
    const sale = trySale(seed, kind, randomOf(seed * 977 + attempt))
    if (sale && hasSignOf(sale)) return sale
  }
}

function trySale(seed: number, kind: SaleKind, random: Random): TrueSale | undefined {
  const trade = random.pick(trades.filter(({ name, cashUnit }) => fits(kind, name, cashUnit)))
  const isReturn = kind === 'return'
  const isExchange = kind.startsWith('exchange')
  const hasGoods = kind !== 'deposit'
  const even = kind === 'exchange-even'
  const lines = isReturn || !hasGoods ? [] : linesOf(trade, random, 1, even ? 0 : 0.3)
  const sold = kind === 'sale' && random.happens(0.1) ? [...lines, couponOf(trade)] : lines
  const taken = isReturn || isExchange ? linesOf(trade, random, -1, isReturn ? 0.4 : 0.3) : []
  const back = even ? sold.map(evenWith) : taken
  const goods = sumOf([...sold, ...back])
  const plain = even || !hasGoods
  const discounts = plain || kind === 'exchange-refunds' ? [] : discountsOf(goods, random)
  const fees = plain ? [] : feesOf(kind, trade, goods, random)
  const serviceCharge = !isExchange && trade.name === 'restaurant' && random.happens(0.35) ? part(goods, 0.125) : 0
  const taxing = plain ? 'none' : trade.taxing
  const taxes = taxing === 'none' ? [] : taxesOf({ trade, sold, back, discounts, serviceCharge }, random)
  const before = goods + sumOf(discounts) + sumOf(fees) + serviceCharge
  const total = hasGoods ? before + (taxing === 'added' ? sumOf(taxes) : 0) : random.whole(20, 90) * trade.notes[0]!
  const tip = kind === 'tip' ? tipOf(total, random) : isReturn && random.happens(0.1) ? -part(Math.abs(total), 0.15) : 0
  const at = `${random.pick(['03', '06', '11'])}-${random.whole(10, 28)}T${random.whole(10, 19)}:${random.whole(10, 59)}`
  const sale = { seed, kind, trade, at, sold, back, discounts, fees, serviceCharge, taxing, taxes, total, tip }
  return payFor(sale, random)
}

/** Whether the money goes the way that the kind says, and something that it is named after is there. */
function hasSignOf({ kind, total, rounding, tip, taxes, due }: TrueSale): boolean {
  // A tax of 0 is added or included, as are taxes that come to 0: nobody can tell.
  if (taxes.some(({ amount }) => amount === 0) || (taxes.length > 0 && sumOf(taxes) === 0)) return false
  if (kind === 'return' || kind === 'exchange-refunds') return total < 0
  if (kind === 'exchange-even') return total === 0
  if (kind === 'rounding') return rounding !== 0 && total > 0
  return total > 0 && (kind !== 'tip' || tip > 0) && (kind !== 'part' || due > 0)
}

function fits(kind: SaleKind, trade: Trade['name'], cashUnit: number): boolean {
  if (kind === 'tip') return trade === 'restaurant'
  if (kind === 'rounding') return cashUnit > 1
  if (kind === 'order' || kind === 'layaway') return ['furniture', 'electronics', 'shoes', 'garden'].includes(trade)
  if (kind === 'part') return trade !== 'konbini' && trade !== 'bakery' && trade !== 'grocer'
  if (kind === 'deposit') return ['furniture', 'hotel', 'electronics', 'perfume'].includes(trade)
  return trade !== 'restaurant' || kind === 'sale' || kind === 'return'
}

function linesOf(trade: Trade, random: Random, sign: 1 | -1, discounted: number): TrueLine[] {
  return random.some(trade.goods, random.whole(1, 3)).map(({ name: label, sku, price, taxed, unit }) => {
    const quantity = unit ? random.whole(310, 2400) / 1000 : random.happens(0.7) ? 1 : random.whole(2, 3)
    const gross = sign * halfUp(price * quantity)
    const off = random.happens(discounted) ? -part(gross, random.pick([0.1, 0.15, 0.2, 0.25, 0.5])) : 0
    const discounts =
      off === 0 ? [] : [{ label: random.pick(['Club price', 'Seasonal sale', 'Open box']), amount: off }]
    const own = unit ? { unit } : {}
    return { label, sku, taxed, ...own, quantity, price, gross, discounts, amount: gross + off }
  })
}

/** A coupon that the till sends as a line of goods. */
function couponOf({ notes: [least = 0] }: Trade): TrueLine {
  const price = -least
  return {
    label: 'Store coupon',
    sku: 'CPN',
    taxed: 'free',
    quantity: 1,
    price,
    gross: price,
    discounts: [],
    amount: price,
  }
}

/** The same thing in another size. */
function evenWith(line: TrueLine): TrueLine {
  return { ...line, sku: `${line.sku}B`, gross: -line.gross, amount: -line.amount }
}

/** Discounts of the whole receipt, which take off of what the goods come to, whichever way that goes. */
function discountsOf(goods: number, random: Random): TrueAmount[] {
  const found: TrueAmount[] = []
  if (random.happens(0.3)) found.push({ label: 'Member 10%', amount: -part(goods, 0.1) })
  if (random.happens(0.2)) found.push({ label: 'Coupon', amount: -part(goods, 0.07) })
  return found.filter(({ amount }) => amount !== 0)
}

/** Fees that are charged; of a return, one that the shop keeps or one that it pays back. */
function feesOf(kind: SaleKind, trade: Trade, goods: number, random: Random): TrueAmount[] {
  if (kind === 'return') {
    if (random.happens(0.3)) return [{ label: 'Restocking', amount: part(Math.abs(goods), 0.15) }]
    return random.happens(0.15) ? [{ label: 'Delivery', amount: -part(Math.abs(goods), 0.08) }] : []
  }
  const likely = kind === 'order' ? 0.5 : 0.2
  if (!random.happens(likely)) return []
  const fee = {
    label: random.pick(['Delivery', 'Gift wrap', 'Recycling fee']),
    amount: trade.notes[0]! * 4 - 1 * trade.cashUnit,
  }
  return random.happens(0.2) ? [fee, { label: 'Assembly', amount: trade.notes[0]! * 7 }] : [fee]
}

interface Taxed extends Pick<TrueSale, 'trade' | 'sold' | 'back' | 'discounts' | 'serviceCharge'> {}

/** Taxes by law, each rounded half up once; the receipt's discounts lower the bases in proportion. */
function taxesOf({ trade, sold, back, discounts, serviceCharge }: Taxed, random: Random): TrueTax[] {
  const lines = [...sold, ...back]
  const goods = sumOf(lines)
  const says = random.pick(['all', 'all', 'rate', 'amount'] as const)
  return trade.taxes.flatMap(rule => {
    const own = sumOf(lines.filter(({ taxed }) => rule.on.includes(taxed)))
    if (own === 0) return []
    const off = goods === 0 ? 0 : halfUp((sumOf(discounts) * own) / goods)
    const taxed = own + off + (rule.on.includes('full') ? serviceCharge : 0)
    const isAdded = trade.taxing === 'added'
    const amount = part(taxed, isAdded ? rule.percent : rule.percent / (1 + rule.percent))
    const base = isAdded ? taxed : taxed - amount
    return [{ rule, amount, base, saysRate: says !== 'amount', saysBase: says === 'all' }]
  })
}

function tipOf(total: number, random: Random): number {
  return random.happens(0.5) ? Math.round((total * 0.18) / 50) * 50 : part(total, random.pick([0.15, 0.18, 0.2]))
}

/** A part of an amount, rounded half up away from 0. */
function part(amount: number, fraction: number): number {
  return halfUp(amount * fraction)
}

/** As tills round: half up, away from 0. Float noise far below a unit doesn't tip it. */
export function halfUp(amount: number): number {
  return Math.sign(amount) * Math.floor(Math.abs(amount) + 0.5 + 1e-7) || 0
}

/** What amounts come to. */
export function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0)
}
