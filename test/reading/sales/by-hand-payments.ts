import type { SaleByHand } from './by-hand.ts'
import { line, paid, tax, visa } from './by-hand-parts.ts'

const order = { transactionType: 'OrderTransaction' }
const sofa = { number: 'BOP-7', totalAmount: 1850, items: [line('Sectional sofa', 1850, 1, 1850)] }
const guitar = { number: 'LAY-19', totalAmount: 318, items: [line('Acoustic guitar', 318, 1, 318)] }
const [april, may] = [paid('Cash', 60, { dateTime: '2026-04-01' }), paid('Cash', 60, { dateTime: '2026-05-01' })]
const room = [line('Double room', 107, 3, 321), line('Breakfast', 11.9, 6, 71.4)]
const saw = { items: [line('Hand saw', 27.99, 1, 27.99)], taxes: [tax(0.12, 27.99, 3.36)], grandAmount: 31.35 }
const bread = {
  currency: 'CHF',
  items: [line('Bread', 4.35, 1, 4.35), line('Cheese', 8.89, 1, 8.89)],
  grandAmount: 13.24,
}
const haircut = { items: [line('Haircut', 38, 1, 38)], tip: 7, grandAmount: 38 }
const empties = { items: [line('Empties', 0.25, -24, -6)], grandAmount: -6 }
const back = { transactionType: 'ReturnTransaction' }
const scarf = { returns: [{ items: [line('Scarf', 39.98, -1, -39.98)] }], roundingAdjustment: { value: -0.02 } }
const hat = { items: [line('Sun hat', 35, 1, 35)], returns: [{ items: [line('Winter coat', 55, 1, -55)] }] }

/** Sales whose tills differ in what they say was paid. */
export const paymentsByHand: Record<string, SaleByHand> = {
  'a deposit on an order, whose rest is due': {
    same: { ...order, orders: [sofa], grandAmount: 1850, tenders: [visa(925)] },
    spellings: {
      letter: { balanceDue: 925 },
      'said by the deposit, too': {
        orders: [{ ...sofa, deposits: [{ amount: 925, balanceDue: 925 }] }],
        balanceDue: 925,
      },
      'said by the deposit only': { orders: [{ ...sofa, deposits: [{ amount: 925, balanceDue: 925 }] }] },
    },
    ...{ paid: 925, column: [1850, 1850], counts: { sold: 185000, takings: 92500 } },
  },
  'the third payment of a layaway': {
    same: { ...order, grandAmount: 318, balanceDue: 98, tenders: [paid('Cash', 100)], tenderHistory: [april, may] },
    spellings: {
      letter: { orders: [guitar] },
      'all payments as deposits': {
        orders: [{ ...guitar, deposits: [{ amount: 60 }, { amount: 60 }, { amount: 100, balanceDue: 98 }] }],
      },
    },
    ...{ paid: 100, column: [318, 318], counts: { takings: 10000, paid_apart: 10000 } },
  },
  "a hotel's bill with a deposit in April": {
    same: { currency: 'EUR', items: room, grandAmount: 392.4, tenders: [visa(242.4)] },
    spellings: {
      letter: { deposit: { amount: 150, balanceDue: 0 } },
      'what was due before': { deposit: { amount: 150, balanceDue: 242.4 } },
      'below 0': { deposit: { amount: -150, balanceDue: 0 } },
      'all that was paid as applied': { deposit: { amount: 150 }, tenderApplied: 392.4 },
      'a total of the rest': { deposit: { amount: 150, balanceDue: 0 }, grandAmount: 242.4 },
    },
    ...{ paid: 242.4, column: [321, 71.4, 392.4], counts: { sold: 39240, takings: 24240 } },
  },
  "a hotel's bill with a payment in April": {
    same: {
      items: room,
      grandAmount: 392.4,
      tenders: [visa(242.4)],
      tenderHistory: [visa(150, { dateTime: '2026-04-02' })],
    },
    spellings: {
      letter: {},
      'all that was paid as applied': { tenderApplied: 392.4 },
      'a total of the rest': { grandAmount: 242.4 },
    },
    ...{ paid: 242.4, column: [321, 71.4, 392.4], counts: { sold: 39240, takings: 24240 } },
  },
  'cash with change': {
    same: saw,
    spellings: {
      letter: { tenders: [paid('Cash', 40)], changeDue: 8.65 },
      'what was kept': { tenders: [paid('Cash', 31.35)], changeDue: 8.65 },
      'what was kept, and applied': { tenders: [paid('Cash', 31.35)], changeDue: 8.65, tenderApplied: 31.35 },
      'what was kept, with what was handed over': {
        tenders: [paid('Cash', 31.35)],
        changeDue: 8.65,
        tenderApplied: 40,
      },
      'a balance below 0': { tenders: [paid('Cash', 40)], balanceDue: -8.65 },
      'a tender called so, above 0': { tenders: [paid('Cash', 40), paid('Change', 8.65)] },
      'tenders that say their currency': {
        tenders: [paid('Cash', 40, { currency: 'USD' }), paid('Change', -8.65, { currency: 'USD' })],
      },
    },
    ...{ paid: 31.35, column: [27.99, 3.36, 31.35], counts: { takings: 3135, change_due: 865 } },
  },
  'a deposit on an order, in cash with change': {
    same: { ...order, orders: [sofa], grandAmount: 1850, changeDue: 75, balanceDue: 925 },
    spellings: {
      letter: { tenders: [paid('Cash', 1000)] },
      'what was kept': { tenders: [paid('Cash', 925)] },
      'what was kept, said by the deposit': {
        ...{ balanceDue: undefined, tenders: [paid('Cash', 925)] },
        orders: [{ ...sofa, deposits: [{ amount: 925, balanceDue: 925 }] }],
      },
    },
    ...{ paid: 925, column: [1850, 1850], counts: { sold: 185000, takings: 92500, change_due: 7500 } },
  },
  'cash with change that a till rounds': {
    same: { ...bread, roundingAdjustment: { value: 0.01 }, tenders: [paid('Cash', 20)], changeDue: 6.75 },
    spellings: {
      letter: {},
      'what was applied, rounded': { tenderApplied: 13.25 },
      'what was applied, before': { tenderApplied: 13.24 },
      'a payment, taken off': { roundingAdjustment: undefined, tenders: [paid('Cash', 20), paid('Rounding', -0.01)] },
      'a payment, added': { roundingAdjustment: undefined, tenders: [paid('Cash', 20), paid('Rundung', 0.01)] },
    },
    ...{ paid: 13.25, column: [4.35, 8.89, 13.24], counts: { takings: 1325, rounding: 1 } },
  },
  'a haircut, a tip and change': {
    same: { ...haircut, changeDue: 5 },
    spellings: {
      letter: { tenders: [paid('Cash', 50)] },
      'what was kept': { tenders: [paid('Cash', 45)] },
      'what was applied, without the tip': { tenders: [paid('Cash', 50)], tenderApplied: 38 },
    },
    ...{ paid: 45, column: [38, 38], counts: { takings: 3800, tips: 700, change_due: 500 } },
  },
  'a haircut, its tip in the total, and change': {
    same: { ...haircut, grandAmount: 45, changeDue: 5 },
    spellings: { letter: { tenders: [paid('Cash', 50)] }, 'what was kept': { tenders: [paid('Cash', 45)] } },
    ...{ paid: 45, column: [38, 7, 45], counts: { takings: 3800, tips: 700, change_due: 500 } },
  },
  'empties, paid out as change': {
    same: { ...empties, changeDue: 6 },
    spellings: { letter: {}, 'a tender of nothing': { tenders: [paid('Cash', 0)] } },
    ...{ paid: 6, column: [6, 6], counts: { takings: -600, refunds: 600 } },
  },
  'a refund that a till rounds, paid out as change': {
    same: { ...back, ...scarf, currency: 'CHF', grandAmount: -39.98 },
    spellings: { letter: { changeDue: 40 }, 'a total above 0': { grandAmount: 39.98, changeDue: 40 } },
    ...{ paid: 40, column: [39.98, 39.98], counts: { takings: -4000, takings_known: 1 } },
  },
  'a payment of a layaway, whose till counts what is due as a debt': {
    same: {
      ...{ ...order, orders: [guitar], grandAmount: 318, tenderHistory: [april, may], tenders: [visa(98)] },
    },
    spellings: { letter: { balanceDue: 100 }, 'below 0': { balanceDue: -100 } },
    ...{ paid: 98, column: [318, 318], counts: { takings: 9800 } },
  },
  'a hotel bill with a deposit, whose till sends what was paid today': {
    same: { deposit: { amount: 92.4 }, taxes: [{ description: 'City tax', amount: 15.3 }], tenders: [visa(315.3)] },
    spellings: {
      letter: { items: room, grandAmount: 407.7 },
      'as its total': { items: room, grandAmount: 315.3 },
      'as its total, without those of lines': { items: room.map(({ total: _, ...sent }) => sent), grandAmount: 315.3 },
    },
    ...{ paid: 315.3, column: [321, 71.4, 15.3, 407.7], counts: { taxes: 1530 } },
  },
  'cash and change in the words of a till': {
    same: { ...bread },
    spellings: {
      letter: { tenders: [paid('BAR', 20)], changeDue: 6.76 },
      'what was kept': { tenders: [paid('Bargeld', 13.24)], changeDue: 6.76 },
      'a payment below 0': { tenders: [paid('Bar', 20), paid('Bar', -6.76)] },
      'a payment that is called change': { tenders: [paid('BAR', 20), paid('Rückgeld', 6.76)] },
      'a balance below 0': { tenders: [paid('BAR', 20)], balanceDue: -6.76 },
    },
    ...{ paid: 13.24, column: [4.35, 8.89, 13.24], counts: { takings: 1324, change_due: 676 } },
  },
  'an exchange in one list, by quantity': {
    same: { items: [line('Scarf', 35, 1, 35), line('Wool coat', 89, -1, -89)] },
    spellings: {
      letter: { taxes: [tax(0.1, -54, -5.4)], grandAmount: -59.4, tenders: [visa(-59.4)] },
      'a total above 0': { taxes: [tax(0.1, -54, -5.4)], grandAmount: 59.4, tenders: [visa(-59.4)] },
      'all above 0': { taxes: [tax(0.1, 54, 5.4)], grandAmount: 59.4, tenders: [visa(59.4)] },
    },
    ...{ paid: 59.4, column: [35, -89, -5.4, -59.4], counts: { takings: -5940 } },
  },
  'an exchange whose rest is paid out as change': {
    same: { ...hat, grandAmount: -20, changeDue: 20 },
    spellings: { letter: {} },
    ...{ paid: 20, column: [35, -55, -20], counts: { takings: -2000, takings_known: 1 } },
  },
  'a refund on a card and in cash, which the till calls change': {
    same: { ...back, returns: [{ items: [line('Running shoes', 143, 1, 143)] }], changeDue: 43 },
    spellings: {
      letter: { grandAmount: 143, tenders: [visa(100)] },
      'below 0': { grandAmount: -143, tenders: [visa(-100)] },
    },
    ...{ paid: 143, column: [143, 143], counts: { takings: -14300 } },
  },
}
