import { receipt } from './service.ts'

/** The store of the day. */
export const store = { id: '12', name: 'Queen Street', address: { territory: 'ON', country: { code: 'CA' } } }
/** A payment by card. */
export const visa = (amount: number) => ({
  tenderTypeCode: 'CreditDebit',
  amount,
  creditDebit: { typeCode: 'Visa', last4Digits: '1881' },
})

let number = 0
/** A sale of the store, at a time of its clock. */
export const sale = (time: string, register: string, fields: object) =>
  receipt({
    transactionNumber: `12-${++number}`,
    receiptDateTime: `2026-11-${time}:00-05:00`,
    currency: 'CAD',
    workstation: { id: register, store },
    ...{ items: undefined, taxes: undefined, tenders: undefined, grandAmount: undefined, tip: undefined },
    ...fields,
  })

const tax = (amount: number, taxableAmount: number) => [{ taxTypeCode: 'HST', percent: 0.13, taxableAmount, amount }]

/** The Saturday of a shop with two registers that is open until after midnight. */
export const saturday = [
  // 56.50, of which 60.00 were handed over.
  sale('28T10:05', '1', {
    items: [{ name: 'Wool scarf', total: 50 }],
    taxes: tax(6.5, 50),
    grandAmount: 56.5,
    tenders: [{ tenderTypeCode: 'Cash', amount: 60 }],
    changeDue: 3.5,
  }),
  // 22.60 by card with a tip.
  sale('28T12:40', '2', {
    items: [{ name: 'Lunch', total: 20 }],
    taxes: tax(2.6, 20),
    grandAmount: 22.6,
    tip: 4,
    tenders: [visa(26.6)],
  }),
  // Half by gift card, half in cash; a discount.
  sale('28T17:20', '10', {
    items: [{ name: 'Down vest', total: 100 }],
    discounts: [{ name: 'Member', amount: -10 }],
    taxes: tax(11.7, 90),
    grandAmount: 101.7,
    tenders: [
      { tenderTypeCode: 'GiftCard', amount: 50, giftCard: { accountNumber: '6006491260550218417' } },
      { tenderTypeCode: 'Cash', amount: 51.7 },
    ],
  }),
  // Cash back for what was returned.
  sale('28T18:00', '1', {
    transactionType: 'ReturnTransaction',
    returns: [{ items: [{ name: 'Wool scarf', total: -50 }] }],
    taxes: tax(-6.5, -50),
    grandAmount: -56.5,
    tenders: [{ tenderTypeCode: 'Cash', amount: -56.5 }],
  }),
  // Half past midnight: of this day if it ends at four.
  sale('29T00:30', '1', {
    items: [{ name: 'Late snack', total: 10 }],
    taxes: tax(1.3, 10),
    grandAmount: 11.3,
    tenders: [{ tenderTypeCode: 'Cash', amount: 11.3 }],
  }),
  sale('28T09:00', '1', {
    mode: 'TRAINING',
    items: [{ name: 'Wool scarf', total: 50 }],
    grandAmount: 50,
    tenders: [{ tenderTypeCode: 'Cash', amount: 50 }],
  }),
]
