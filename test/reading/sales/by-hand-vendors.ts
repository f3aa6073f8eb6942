import type { SaleByHand } from './by-hand.ts'
import { line, off, paid, tax, visa } from './by-hand-parts.ts'

const order = { transactionType: 'OrderTransaction' }
const [shirt, jeans] = [line('Shirt', 30, 3, 81), line('Jeans', 80, 1, 64)]
const [off3, off9, off16] = [off('10% off', -3), off('10% off', -9), off('Sale', -16)]
const coupon = off('Coupon', -10)
const [april, may] = [paid('Cash', 200, { dateTime: '2026-04-01' }), paid('Visa', 150, { dateTime: '2026-05-01' })]
const today = paid('Cash', 100, { dateTime: '2026-06-12T15:18:00-04:00' })
const chair = { number: 'L-77', totalAmount: 600, items: [line('Rocking chair', 600, 1, 600)] }
const bench = { number: 'O-9', totalAmount: 120, items: [line('Garden bench', 120, 1, 120)] }
const desk = { number: 'O-3', action: 'Pickup', totalAmount: 480, items: [line('Desk', 480, 1, 480)] }
const [early, rest] = [visa(180, { dateTime: '2026-05-20T12:00:00-04:00' }), paid('Cash', 300)]
const sofa = {
  number: 'O-5',
  totalAmount: 972,
  items: [line('Sofa', 900, 1, 900)],
  taxes: [tax(0.08, 900, 72)],
}
const latte = line('Latte', 4.5, 2, 9)

/** Sales in the dialects of tills that no till's own description shows. */
export const vendorsByHand: Record<string, SaleByHand> = {
  'what is off each piece, as an amount of one': {
    same: { taxes: [tax(0.08, 135, 10.8)], discounts: [coupon], grandAmount: 145.8, tenders: [visa(145.8)] },
    spellings: {
      letter: {
        items: [
          { ...shirt, discounts: [off9] },
          { ...jeans, discounts: [off16] },
        ],
      },
      'of one': {
        items: [
          { ...shirt, discounts: [off3] },
          { ...jeans, discounts: [off16] },
        ],
      },
      'of one, above 0': {
        items: [
          { ...shirt, discounts: [off('10% off', 3)] },
          { ...jeans, discounts: [off('Sale', 16)] },
        ],
      },
      'of one, without totals': {
        items: [
          { name: 'Shirt', price: 30, quantity: { value: 3 }, discounts: [off3] },
          { ...jeans, discounts: [off16] },
        ],
      },
      'of one, as its total': {
        items: [
          { ...shirt, total: 27, discounts: [off3] },
          { ...jeans, discounts: [off16] },
        ],
      },
      'of one, and all of them once more': {
        items: [
          { ...shirt, discounts: [off3] },
          { ...jeans, discounts: [off16] },
        ],
        discounts: [off9, off16, coupon],
      },
    },
    ...{ paid: 145.8, column: [81, 64, -10, 10.8, 145.8], counts: { discounts: 3500, taxes: 1080 }, odd: 'item_total' },
  },
  'what is off each gallon': {
    same: { grandAmount: 34.99, tenders: [visa(34.99)] },
    spellings: {
      letter: { items: [{ ...line('Unleaded', 3.599, 10, 34.99), discounts: [off('Reward', -1)] }] },
      'of one': { items: [{ ...line('Unleaded', 3.599, 10, 34.99), discounts: [off('Reward', -0.1)] }] },
      'with the gross amount': {
        ...{ items: [{ ...line('Unleaded', 3.599, 10, 34.99), discounts: [off('Reward', -0.1)] }] },
        ...{ grossAmount: 35.99, netAmount: 34.99 },
      },
    },
    ...{ paid: 34.99, column: [34.99, 34.99], counts: { discounts: 100, sold: 3499 } },
  },
  'the third payment of a layaway, whose till lists all of them': {
    same: { ...order, orders: [chair], grandAmount: 600, balanceDue: 150 },
    spellings: {
      letter: { tenders: [today], tenderHistory: [april, may] },
      'among the tenders': { tenders: [april, may, today] },
      'today without a time': { tenders: [april, may, paid('Cash', 100)] },
      'in both lists': { tenders: [april, may, today], tenderHistory: [april, may] },
      'in both lists, without times': {
        tenders: [paid('Cash', 200), paid('Visa', 150), paid('Cash', 100)],
        tenderHistory: [april, may],
      },
      'applied in all': { tenders: [april, may, today], tenderApplied: 450 },
      'applied today': { tenders: [april, may, today], tenderApplied: 100 },
      'a history below 0': {
        ...{ tenders: [today] },
        tenderHistory: [april, may].map(payment => ({ ...payment, amount: -payment.amount })),
      },
    },
    ...{ paid: 100, column: [600, 600], counts: { takings: 10000, paid_apart: 10000 } },
  },
  'the third payment of a layaway, and how far it is paid': {
    same: { ...order, orders: [chair], tenders: [paid('Cash', 100)], tenderHistory: [april, may] },
    spellings: {
      letter: { grandAmount: 600, balanceDue: 150 },
      'a total of what was paid today': { grandAmount: 100, balanceDue: 150 },
      'a total of what was due before': { grandAmount: 250, balanceDue: 150 },
      'a deposit that says what is due': { grandAmount: 600, deposit: { amount: 100, balanceDue: 150 } },
    },
    ...{ paid: 100, column: [600, 600], counts: { takings: 10000 } },
  },
  'an order that is picked up, and paid in full': {
    same: { ...order, orders: [desk], grandAmount: 480, balanceDue: 0 },
    spellings: {
      letter: { tenders: [rest], tenderHistory: [early] },
      'all among the tenders': { tenders: [early, rest] },
      'all applied': { tenders: [early, rest], tenderApplied: 480 },
      'a deposit of the order': {
        ...{ tenders: [rest], tenderHistory: [early] },
        orders: [{ ...desk, deposits: [{ amount: 180, balanceDue: 300 }] }],
      },
      'a deposit of the order, and payments below 0': {
        ...{ tenders: [paid('Cash', -300)], tenderHistory: [early] },
        orders: [{ ...desk, deposits: [{ amount: 180, balanceDue: 300 }] }],
      },
      'applied as nothing': { tenders: [rest], tenderHistory: [early], tenderApplied: 0 },
    },
    ...{ paid: 300, column: [480, 480], counts: { takings: 30000, paid_apart: 30000 } },
  },
  'a deposit on a sofa': {
    same: { ...order, tenders: [visa(300)] },
    spellings: {
      letter: { orders: [sofa], grandAmount: 972, balanceDue: 672 },
      'said by a deposit': { orders: [sofa], grandAmount: 972, deposit: { amount: 300, balanceDue: 672 } },
      'a total of the deposit': { orders: [sofa], grandAmount: 300, balanceDue: 672 },
    },
    ...{ paid: 300, column: [900, 72, 972], counts: { sold: 97200, takings: 30000 } },
  },
  'more than was due, which stays to the credit of the customer': {
    same: { ...order, orders: [bench], tenders: [paid('Check', 50)], balanceDue: -30 },
    spellings: {
      letter: { grandAmount: 120, tenderHistory: [paid('Check', 100, { dateTime: '2026-05-01' })] },
      'at the order': {
        grandAmount: 120,
        orders: [{ ...bench, tenderHistory: [paid('Check', 100, { dateTime: '2026-05-01' })] }],
      },
      'a total of the rest': { grandAmount: 20, tenderHistory: [paid('Check', 100, { dateTime: '2026-05-01' })] },
    },
    ...{ paid: 50, column: [120, 120], counts: { takings: 5000 } },
  },
  'a tip that a till says twice': {
    same: { taxes: [tax(0.08875, 9, 0.8)], grandAmount: 11.3, tenders: [visa(11.3)] },
    spellings: {
      letter: { items: [latte], tip: 1.5 },
      'as a fee, too': { items: [latte], tip: 1.5, fees: [{ description: 'Tip', amount: 1.5 }] },
    },
    ...{ paid: 11.3, column: [9, 0.8, 1.5, 11.3], counts: { tips: 150, takings: 980 } },
  },
  'a tip among the lines': {
    same: { items: [latte, line('Tip', 1.5, 1, 1.5)], grandAmount: 10.5, tenders: [visa(10.5)] },
    spellings: { letter: {}, 'said once more': { tip: 1.5 } },
    ...{ paid: 10.5, column: [9, 1.5, 10.5], counts: { takings: 1050 } },
  },
  'gratuity that a till calls a service charge, and a tip': {
    same: { items: [line('Banquet', 100, 1, 100)], taxes: [tax(0.08, 118, 9.44)], grandAmount: 127.44 },
    spellings: {
      letter: { serviceCharge: 18, tenders: [visa(127.44)] },
      'a tip, too': { serviceCharge: 18, tip: 18, tenders: [visa(127.44)] },
      'a fee, too': {
        ...{ serviceCharge: 18, tenders: [visa(127.44)] },
        fees: [{ description: 'Service charge 18%', amount: 18 }],
      },
    },
    ...{ paid: 127.44, column: [100, 18, 9.44, 127.44], counts: { takings: 12744, taxes: 944 } },
  },
  'a price below 0 of goods that were sold': {
    same: { grandAmount: 36.5, tenders: [paid('Cash', 36.5)] },
    spellings: {
      letter: { items: [line('Detergent', 11.5, 3, 34.5), line('Soap', 2, 1, 2)] },
      'below 0': { items: [line('Detergent', -11.5, 3, 34.5), line('Soap', -2, 1, 2)] },
    },
    ...{ paid: 36.5, column: [34.5, 2, 36.5], counts: { sold: 3650, pieces: 4 } },
  },
  'gift card, points and cash that a till rounds, of two signs': {
    same: {
      ...{ currency: 'CAD', items: [line('Coat', 50.82, 1, 50.82)], taxes: [tax(0.13, 50.82, 6.61)] },
      ...{ grandAmount: 57.43, roundingAdjustment: { value: 0.02 }, changeDue: 2.55 },
    },
    spellings: {
      letter: { tenders: [paid('GiftCard', 20), paid('Points', 10), paid('Cash', 30)] },
      'all but cash below 0': { tenders: [paid('GiftCard', -20), paid('Points', -10), paid('Cash', 30)] },
    },
    ...{ paid: 57.45, column: [50.82, 6.61, 57.43], counts: { change_due: 255, rounding: 2 } },
  },
  'an exchange whose type is a word': {
    same: {
      items: [line('Parka', 150, 1, 150)],
      grandAmount: 32.1,
      tenders: [visa(32.1)],
      taxes: [tax(0.07, 30, 2.1)],
    },
    spellings: {
      letter: { transactionType: 'ReturnTransaction', returns: [{ items: [line('Coat', 120, 1, 120)] }] },
      'in capitals': { transactionType: 'REFUND', returns: [{ items: [line('Coat', 120, 1, 120)] }] },
      'below 0': { transactionType: 'return', returns: [{ items: [line('Coat', 120, -1, -120)] }] },
    },
    ...{ paid: 32.1, column: [150, -120, 2.1, 32.1], counts: { takings: 3210, taxes: 210 } },
  },
  'nothing, as 0': {
    same: {
      items: [line('Notebook', 8.5, 2, 17)],
      taxes: [tax(0.08, 17, 1.36)],
      grandAmount: 18.36,
      tenders: [visa(18.36)],
    },
    spellings: {
      letter: {},
      'each amount that there is not': {
        ...{ tenderApplied: 0, balanceDue: 0, changeDue: 0, tip: 0, serviceCharge: 0 },
        ...{ roundingAdjustment: { value: 0 }, deposit: { amount: 0, balanceDue: 0 } },
      },
    },
    ...{ paid: 18.36, column: [17, 1.36, 18.36], counts: { takings: 1836, net: 1700 } },
  },
  'a coupon and a card, of two signs': {
    same: { items: [line('Detergent', 11.5, 3, 34.5)], grandAmount: 34.5 },
    spellings: {
      letter: { tenders: [paid('Coupon', 2), visa(32.5)] },
      'the coupon below 0': { tenders: [paid('Coupon', -2), visa(32.5)] },
    },
    ...{ paid: 34.5, column: [34.5, 34.5], counts: { sold: 3450, takings: 3450 } },
  },
  'a discount of the receipt that a till spreads over the lines': {
    same: { taxes: [tax(0.08, 135, 10.8)], grandAmount: 145.8, tenders: [visa(145.8)] },
    spellings: {
      letter: { items: [line('Lamp', 100, 1, 100), line('Shade', 50, 1, 50)], discounts: [off('Member', -15)] },
      'in totals of lines, too': {
        ...{ items: [line('Lamp', 100, 1, 90), line('Shade', 50, 1, 45)], discounts: [off('Member', -15)] },
      },
      'above 0': { items: [line('Lamp', 100, 1, 90), line('Shade', 50, 1, 45)], discounts: [off('Member', 15)] },
    },
    ...{
      paid: 145.8,
      column: [100, 50, -15, 10.8, 145.8],
      counts: { discounts: 1500, taxes: 1080 },
      odd: 'item_total',
    },
  },
  'an exchange of goods that both were cheaper, whose totals some tills send before': {
    same: { taxes: [tax(0.07, 14, 0.98)], grandAmount: 14.98, tenders: [visa(14.98)] },
    spellings: {
      letter: {
        items: [{ ...line('Shirt', 60, 1, 60), discounts: [off('Sale', -6)] }],
        returns: [{ items: [{ ...line('Polo', 50, 1, 50), discounts: [off('Sale', -10)] }] }],
      },
      'all above 0': {
        items: [{ ...line('Shirt', 60, 1, 60), discounts: [off('Sale', 6)] }],
        returns: [{ items: [{ ...line('Polo', 50, 1, 50), discounts: [off('Sale', 10)] }] }],
      },
    },
    ...{ paid: 14.98, column: [60, -50, 0.98, 14.98], counts: { taxes: 98, takings: 1498 }, odd: 'item_total' },
  },
  'two taxes, and what they come to': {
    same: { items: [line('Stoneware jug', 40, 1, 40)], grandAmount: 42.4, tenders: [visa(42.4)] },
    spellings: {
      letter: { taxes: [tax(0.05, 40, 2), tax(0.01, 40, 0.4)] },
      'as a third': { taxes: [tax(0.05, 40, 2), tax(0.01, 40, 0.4), { description: 'Total tax', amount: 2.4 }] },
    },
    ...{ paid: 42.4, column: [40, 2, 0.4, 42.4], counts: { taxes: 240 } },
  },
}
