import type { Chance, DemoShop, Goods } from './shops.ts'

/** One made-up sale. */
interface Sale {
  shop: DemoShop
  /** Milliseconds since 1970. */
  at: number
  receipt: Record<string, unknown>
}

const day = 86_400_000
const first = ['ada', 'grace', 'mira', 'jonas', 'camille', 'theo', 'ximena', 'haruka', 'noor', 'felix', 'ines', 'sam']
const last = [
  'okafor',
  'park',
  'tremblay',
  'lindqvist',
  'robles',
  'sato',
  'alami',
  'weber',
  'costa',
  'quinn',
  'moreau',
  'hale',
]

/** How busy each weekday is, from Sunday. */
const weekdays = [0.75, 0.8, 0.85, 0.9, 1, 1.3, 1.45]

/**
 * A year of trade up to now, oldest first: more on weekends and in December, and more customers who want their receipt by email
 * from month to month.
 */
export function* tradeUntil(now: number, count: number, shops: readonly DemoShop[], chance: Chance): Generator<Sale> {
  const days = Array.from({ length: 365 }, (_, ago) => Math.floor(now / day) - 364 + ago)
  // Of today only what is over; in the morning nothing.
  const gone = Math.min(1, Math.max(0, ((now % day) - opening) / (closing - opening)))
  const shareOf = (index: number) => (index === days.length - 1 ? gone : 1)
  const weights = days.map(
    (date, index) => busyness(date) * (0.8 + (0.4 * index) / 365) * (0.85 + 0.3 * chance.next()) * shareOf(index),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const owed: Payment[] = []
  let number = 0
  let planned = 0
  let weightSoFar = 0
  for (const [index, date] of days.entries()) {
    weightSoFar += weights[index] ?? 0
    // What is rounded on one day counts on the next.
    const sales = Math.round((weightSoFar / all) * count) - planned
    planned += sales
    const today = Array.from({ length: sales }, () => ({
      shop: chance.weighted(shops),
      at: date * day + opening + Math.floor((timeOfDay(chance) - opening) * shareOf(index)),
    }))
    today.sort((one, other) => one.at - other.at)
    for (const { shop, at } of today) {
      number += 1
      const due = owed[0] && owed[0].from <= index ? owed.shift() : undefined
      if (due) yield { shop: due.shop, at, receipt: paymentOf(due, at, number) }
      else if (chance.next() < layaways) {
        const { receipt, payments } = layawayOf(shop, at, number, index, chance)
        owed.push(...payments)
        owed.sort((one, other) => one.from - other.from)
        yield { shop, at, receipt }
      } else yield { shop, at, receipt: receiptOf(shop, at, number, index / 365, chance) }
    }
  }
}

/** When the third till of the grocery store falls silent, as a share of the year. */
const isSilentFrom = 1 - 9 / 365

function busyness(date: number): number {
  const at = new Date(date * day)
  const month = at.getUTCMonth()
  return (weekdays[at.getUTCDay()] ?? 1) * (month === 11 ? 1.6 : month === 10 ? 1.2 : month === 1 ? 0.8 : 1)
}

const hour = 3_600_000
const opening = 9 * hour
const closing = 21 * hour

/** Between opening and closing, most at noon and in the evening. */
function timeOfDay(chance: Chance): number {
  const oclock = chance.next() < 0.4 ? 11 + 3 * chance.next() : 9 + 11.9 * chance.next()
  return Math.floor(oclock * 3600) * 1000
}

function receiptOf(
  shop: DemoShop,
  at: number,
  number: number,
  yearGone: number,
  chance: Chance,
): Record<string, unknown> {
  const { workstation, currency, digital } = shop
  const isReturn = chance.next() < 0.03
  const lines = Array.from({ length: 1 + chance.below(4) }, () => lineOf(chance.pick(shop.goods), chance))
  const sum = rounded(lines.reduce((sum, line) => sum + line.total, 0))
  const isClub = !isReturn && number % 9 === 0
  // Whole, because not all of these currencies have cents.
  const off = isClub ? Math.floor(sum / 10) : 0
  const total = rounded(sum - off)
  const wantsMail = chance.next() < digital * (0.7 + 0.3 * yearGone)
  const register = String(1 + chance.below(yearGone > isSilentFrom && shop.share === 15 ? 2 : 3))
  const card = 1000 + chance.below(9000)
  const amount = isReturn ? -total : total
  const tender =
    chance.next() < 0.72
      ? {
          tenderTypeCode: 'Credit',
          amount,
          creditDebit: { typeCode: chance.pick(['Visa', 'Mastercard', 'Amex']), last4Digits: String(card) },
        }
      : { tenderTypeCode: 'Cash', amount }
  return {
    receiptType: wantsMail
      ? chance.next() < 0.3
        ? 'DigitalAndPaper'
        : 'DigitalOnly'
      : chance.next() < 0.04
        ? 'NoReceipt'
        : 'PaperOnly',
    transactionType: isReturn ? 'ReturnTransaction' : 'SaleTransaction',
    transactionNumber: `${workstation.store.id}-${register}-${10_000 + number}`,
    receiptDateTime: new Date(at).toISOString().slice(0, 19),
    currency,
    workstation: { ...workstation, id: register, ...staffOf(number) },
    ...(wantsMail && { customer: { emailAddress: `${chance.pick(first)}.${chance.pick(last)}@example.com` } }),
    ...(isReturn ? { returns: [{ items: lines.map(line => ({ ...line, total: -line.total })) }] } : { items: lines }),
    grossAmount: isReturn ? amount : sum,
    ...(off > 0 && { discounts: [{ name: number % 27 === 0 ? 'Club' : 'Autumn offer', amount: -off }] }),
    grandAmount: amount,
    tenders: [tender],
  }
}

/** Who rang a sale up, and who made it: of each shop's few people, by turns. */
function staffOf(number: number) {
  const [operator, associate] = [staff[number % 5], staff[(number >> 2) % 7]]
  return { operator, ...(associate && { associate }) }
}

const staff = ['Ada', 'Felix', 'Ines', 'Noor', 'Sam', 'Mira']

/** Sales that are orders, paid for in three parts, a month apart. */
const layaways = 0.004

/** A part of an order's price that is still to be paid, from that day of the year on. */
interface Payment {
  from: number
  shop: DemoShop
  order: Record<string, unknown> & { tenderHistory: object[] }
  /** The receipt of the order. */
  of: unknown
  amount: number
  total: number
  dueAfter: number
}

function layawayOf(shop: DemoShop, at: number, number: number, index: number, chance: Chance) {
  const receipt = receiptOf(shop, at, number, index / 365, chance)
  const dearest = shop.goods.reduce((one, other) => (other.price > one.price ? other : one))
  const line = lineOf(dearest, chance)
  const { total } = line
  const items = [line]
  const part = Math.floor(total / 3)
  const rest = rounded(total - 2 * part)
  const order = { number: `L-${number}`, totalAmount: total, items }
  const first = { tenderTypeCode: 'Cash', dateTime: new Date(at).toISOString().slice(0, 10), amount: part }
  const of = receipt.transactionNumber
  const about = { shop, of, total }
  const payments: Payment[] = [
    { ...about, from: index + 30, order: { ...order, tenderHistory: [first] }, amount: part, dueAfter: rest },
    { ...about, from: index + 60, order: { ...order, tenderHistory: [first, first] }, amount: rest, dueAfter: 0 },
  ]
  const { returns: _, items: __, ...same } = receipt
  const { dateTime: ___, ...tender } = first
  return {
    payments,
    receipt: {
      ...same,
      transactionType: 'OrderTransaction',
      orders: [{ ...order, deposits: [{ amount: part, balanceDue: rounded(total - part) }] }],
      grossAmount: total,
      grandAmount: total,
      balanceDue: rounded(total - part),
      tenders: [tender],
    },
  }
}

function paymentOf({ shop, order, of, amount, total, dueAfter }: Payment, at: number, number: number) {
  return {
    receiptType: 'PaperOnly',
    transactionType: 'OrderTransaction',
    transactionNumber: `${shop.workstation.store.id}-1-${10_000 + number}`,
    relatedTransactionReference: { transactionNumber: of },
    receiptDateTime: new Date(at).toISOString().slice(0, 19),
    currency: shop.currency,
    workstation: { ...shop.workstation, id: '1' },
    orders: [order],
    grandAmount: total,
    balanceDue: dueAfter,
    tenders: [{ tenderTypeCode: 'Cash', amount }],
  }
}

function lineOf({ name, price, sku, category }: Goods, chance: Chance) {
  const quantity = chance.next() < 0.8 ? 1 : 2
  const about = { name, ...(sku && { sku }), ...(category && { category }) }
  return { ...about, price, quantity: { value: quantity }, total: rounded(price * quantity) }
}

/** Sums of decimals have at most three of them. */
function rounded(amount: number): number {
  return Number(amount.toFixed(3))
}
