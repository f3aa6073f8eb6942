import { pick, type Random } from '../../../reliability/random.ts'
import { type Goods, goods, type Shop, shops } from './shops.ts'

/** A receipt as a till sends it, and the instant at which it did. */
export interface Sent {
  at: number
  shop: Shop
  body: Record<string, unknown>
}

const minute = 60_000
const day = 86_400_000
const start = Date.parse('2025-01-01T00:00:00Z')

/** A made-up year of trade in a few shops, in no order: tills that spell, sign and shape things in their own way. */
export function yearOf(random: Random, count: number): Sent[] {
  const sent: Sent[] = []
  while (sent.length < count) {
    const shop = pick(random, shops)
    const trader = createTrader(random, shop, sent.length)
    sent.push(...pick(random, stories)(trader))
  }
  return sent.sort(() => random() - 0.5)
}

/** Who was at the till: by no rule that a counter could know. Some tills don't say, and some not who sold. */
function staffOf(number: number): Record<string, string> {
  const operator = ['Noor', 'Elias', '', '7', 'Noor', 'Ida'][number % 6]
  const associate = ['', 'Ida', 'Noor', operator][number % 4]
  return { ...(operator && { operator }), ...(associate && { associate }) }
}

type Body = Record<string, unknown>
type Trader = ReturnType<typeof createTrader>

const stories: readonly ((trader: Trader) => Sent[])[] = [
  ...Array<(trader: Trader) => Sent[]>(9).fill(({ sale }) => [sale()]),
  ...Array<(trader: Trader) => Sent[]>(2).fill(({ takeBack }) => [takeBack()]),
  ({ exchange }) => [exchange()],
  ({ layaway }) => layaway(),
  ({ booking }) => booking(),
  ({ onAccount }) => onAccount(),
  ({ giftCard }) => giftCard(),
  ({ gift }) => gift(),
  ({ paymentLink }) => paymentLink(),
  ({ training }) => [training()],
  ({ voided }) => [voided()],
]

function createTrader(random: Random, shop: Shop, number: number) {
  const chance = (part: number) => random() < part
  const below = (most: number) => Math.floor(random() * most)
  /** Money in the shop's minor units. */
  const money = (units: number) => Number((units / 10 ** shop.digits).toFixed(shop.digits))
  // On every third day only: a rebuild counts day by day, and takes its time for each.
  const opening = start + below(122) * 3 * day
  let receipts = 0

  /** A receipt so many days after the story began, in opening hours by the shop's clock. */
  function on(days: number, body: Body): Sent {
    const local = opening + days * day + (9 * 60 + below(11 * 60)) * minute + below(60) * 1000
    const offset = offsetOf(local, shop.zone)
    const at = local - offset
    const clock = new Date(local).toISOString().slice(0, 19)
    receipts += 1
    const second = local >= start + 180 * day
    const receiptType = pick(random, ['PaperOnly', 'PaperOnly', 'DigitalOnly', 'DigitalAndPaper', 'NoReceipt'])
    const hasAddress = receiptType.startsWith('Digital') || chance(0.2)
    return {
      at,
      shop,
      body: {
        receiptType,
        transactionType: 'SaleTransaction',
        transactionNumber: `${shop.id}-${number}-${receipts}`,
        receiptDateTime: pick(random, [clock, `${clock}${written(offset)}`, new Date(at).toISOString()]),
        currency: shop.currency,
        workstation: {
          id: String(1 + below(2)),
          ...staffOf(number + receipts),
          store: { id: shop.id, name: shop.names[second ? 1 : 0], address: { territory: shop.territory } },
        },
        ...(hasAddress && { customer: { emailAddress: `guest${below(50)}@example.com` } }),
        ...(chance(0.03) && { revision: { number: '2' } }),
        ...body,
      },
    }
  }

  const quantityOf = ({ unit }: Goods) => {
    const value = chance(0.7) ? 1 : chance(0.5) ? 2 : 1.25
    return { value, ...(unit !== undefined && { unitOfMeasureCode: unit }) }
  }

  /** Lines with discounts and perhaps taxes, and what they come to in minor units. */
  function lines(hasTaxes = false) {
    let [sum, taken, tax] = [0, 0, 0]
    const items = Array.from({ length: 1 + below(4) }, () => {
      const good = pick(random, goods)
      const { price, unit: _, ...about } = good
      const quantity = quantityOf(good)
      const before = Math.round(price * quantity.value)
      const discount = before > 1000 && chance(0.15) ? 100 + below(200) : 0
      // Some discounts raise the price.
      const isSurcharge = chance(0.1)
      const total = isSurcharge ? before + discount : before - discount
      sum += total
      taken += isSurcharge ? 0 : discount
      const ofLine = hasTaxes ? taxesOn(total) : []
      for (const entry of ofLine) tax += entry.units
      return {
        ...about,
        price: money(price),
        quantity,
        total: money(total),
        ...(discount > 0 && {
          discounts: [{ name: 'Club', amount: money(isSurcharge || chance(0.1) ? discount : -discount) }],
        }),
        ...(ofLine.length > 0 && { taxes: ofLine.map(({ tax: sent }) => sent) }),
      }
    })
    return { items, sum, taken, tax }
  }

  function taxesOn(base: number) {
    if (shop.tax.length === 0) return []
    const { percent, ...about } = pick(random, shop.tax)
    const units = Math.round(base * percent)
    return [{ units, tax: { ...about, percent, taxableAmount: money(base), amount: money(units) } }]
  }

  const cash = () => pick(random, ['Cash', 'CASH', 'cash'])
  const card = () => ({
    tenderTypeCode: pick(random, ['Credit', 'CREDIT_CARD', 'Debit']),
    creditDebit: {
      last4Digits: '1881',
      ...(chance(0.9) && { typeCode: pick(random, ['Visa', 'VISA', 'MC', 'Mastercard']) }),
    },
  })

  /** Tenders of an amount in minor units. */
  function tendersOf(total: number): Body {
    const way = below(8)
    if (way === 0) return {}
    if (way === 1) return { tenders: [{ tenderTypeCode: cash(), amount: money(total + 700) }], changeDue: money(700) }
    if (way === 2)
      return {
        tenders: [{ tenderTypeCode: 'Voucher', amount: money(total + 250) }],
        changeDue: money(250),
        tenderApplied: money(total),
      }
    if (way === 3) {
      const part = Math.floor(total / 3)
      return {
        tenders: [
          { tenderTypeCode: cash(), amount: money(part) },
          { tenderTypeCode: cash(), amount: 12.5, currency: shop.foreign },
        ],
        tenderApplied: money(total),
      }
    }
    if (way === 4 && total > 1000)
      return {
        tenders: [
          { tenderTypeCode: pick(random, ['GiftCard', 'GIFT_CARD']), amount: money(500) },
          { ...card(), amount: money(total - 500) },
        ],
      }
    if (way === 5) return { tenders: [{ tenderTypeCode: cash(), amount: money(total) }], changeDue: money(300) }
    return { tenders: [{ ...card(), amount: money(total) }] }
  }

  function sale(days = 0, more: Body = {}): Sent {
    const where = pick(random, ['receipt', 'items', 'both', 'none'])
    const { items, sum, tax } = lines(where === 'items' || where === 'both')
    const onReceipt = where === 'receipt' ? taxesOn(sum) : []
    const taxed = where === 'receipt' ? (onReceipt[0]?.units ?? 0) : tax
    const tip = chance(0.1) ? 400 : 0
    const service = chance(0.1) ? 350 : 0
    const fee = chance(0.1) ? 200 : 0
    const rounding = chance(0.1) ? -2 : 0
    const total = sum + taxed + tip + service + fee + rounding
    return on(days, {
      ...(chance(0.8)
        ? { items }
        : {
            transactionType: pick(random, ['OrderTransaction', 'BOPUS']),
            orders: [{ items, totalAmount: money(total) }],
          }),
      ...(onReceipt.length > 0 && { taxes: onReceipt.map(({ tax: sent }) => sent) }),
      ...(where === 'both' && {
        taxes: [{ taxTypeCode: 'Sales', percent: 0.5, amount: money(tax), taxableAmount: money(sum) }],
      }),
      ...(chance(0.6) && { grossAmount: money(sum + 300) }),
      ...(chance(0.6) && { netAmount: money(sum + fee) }),
      ...(chance(0.2) && { discounts: [{ name: 'Coupon', amount: money(-300) }] }),
      ...(tip && { tip: money(tip) }),
      ...(service && { serviceCharge: money(service) }),
      ...(fee && { fees: [{ amount: money(fee), description: 'Alteration' }] }),
      ...(rounding && { roundingAdjustment: { value: money(rounding) } }),
      grandAmount: money(total),
      ...tendersOf(total),
      ...more,
    })
  }

  /** A return whose amounts have whatever signs, but for those of one list. */
  function takeBack(): Sent {
    const { items, sum } = lines()
    const taxes = taxesOn(sum)
    const fee = chance(0.4) ? 200 : 0
    const isKept = chance(0.5)
    const net = sum + (isKept ? -fee : fee)
    const total = net + (taxes[0]?.units ?? 0)
    const any = (units: number) => (chance(0.5) ? -1 : 1) * money(units)
    const sign = chance(0.5) ? -1 : 1
    const part = Math.floor(total / 2)
    const signed = chance(0.5) ? items : items.map(item => ({ ...item, total: -item.total }))
    return on(0, {
      transactionType: 'ReturnTransaction',
      ...(chance(0.3) ? { items: signed } : { returns: [{ items: signed }] }),
      ...(taxes.length > 0 && {
        taxes: taxes.map(({ tax }) => ({ ...tax, amount: sign * tax.amount, taxableAmount: any(sum) })),
      }),
      ...(fee && { fees: [{ amount: any(fee), description: isKept ? 'Restocking' : 'Shipping' }] }),
      grossAmount: any(sum),
      netAmount: any(net),
      grandAmount: any(total),
      ...(chance(0.2) && { tenderApplied: any(total) }),
      tenders: [
        { tenderTypeCode: cash(), amount: sign * money(part) },
        { ...card(), amount: sign * money(total - part) },
      ],
    })
  }

  function exchange(): Sent {
    const [good, other] = [pick(random, goods), pick(random, goods)]
    const [bought, back] = [Math.round(good.price), Math.round(other.price)]
    const difference = bought - back
    const { percent = 0, ...about } = shop.tax[0] ?? {}
    const tax = Math.round(difference * percent)
    const total = difference + tax
    const any = (units: number) => (difference < 0 && chance(0.5) ? -1 : 1) * money(units)
    const line = ({ price, unit: _, ...of }: Goods, sign: number) => ({
      ...of,
      price: money(price),
      total: sign * money(price),
    })
    return on(0, {
      transactionType: pick(random, ['ReturnTransaction', 'SaleTransaction']),
      items: [line(good, 1)],
      returns: [{ items: [line(other, chance(0.5) ? -1 : 1)] }],
      netAmount: any(difference),
      ...(percent > 0 && { taxes: [{ ...about, percent, taxableAmount: money(difference), amount: money(tax) }] }),
      grandAmount: money(total),
      tenders: [{ tenderTypeCode: cash(), amount: any(total) }],
    })
  }

  /** An order in two to five payments, by tills that tell in different ways what was paid before. */
  function layaway(): Sent[] {
    const { items, sum } = lines()
    const taxes = taxesOn(sum)
    const total = sum + (taxes[0]?.units ?? 0)
    const payments = 2 + below(4)
    const part = Math.floor(total / payments)
    const way = pick(random, ['reference', 'history', 'small'])
    const order = (more: Body = {}) => ({
      number: `LAY-${number}`,
      totalAmount: money(total),
      ...(taxes.length > 0 && { taxes: taxes.map(({ tax }) => tax) }),
      items,
      ...more,
    })
    const first = on(0, {
      transactionType: 'OrderTransaction',
      orders: [order({ deposits: [{ amount: money(part), balanceDue: money(total - part) }] })],
      grandAmount: way === 'small' ? money(part) : money(total),
      balanceDue: money(total - part),
      tenders: [{ tenderTypeCode: cash(), amount: money(part) }],
    })
    const { transactionNumber } = first.body
    const later = Array.from({ length: payments - 1 }, (_, at) => {
      const paid = part * (at + 1)
      const now = at === payments - 2 ? total - paid : part
      const due = total - paid - now
      const history = [
        {
          tenderTypeCode: 'Cash',
          dateTime: new Date(opening + at * 20 * day).toISOString().slice(0, 10),
          amount: money(paid),
        },
      ]
      return on(20 * (at + 1), {
        transactionType: chance(0.5) ? 'OrderTransaction' : 'SaleTransaction',
        ...(way === 'history'
          ? { orders: [order({ tenderHistory: history })], grandAmount: money(total), balanceDue: money(due) }
          : { relatedTransactionReference: { transactionNumber }, grandAmount: money(now) }),
        tenders: [{ ...card(), amount: money(now) }],
      })
    })
    return [first, ...later]
  }

  function booking(): Sent[] {
    const paid = [{ ...card(), amount: money(5000) }]
    const bill = { items: [{ name: 'Guided tour', category: 'Tours', total: money(20000) }], grandAmount: money(20000) }
    return [
      on(0, { deposit: { amount: money(5000), balanceDue: money(15000) }, grandAmount: money(5000), tenders: paid }),
      on(30, {
        ...bill,
        ...(chance(0.5)
          ? { deposit: { amount: money(5000) }, tenders: [{ ...card(), amount: money(15000) }] }
          : {
              tenders: [
                { tenderTypeCode: 'Deposit', amount: money(5000) },
                { ...card(), amount: money(15000) },
              ],
            }),
      }),
    ]
  }

  function onAccount(): Sent[] {
    const bill = { items: [{ name: 'Club order', sku: 'CL-1', total: money(44000) }], grandAmount: money(44000) }
    const first = on(0, {
      ...bill,
      tenders: [{ tenderTypeCode: pick(random, ['OnAccount', 'House Account']), amount: money(44000) }],
    })
    const relatedTransactionReference = { transactionNumber: first.body.transactionNumber }
    return [
      first,
      on(10, { ...bill, relatedTransactionReference, balanceDue: money(44000) }),
      on(25, {
        relatedTransactionReference,
        grandAmount: money(44000),
        tenders: [{ tenderTypeCode: 'Check', amount: money(44000) }],
      }),
    ]
  }

  function giftCard(): Sent[] {
    const load = { name: 'Gift card', sku: 'GC', total: money(5000), giftCard: { accountNumber: '5109' } }
    return [
      on(0, { items: [load], grandAmount: money(5000), tenders: [{ tenderTypeCode: cash(), amount: money(5000) }] }),
      on(1, {
        items: [load, { name: 'Carabiner', sku: 'CB-3', category: 'Climbing', total: money(1250) }],
        grandAmount: money(6250),
        tenders: [{ ...card(), amount: money(6250) }],
      }),
    ]
  }

  function gift(): Sent[] {
    const sold = sale()
    return [sold, on(0, { items: [{ name: 'Trail shoes', sku: 'TS-1' }], grandAmount: 0 })]
  }

  const paymentLink = () => [
    on(0, {
      items: lines().items,
      transactionType: 'PaymentLinkTransaction',
      paymentLink: 'https://pay.example.com/1',
      grandAmount: money(9500),
    }),
    on(1, {
      items: [{ name: 'Repair', total: money(9500) }],
      grandAmount: money(9500),
      tenders: [{ tenderTypeCode: 'PaymentLink', amount: money(9500) }],
    }),
  ]

  const training = () => sale(0, { mode: 'Training' })

  function voided(): Sent {
    const items = [
      { name: 'Trail shoes', sku: 'TS-1', category: 'Shoes', quantity: { value: -1 }, total: money(-8990) },
    ]
    return on(0, {
      transactionType: 'VoidTransaction',
      items,
      grandAmount: money(-8990),
      tenders: [{ tenderTypeCode: cash(), amount: money(-8990) }],
    })
  }

  return { sale, takeBack, exchange, layaway, booking, onAccount, giftCard, gift, paymentLink, training, voided }
}

/** How far a clock is ahead of UTC when it shows a time, in milliseconds. */
function offsetOf(local: number, zone: string): number {
  const at = local - clockOf(local, zone)
  return clockOf(at, zone)
}

function clockOf(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minute
}

function written(offset: number): string {
  const minutes = Math.abs(offset) / minute
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
