import type { SaleByHand } from './by-hand.ts'
import { line, off, paid, tax, visa } from './by-hand-parts.ts'

const [bits, clamps] = [line('Drill bit', 3, 7, 21), line('Clamp', 20, 2, 40)]
const back = { transactionType: 'ReturnTransaction' }
const [paint, brush] = [line('Paint, 1 gal', 22.5, 1, 22.5), line('Brush', 8, 1, 8)]
const club = { total: 20.5, discounts: [off('Club', -2)] }
const [crate, juice] = [line('Lager, crate', 16.5, 1, 16.5), line('Apple juice', 2.2, 2, 4.4)]
const sold = (name: string, price: number, value: number, total: number) =>
  line(name, price, value, total, { quantity: { value, unitOfMeasureCode: 'KG' } })
const [mince, cheese] = [sold('Minced beef', 11.9, 0.512, 6.09), sold('Cheese', 21.2, 0.12, 2.54)]
const without = ({ total: _, ...sent }: ReturnType<typeof line>) => sent
const kettle = { returns: [{ items: [line('Kettle', 100, 1, 100)] }] }
const [shipping, restocking] = [
  { description: 'Shipping', amount: 8 },
  { description: 'Restocking', amount: 12 },
]
const below = <Entry extends { amount: number }>(entry: Entry) => ({ ...entry, amount: -entry.amount })

/** Sales whose tills differ in what they say of goods, and of what is added and taken off. */
export const linesByHand: Record<string, SaleByHand> = {
  'lines whose totals some tills leave out': {
    same: { taxes: [tax(0.05, 61, 3.05)], grandAmount: 64.05, tenders: [visa(64.05)] },
    spellings: {
      letter: { items: [bits, clamps] },
      'one left out': { items: [bits, without(clamps)] },
      'all left out': { items: [without(bits), without(clamps)] },
      'all of them 0': {
        items: [
          { ...bits, total: 0 },
          { ...clamps, total: 0 },
        ],
      },
      'the price of one instead': {
        items: [
          { ...bits, total: 3 },
          { ...clamps, total: 20 },
        ],
      },
    },
    ...{ paid: 64.05, column: [21, 40, 3.05, 64.05], counts: { pieces: 9, gross: 6100, net: 6100 }, odd: 'item_total' },
  },
  'a line with a discount, whose total some tills leave out': {
    same: { grandAmount: 57, tenders: [visa(57)] },
    spellings: {
      letter: { items: [bits, line('Clamp', 20, 2, 36, { discounts: [off('Club', -4)] })] },
      'left out': { items: [bits, without(line('Clamp', 20, 2, 0, { discounts: [off('Club', -4)] }))] },
      'left out, above 0': { items: [bits, without(line('Clamp', 20, 2, 0, { discounts: [off('Club', 4)] }))] },
    },
    ...{ paid: 57, column: [21, 36, 57], counts: { discounts: 400, gross: 6100 } },
  },
  'goods by weight, whose totals some tills do not round': {
    same: { currency: 'EUR', taxes: [tax(0.07, 8.63, 0.6)], grandAmount: 9.23, tenders: [visa(9.23)] },
    spellings: {
      letter: { items: [mince, cheese] },
      'not rounded': {
        items: [
          { ...mince, total: 11.9 * 0.512 },
          { ...cheese, total: 21.2 * 0.12 },
        ],
      },
      'not rounded, with the gross amount that a European till sends': {
        items: [
          { ...mince, total: 11.9 * 0.512 },
          { ...cheese, total: 21.2 * 0.12 },
        ],
        ...{ grossAmount: 9.23, netAmount: 8.63 },
      },
    },
    ...{ paid: 9.23, column: [6.09, 2.54, 0.6, 9.23], counts: { taxes: 60 }, odd: 'item_total' },
  },
  'lines whose quantity some tills do not count': {
    same: { taxes: [tax(0.05, 28.5, 1.43)], grandAmount: 29.93, tenders: [visa(29.93)] },
    spellings: {
      letter: {
        items: [
          { ...paint, quantity: undefined, ...club },
          { ...brush, quantity: undefined },
        ],
      },
      'a quantity of 0': {
        items: [
          { ...paint, quantity: { value: 0 }, ...club },
          { ...brush, quantity: { value: 0 } },
        ],
      },
    },
    ...{ paid: 29.93, column: [20.5, 8, 1.43, 29.93], counts: { discounts: 200, pieces: 2 }, odd: 'item_total' },
  },
  'a voided line': {
    same: { grandAmount: 22.5, tenders: [visa(22.5)] },
    spellings: {
      letter: { items: [paint, brush, line('Brush', 8, -1, -8)] },
      'its total left out': { items: [paint, brush, without(line('Brush', 8, -1, -8))] },
      'its total above 0': { items: [paint, brush, line('Brush', 8, -1, 8)] },
    },
    ...{ paid: 22.5, column: [22.5, 8, -8, 22.5], counts: { sold: 2250, pieces_returned: 1 } },
  },
  'empties, by quantity, whose total some tills leave out': {
    same: { currency: 'EUR', grandAmount: 16.7, tenders: [paid('Cash', 20)], changeDue: 3.3 },
    spellings: {
      letter: { items: [crate, juice, line('Empties', 0.15, -28, -4.2)] },
      'left out': { items: [crate, juice, without(line('Empties', 0.15, -28, -4.2))] },
    },
    ...{ paid: 16.7, column: [16.5, 4.4, -4.2, 16.7], counts: { pieces_returned: 28 } },
  },
  'weighed goods, whose totals some tills do not round': {
    same: { currency: 'EUR', grandAmount: 8.63, tenders: [visa(8.63)] },
    spellings: {
      letter: { items: [mince, cheese] },
      unrounded: {
        items: [
          { ...mince, total: 6.0928 },
          { ...cheese, total: 2.544 },
        ],
      },
      'left out': { items: [without(mince), without(cheese)] },
    },
    ...{ paid: 8.63, column: [6.09, 2.54, 8.63], counts: { sold: 863, pieces: 2 } },
  },
  'goods that came back, whose totals some tills leave out': {
    same: { ...back, grandAmount: 61, tenders: [visa(61)] },
    spellings: {
      letter: { returns: [{ items: [bits, clamps] }] },
      'left out': { returns: [{ items: [without(bits), without(clamps)] }] },
      'left out, by quantity': {
        items: [without(line('Drill bit', 3, -7, 0)), without(line('Clamp', 20, -2, 0))],
        grandAmount: -61,
      },
    },
    ...{ paid: 61, column: [21, 40, 61], counts: { refunds: 6100, pieces_returned: 9 } },
  },
  'a return whose shipping is paid back, less a fee': {
    same: { ...back, ...kettle, grandAmount: 96, tenders: [visa(96)] },
    spellings: {
      letter: { fees: [shipping, below(restocking)] },
      'both above 0': { fees: [shipping, restocking] },
      'both below 0': { fees: [below(shipping), below(restocking)] },
      'as the books have it': {
        ...{ returns: [{ items: [line('Kettle', 100, -1, -100)] }], fees: [below(shipping), restocking] },
        ...{ grandAmount: -96, tenders: [visa(-96)] },
      },
    },
    ...{ paid: 96, column: [100, 8, -12, 96], counts: { refunds: 9600, fees: 400 } },
  },
  'two discounts of two signs': {
    same: {
      items: [line('Paint', 40, 3, 120), line('Roller', 12, 1, 12)],
      ...{ taxes: [tax(0.05, 113.8, 5.69)], grandAmount: 119.49, tenders: [visa(119.49)] },
    },
    spellings: {
      letter: { discounts: [off('Contractor', -13.2), off('Coupon', -5)] },
      'one above 0': { discounts: [off('Contractor', -13.2), off('Coupon', 5)] },
      'the other above 0': { discounts: [off('Contractor', 13.2), off('Coupon', -5)] },
    },
    ...{ paid: 119.49, column: [120, 12, -13.2, -5, 5.69, 119.49], counts: { discounts: 1820, net: 11380 } },
  },
  'a tax that a tourist does not pay': {
    same: {
      currency: 'JPY',
      items: [line('Cosmetics set', 11000, 1, 11000)],
      grandAmount: 10000,
      tenders: [visa(10000)],
    },
    spellings: { letter: { taxes: [{ taxTypeCode: 'VAT', percent: 0.1, taxableAmount: 10000, amount: -1000 }] } },
    ...{ paid: 10000, column: [11000, -1000, 10000], counts: { sold: 1000000, taxes: -100000 } },
  },
}
