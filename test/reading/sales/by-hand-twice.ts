import type { SaleByHand } from './by-hand.ts'
import { line, off, paid, tax, visa } from './by-hand-parts.ts'

const order = { transactionType: 'OrderTransaction' }
const [burger, ale] = [line('Burger', 16, 2, 32), line('IPA', 7.5, 2, 15)]
const meals = tax(0.08875, 47, 4.17)
const towels = line('Paper towels', 12.99, 1, 10.99)
const milk = line('Oat milk', 3.49, 2, 6.98)
const [coupon, card] = [off('Coupon', -1.5), off('Card price', -2)]
const [lumber, delivery] = [line('Deck board', 18.5, 12, 222), { description: 'Delivery', amount: 79 }]
const permit = { description: 'Permit', amount: 7.5 }
const bicycle = {
  number: 'L-8',
  totalAmount: 642,
  items: [line('Bicycle', 600, 1, 600)],
  taxes: [tax(0.07, 600, 42)],
}
const juice = line('Apfelschorle', 3.2, 1, 1.6, { discounts: [off('Seasonal sale', -1.6)] })
const bread = line('Roggenmischbrot', 4.35, 1, 3.48, { discounts: [off('Club price', -0.87)] })
const [pretzel, juiceBack] = [line('Butterbrezel', 1.95, 1, 1.95), line('Apfelschorle', 3.2, 1, 3.2)]
const apples = line('Honeycrisp apples', 6.83, 1, 3.41, { discounts: [off('Seasonal sale', -3.42)] })
const lamp = line('Lamp', 30, 1, 30)
const may = paid('Cash', 642, { dateTime: '2026-05-02' })
const roll = { currency: 'CHF', items: [line('Rolls', 1.3, 3, 3.9), line('Butter', 3.42, 1, 3.42)], grandAmount: 7.32 }
const declined = { creditDebit: { typeCode: 'Visa', last4Digits: '1111' } }

/** Sales whose tills say something twice, or in another place. */
export const twiceByHand: Record<string, SaleByHand> = {
  'one tax, and what all taxes come to': {
    same: { items: [burger, ale], grandAmount: 51.17, tenders: [visa(51.17)] },
    spellings: {
      letter: { taxes: [meals] },
      'as a second': { taxes: [meals, { description: 'Total tax', amount: 4.17 }] },
      'as a second, without a name': { taxes: [meals, { amount: 4.17 }] },
    },
    ...{ paid: 51.17, column: [32, 15, 4.17, 51.17], counts: { taxes: 417 } },
  },
  'one tax in the prices, and what all taxes come to': {
    same: { currency: 'EUR', items: [line('Espresso', 2.8, 2, 5.6)], grandAmount: 5.6, tenders: [paid('Cash', 5.6)] },
    spellings: {
      letter: { taxes: [{ taxTypeCode: 'VAT', percent: 0.19, taxableAmount: 4.71, amount: 0.89 }] },
      'as a second': {
        taxes: [
          { taxTypeCode: 'VAT', percent: 0.19, taxableAmount: 4.71, amount: 0.89 },
          { description: 'Gesamtsteuer', amount: 0.89 },
        ],
      },
    },
    ...{ paid: 5.6, column: [5.6, 5.6], counts: { taxes: 89 } },
  },
  'a discount of the receipt that is in the total of a line': {
    same: { grandAmount: 16.47, tenders: [visa(16.47)], discounts: [coupon, card] },
    spellings: {
      letter: { items: [{ ...towels, total: 12.99 }, milk] },
      'in its total, too': { items: [towels, milk] },
    },
    ...{ paid: 16.47, column: [12.99, 6.98, -1.5, -2, 16.47], counts: { discounts: 350 }, odd: 'item_total' },
  },
  'discounts of lines once more, in an exchange that pays back though its net amount is above 0': {
    same: {
      ...{
        currency: 'EUR',
        transactionType: 'ReturnTransaction',
        items: [juice, bread],
        returns: [{ items: [pretzel, juiceBack] }],
      },
      taxes: [
        { taxTypeCode: 'VAT', amount: -0.1 },
        { taxTypeCode: 'VAT', amount: 0.26 },
      ],
      ...{ netAmount: 0.09, grandAmount: -0.07, tenders: [paid('Cash', -0.07)] },
    },
    spellings: {
      letter: {},
      'each again': { discounts: [off('Seasonal sale', -1.6), off('Club price', -0.87)] },
      'as a sum': { discounts: [off('Discounts', -2.47)] },
    },
    ...{ paid: 0.07, column: [1.6, 3.48, -1.95, -3.2, -0.07], counts: { net: 9, taxes: -16, takings: -7 } },
  },
  'an exchange that pays back, whose till sends its sums above 0 and says a discount of a line twice': {
    same: {
      ...{ transactionType: 'ReturnTransaction', items: [line('Sparkling water, 8 cans', 5.45, 1, 5.45)] },
      returns: [{ items: [apples, line('Ground beef', 13.35, 1, 13.35), line('Sourdough loaf', 6.49, 1, 6.49)] }],
      ...{ taxes: [{ taxTypeCode: 'Sales', amount: 0.45 }], tenders: [paid('Cash', -13.36)] },
    },
    spellings: {
      letter: { fees: [{ description: 'Delivery', amount: 3.99 }], grandAmount: -13.36 },
      'sums above 0': {
        ...{ discounts: [off('Seasonal sale', -3.42)], fees: [{ description: 'Delivery', amount: -3.99 }] },
        ...{ grossAmount: 21.22, grandAmount: 13.36 },
      },
    },
    ...{ paid: 13.36, column: [5.45, -3.41, -13.35, -6.49, 3.99, 0.45, -13.36] },
    counts: { discounts: -342, fees: 399, gross: -2122, takings: -1336 },
  },
  'a fee and a coupon, which some tills list with the goods, too': {
    same: { grandAmount: 286, tenders: [visa(286)] },
    spellings: {
      letter: { items: [lumber, { name: 'Delivery', total: 79 }, { name: 'Coupon', total: -15 }] },
      'the fee': {
        items: [lumber, { name: 'Delivery', total: 79 }, { name: 'Coupon', total: -15 }],
        fees: [delivery],
      },
      both: {
        items: [lumber, { name: 'Delivery', total: 79 }, { name: 'Coupon', total: -15 }],
        ...{ fees: [delivery], discounts: [off('Coupon', -15)] },
      },
    },
    ...{ paid: 286, column: [222, 79, -15, 286], counts: { sold: 28600, takings: 28600 } },
  },
  'a fee of an order, which some tills list with its goods, too': {
    same: { ...order, grandAmount: 301, tenders: [visa(301)] },
    spellings: {
      letter: { orders: [{ number: 'D-4', totalAmount: 301, items: [lumber, { name: 'Delivery', total: 79 }] }] },
      both: {
        fees: [delivery],
        orders: [{ number: 'D-4', totalAmount: 301, items: [lumber, { name: 'Delivery', total: 79 }] }],
      },
      "both, the order's": {
        orders: [
          { number: 'D-4', totalAmount: 301, items: [lumber, { name: 'Delivery', total: 79 }], fees: [delivery] },
        ],
      },
    },
    ...{ paid: 301, column: [222, 79, 301], counts: { sold: 30100, takings: 30100 } },
  },
  "an order's goods, which some tills send as the receipt's, too": {
    same: { ...order, orders: [bicycle], grandAmount: 642, balanceDue: 542, tenders: [paid('Cash', 100)] },
    spellings: {
      letter: {},
      'in both lists': { items: bicycle.items },
    },
    ...{ paid: 100, column: [600, 42, 642], counts: { sold: 64200, taxes: 4200, takings: 10000, pieces: 1 } },
  },
  "an order whose total is its goods', which some tills send as the receipt's, too": {
    same: {
      ...{ ...order, orders: [{ ...bicycle, totalAmount: 600, taxes: undefined }], taxes: bicycle.taxes },
      ...{ grandAmount: 642, balanceDue: 542, tenders: [paid('Cash', 100)] },
    },
    spellings: { letter: {}, 'in both lists': { items: bicycle.items } },
    ...{ paid: 100, column: [600, 42, 642], counts: { sold: 64200, taxes: 4200, takings: 10000, pieces: 1 } },
  },
  'an order that is picked up, of which nothing is left to pay': {
    same: { ...order, orders: [{ ...bicycle, action: 'Pickup' }], tenderHistory: [may], balanceDue: 0 },
    spellings: {
      letter: { grandAmount: 642 },
      'a total of what is left': { grandAmount: 0 },
      'a payment of nothing': { grandAmount: 642, tenders: [paid('Cash', 0)] },
      both: { grandAmount: 0, tenders: [paid('Cash', 0)] },
    },
    ...{ paid: 642, column: [600, 42, 642], counts: { receipts: 1, later_invoices: 1 } },
  },
  'an order on which nothing was paid today': {
    same: { ...order, orders: [bicycle], grandAmount: 642, tenderHistory: [{ ...may, amount: 142 }] },
    spellings: { letter: { balanceDue: 500 }, 'a payment of nothing': { balanceDue: 500, tenders: [paid('Cash', 0)] } },
    ...{ paid: 642, column: [600, 42, 642], counts: { receipts: 1, later_invoices: 1 } },
  },
  'goods that came back, whose sale stands apart': {
    same: { transactionType: 'ReturnTransaction', grandAmount: 30, tenders: [visa(30)] },
    spellings: {
      letter: { returns: [{ originalTransactionNumber: '8817', items: [lamp] }] },
      'in items': { items: [lamp], returns: [{ originalTransactionNumber: '8817' }] },
      'in items, below 0': {
        ...{ items: [line('Lamp', 30, -1, -30)], returns: [{ originalTransactionNumber: '8817' }] },
        ...{ grandAmount: -30, tenders: [visa(-30)] },
      },
    },
    ...{ paid: 30, column: [30, 30], counts: { refunds: 3000, takings: -3000, returns: 1 } },
  },
  'a sale that was undone, under a type of its own': {
    same: { transactionType: 'VoidTransaction', items: [lamp], taxes: [tax(0.05, 30, 1.5)], grandAmount: 31.5 },
    spellings: {
      letter: { transactionType: 'ReturnTransaction', tenders: [visa(31.5)] },
      'payments below 0': { tenders: [visa(-31.5)] },
      'all below 0': {
        ...{ items: [line('Lamp', 30, -1, -30)], taxes: [tax(0.05, -30, -1.5)], grandAmount: -31.5 },
        tenders: [visa(-31.5)],
      },
    },
    ...{ paid: 31.5, column: [30, 1.5, 31.5], counts: { refunds: 3150, takings: -3150, returns: 1 } },
  },
  'a sale with lists of nothing': {
    same: { items: [lamp], grandAmount: 30, tenders: [visa(30)] },
    spellings: { letter: {}, 'a return and an order': { returns: [{}], orders: [{}] } },
    ...{ paid: 30, column: [30, 30], counts: { sold: 3000, takings: 3000 } },
  },
  'a tip beside the total that a till says twice': {
    same: { items: [burger, ale], taxes: [meals], tip: 10, grandAmount: 51.17, tenders: [visa(61.17)] },
    spellings: { letter: {}, 'as a fee, too': { fees: [{ description: 'Gratuity', amount: 10 }] } },
    ...{ paid: 61.17, column: [32, 15, 4.17, 51.17], counts: { tips: 1000, takings: 5117 } },
  },
  'a tax and a tip, said twice by a till that leaves totals of lines out': {
    same: { taxes: [meals], tip: 10, grandAmount: 51.17, tenders: [visa(61.17)] },
    spellings: {
      letter: { items: [burger, ale] },
      'twice, without totals': {
        items: [burger, ale].map(({ total: _, ...rest }) => rest),
        taxes: [meals, { description: 'Total tax', amount: 4.17 }],
        fees: [{ description: 'Gratuity', amount: 10 }],
      },
    },
    ...{ paid: 61.17, column: [32, 15, 4.17, 51.17], counts: { tips: 1000, takings: 5117 } },
  },
  'fees that a total lacks, as its payments tell': {
    same: { items: [lumber], taxes: [tax(0.05, 222, 11.1)], fees: [delivery, permit], tenders: [visa(319.6)] },
    spellings: {
      letter: { grandAmount: 319.6 },
      'a total without fees': { grandAmount: 233.1 },
      'a total without one': { grandAmount: 312.1 },
    },
    ...{
      paid: 319.6,
      column: [222, 79, 7.5, 11.1, 319.6],
      counts: { fees: 8650, takings: 31960 },
      odd: 'grand_amount',
    },
  },
  'a refund less what the shop keeps, which the total lacks': {
    same: { transactionType: 'ReturnTransaction', returns: [{ items: [lumber] }], tenders: [visa(212)] },
    spellings: {
      letter: { grandAmount: 212, fees: [{ description: 'Restocking', amount: -10 }] },
      'a total without it': { grandAmount: 222, fees: [{ description: 'Restocking', amount: 10 }] },
      'a total without it, below 0': {
        ...{ grandAmount: -222, fees: [{ description: 'Restocking', amount: 10 }], tenders: [visa(-212)] },
      },
    },
    ...{
      paid: 212,
      column: [222, -10, 212],
      counts: { refunds: 21200, takings: -21200, returns: 1 },
      odd: 'grand_amount',
    },
  },
  'change of cash that a till rounds': {
    same: roll,
    spellings: {
      letter: { roundingAdjustment: { value: -0.02 }, tenders: [paid('Cash', 20)], changeDue: 12.7 },
      'a balance below 0': { roundingAdjustment: { value: -0.02 }, tenders: [paid('Cash', 20)], balanceDue: -12.7 },
      'both as payments': { tenders: [paid('Cash', 20), paid('Change', -12.7), paid('Rounding', 0.02)] },
      'both as payments above 0': { tenders: [paid('Cash', 20), paid('Change', 12.7), paid('Rounding', 0.02)] },
      'what was kept': { tenders: [paid('Cash', 7.3), paid('Rounding', 0.02)], changeDue: 12.7 },
      'a payment and a balance below 0': { tenders: [paid('Cash', 20), paid('Rounding', 0.02)], balanceDue: -12.7 },
    },
    ...{ paid: 7.3, column: [3.9, 3.42, 7.32], counts: { rounding: -2, change_due: 1270 } },
  },
  'a rounding in the total, which some tills list as a fee, too': {
    same: { ...roll, grandAmount: 7.3, roundingAdjustment: { value: -0.02 }, tenders: [paid('Cash', 7.3)] },
    spellings: { letter: {}, 'as a fee, too': { fees: [{ description: 'Rundung', amount: -0.02 }] } },
    ...{ paid: 7.3, column: [3.9, 3.42, -0.02, 7.3], counts: { rounding: -2, takings: 730 } },
  },
  'a rounding among the goods, which some tills say once more': {
    same: { ...roll, grandAmount: 7.3, items: [...roll.items, line('Rounding', -0.02, 1, -0.02)] },
    spellings: {
      letter: { tenders: [paid('Cash', 7.3)] },
      'once more': { tenders: [paid('Cash', 7.3)], roundingAdjustment: { value: -0.02 } },
    },
    ...{ paid: 7.3, column: [3.9, 3.42, -0.02, 7.3], counts: { takings: 730 } },
  },
  'a refund in cash, which some tills call change, too': {
    same: { transactionType: 'ReturnTransaction', returns: [{ items: [lamp] }], grandAmount: 30 },
    spellings: {
      letter: { tenders: [paid('Cash', 30)] },
      'change only': { changeDue: 30 },
      both: { tenders: [paid('Cash', 30)], changeDue: 30 },
      'both, below 0': { grandAmount: -30, tenders: [paid('Cash', -30)], changeDue: 30 },
    },
    ...{ paid: 30, column: [30, 30], counts: { refunds: 3000, takings: -3000 } },
  },
  'a card that was declined, and change': {
    same: { items: [line('Paper towels', 10.99, 1, 10.99)], grandAmount: 10.99 },
    spellings: {
      letter: {
        tenders: [paid('Credit', 10.99, declined), paid('Credit', -10.99, declined), paid('Cash', 20)],
        changeDue: 9.01,
      },
      'as a payment': {
        tenders: [
          paid('Credit', 10.99, declined),
          paid('Credit', -10.99, declined),
          paid('Cash', 20),
          paid('Cash', -9.01),
        ],
      },
      'beside a payment of nothing': {
        tenders: [
          paid('Credit', 10.99, declined),
          paid('Credit', -10.99, declined),
          ...[paid('Debit', 0), paid('Cash', 20), paid('Cash', -9.01)],
        ],
      },
    },
    ...{ paid: 10.99, column: [10.99, 10.99], counts: { change_due: 901, takings: 1099 } },
  },
}
