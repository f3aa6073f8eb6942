import type { SentReceipt } from '../../support/receipts.ts'
import { linesByHand } from './by-hand-lines.ts'
import { line, off, paid, visa } from './by-hand-parts.ts'
import { paymentsByHand } from './by-hand-payments.ts'
import { twiceByHand } from './by-hand-twice.ts'
import { vendorsByHand } from './by-hand-vendors.ts'

/** A sale that no generator made, in the spellings of several tills. All of them are one receipt. */
export interface SaleByHand {
  /** What the spellings share. */
  same: SentReceipt
  spellings: Record<string, SentReceipt>
  /** What the subject says was paid. */
  paid: number
  /** Amounts above the total that aren't sums, in the order printed, and the total. */
  column: number[]
  /** What counts in the statistics, by measure; money in whole cents. */
  counts: Record<string, number>
  /** Whether it was paid in other money, which nobody can add. */
  isForeign?: true
  /** What the audit says of some spellings. */
  odd?: 'item_total' | 'grand_amount'
}

const back = { transactionType: 'ReturnTransaction' }
const order = { transactionType: 'OrderTransaction' }
const chair = line('Chair', 60, 1, 54, { discounts: [off('Open box', -6)] })
const stool = line('Stool', 40, 1, 36, { discounts: [off('Open box', -4)] })
const shoes = line('Trail shoes', 50, 1, 50, { discounts: [off('Summer', -5)] })
const socks = line('Socks', 10, 2, 20, { discounts: [off('Summer', -2)] })
const vat = { taxTypeCode: 'VAT', percent: 0.07, taxableAmount: 186.92, amount: 13.08 }
const cityTax = { description: 'City tax', amount: 5 }
const jeans = { returns: [{ items: [line('Jeans', 20, 2, 40)] }], grandAmount: 40, tenders: [visa(40)] }
const kayak = { number: 'L-1', items: [{ name: 'Kayak', total: 200 }], totalAmount: 200 }
const may = paid('Cash', 50, { dateTime: '2026-05-02' })
const today = paid('Cash', 50, { dateTime: '2026-06-12' })

/** Sales by what is telling in them. The first spelling is the interface's letter. */
export const salesByHand: Record<string, SaleByHand> = {
  ...linesByHand,
  ...paymentsByHand,
  ...twiceByHand,
  ...vendorsByHand,
  'a dinner with a tip on the card': {
    same: { items: [line('Mussels', 24, 2, 48)], tip: 9, grandAmount: 48, tenders: [visa(57)] },
    spellings: {
      letter: {},
      'what was applied, with the tip': { tenderApplied: 57 },
      'what was applied, without': { tenderApplied: 48 },
    },
    ...{ paid: 57, column: [48, 48], counts: { tips: 900, takings: 4800 } },
  },
  change: {
    same: { items: [{ name: 'Beeswax candle', total: 12.4 }], grandAmount: 12.4 },
    spellings: {
      changeDue: { tenders: [paid('Cash', 20)], changeDue: 7.6 },
      'a tender called so': { tenders: [paid('Cash', 20), paid('Change', -7.6)] },
      'the first tender': { tenders: [paid('Cash', -7.6), paid('Cash', 20)] },
      'all turned': { tenders: [paid('Cash', -20), paid('Cash', 7.6)] },
    },
    ...{ paid: 12.4, column: [12.4, 12.4], counts: { takings: 1240, change_due: 760 } },
  },
  'change in another currency than the note': {
    same: {
      ...{ currency: 'CAD', items: [{ name: 'Maple syrup', total: 23.4 }], grandAmount: 23.4, changeDue: 3.1 },
      tenders: [paid('Cash', 20, { currency: 'USD' })],
    },
    spellings: { letter: { tenderApplied: 23.4 }, 'with the change': { tenderApplied: 26.5 } },
    ...{ paid: 23.4, column: [23.4, 23.4], counts: { takings: 2340 }, isForeign: true },
  },
  'a coupon among the lines': {
    same: {
      items: [{ name: 'Tea set', total: 32 }, line('Coupon', -5, 1, -5)],
      ...{ netAmount: 27, grandAmount: 27, tenders: [visa(27)] },
    },
    spellings: {
      letter: {},
      'its price above 0': { items: [{ name: 'Tea set', total: 32 }, line('Coupon', 5, 1, -5)] },
    },
    ...{ paid: 27, column: [32, -5, 27], counts: { sold: 2700, takings: 2700 } },
  },
  'empties, by quantity': {
    same: { currency: 'EUR', grandAmount: 13.5, tenders: [paid('Cash', 13.5)] },
    spellings: {
      letter: { items: [line('Lager, crate', 16.5, 1, 16.5), line('Empties', 0.25, -12, -3)] },
      'with a price below 0': { items: [line('Lager, crate', 16.5, 1, 16.5), line('Empties', -0.25, -12, -3)] },
    },
    ...{ paid: 13.5, column: [16.5, -3, 13.5], counts: { pieces: 1, pieces_returned: 12, takings: 1350 } },
  },
  'a tax in the prices and one added': {
    same: { currency: 'EUR', items: [line('Double room', 100, 2, 200)], grandAmount: 205, tenders: [visa(205)] },
    spellings: { letter: { taxes: [vat, cityTax] }, 'the other way round': { taxes: [cityTax, vat] } },
    ...{ paid: 205, column: [200, 5, 205], counts: { taxes: 1808, net: 18692 } },
  },
  'discounts of lines once more, beside one as large as all of them': {
    same: {
      ...{ items: [chair, stool], grandAmount: 86.4, tenders: [visa(86.4)] },
      taxes: [{ taxTypeCode: 'Sales', percent: 0.08, taxableAmount: 80, amount: 6.4 }],
    },
    spellings: {
      letter: { discounts: [off('Member', -10)] },
      'each again': { discounts: [off('Open box', -6), off('Open box', -4), off('Member', -10)] },
      'each again, under another name': { discounts: [off('Member', -10), off('Promotion', -6), off('Promotion', -4)] },
      'as a sum': { discounts: [off('Member', -10), off('Savings of lines', -10)] },
    },
    ...{ paid: 86.4, column: [54, 36, -10, 6.4, 86.4], counts: { discounts: 2000, taxes: 640 } },
  },
  'discounts of lines once more, by name, beside a coupon': {
    same: {
      items: [
        line('Chair', 60, 1, 51, { discounts: [off('Summer', -6), off('Member', -3)] }),
        line('Stool', 40, 1, 36, { discounts: [off('Summer', -4)] }),
      ],
      ...{ grandAmount: 82, tenders: [visa(82)] },
    },
    spellings: {
      letter: { discounts: [off('Coupon', -5)] },
      'by name': { discounts: [off('Summer', -10), off('Member', -3), off('Coupon', -5)] },
    },
    ...{ paid: 82, column: [51, 36, -5, 82], counts: { discounts: 1800 } },
  },
  'all discounts as one, off the gross amount': {
    same: { items: [chair, stool], discounts: [off('All savings', -20)], grandAmount: 80, tenders: [visa(80)] },
    spellings: { letter: { grossAmount: 100, netAmount: 80 }, 'without it': {} },
    ...{ paid: 80, column: [54, 36, -20, 80], counts: { discounts: 2000, gross: 10000 } },
  },
  'lines before their discounts, which the receipt takes off': {
    same: { items: [shoes, socks], discounts: [off('SUMMER', -7)], grandAmount: 63, tenders: [visa(63)] },
    spellings: { letter: {}, 'with sums': { grossAmount: 70, netAmount: 63 } },
    ...{ paid: 63, column: [50, 20, -7, 63], counts: { discounts: 700, sold: 6300 }, odd: 'item_total' },
  },
  'goods that came back': {
    same: back,
    spellings: {
      letter: jeans,
      'quantity and price below 0': { ...jeans, returns: [{ items: [line('Jeans', -20, -2, -40)] }] },
      'all of them below 0': { items: [line('Jeans', -20, -2, -40)], grandAmount: -40, tenders: [visa(-40)] },
      'quantity and price below 0, total above': {
        ...{ items: [line('Jeans', -20, -2, 40)], grandAmount: -40, tenders: [visa(-40)] },
      },
      'only quantities below 0': { items: [line('Jeans', 20, -2, 40)], grandAmount: 40, tenders: [visa(40)] },
      'only payments below 0': { items: [line('Jeans', 20, 2, 40)], grandAmount: 40, tenders: [visa(-40)] },
    },
    ...{ paid: 40, column: [40, 40], counts: { refunds: 4000, takings: -4000, pieces_returned: 2 } },
  },
  'a sale that was undone': {
    same: { transactionType: 'VoidTransaction', grandAmount: -25, tenders: [visa(-25)] },
    spellings: {
      letter: { items: [line('Poster', 25, -1, -25)] },
      'goods above 0': { items: [line('Poster', 25, 1, 25)] },
    },
    ...{ paid: 25, column: [25, 25], counts: { refunds: 2500, takings: -2500, returns: 1 } },
  },
  'a deposit that is paid back': {
    same: { transactionType: 'CancelLayaway', deposit: { amount: 50 }, tenders: [paid('Cash', -50)] },
    spellings: { letter: { grandAmount: -50 }, 'a total above 0': { grandAmount: 50 } },
    ...{ paid: 50, column: [-50], counts: { refunds: 5000, takings: -5000, returns: 1 } },
  },
  'an order that was undone': {
    same: { ...order, grandAmount: -120, tenders: [visa(-120)] },
    spellings: {
      letter: { orders: [{ number: 'W-31', totalAmount: 120, items: [{ name: 'Rocking chair', total: 120 }] }] },
      'all below 0': {
        orders: [{ number: 'W-31', totalAmount: -120, items: [{ name: 'Rocking chair', total: -120 }] }],
      },
    },
    ...{ paid: 120, column: [120, 120], counts: { refunds: 12000, takings: -12000, returns: 1 } },
  },
  'an order that was paid as it was placed': {
    same: { ...order, orders: [kayak], grandAmount: 200, tenders: [visa(200)] },
    spellings: {
      letter: {},
      'all of it as a deposit': { orders: [{ ...kayak, deposits: [{ amount: 200, balanceDue: 0 }] }] },
    },
    ...{ paid: 200, column: [200, 200], counts: { sold: 20000, takings: 20000, sales: 1 } },
  },
  'a discount that was taken back': {
    same: { items: [line('Bag', 50, 1, 50)], grandAmount: 45, tenders: [visa(45)] },
    spellings: {
      letter: { discounts: [off('Coupon', -8), off('Coupon', 8), off('Member', -3), off('Friends', -2)] },
    },
    ...{ paid: 45, column: [50, -8, 8, -3, -2, 45], counts: { discounts: 500 } },
  },
  'the second payment of a layaway': {
    same: { ...order, orders: [kayak], grandAmount: 200, balanceDue: 100, tenders: [paid('Cash', 50)] },
    spellings: { letter: { tenderHistory: [may] }, 'at the order': { orders: [{ ...kayak, tenderHistory: [may] }] } },
    ...{ paid: 50, column: [200, 200], counts: { takings: 5000, paid_apart: 5000 } },
  },
  'the second payment of a layaway, in its history': {
    same: { ...order, orders: [kayak], grandAmount: 200, balanceDue: 100, tenders: [paid('Cash', 50)] },
    spellings: { letter: { tenderHistory: [may, today] } },
    ...{ paid: 50, column: [200, 200], counts: { takings: 5000, paid_apart: 5000 } },
  },
}
