import { expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { aReceipt, plain, type SentReceipt } from '../support/receipts.ts'

const engine = await createEngine()
const cash = (amount: number) => ({ tenderTypeCode: 'Cash', amount })
const visa = (amount: number, last4Digits = '4242') => ({
  ...{ tenderTypeCode: 'Credit', amount },
  creditDebit: { typeCode: 'Visa', last4Digits },
})
const off = (name: string, amount: number) => ({ name, amount })
const shirt = { name: 'Oxford shirt', price: 100, total: 90, discounts: [off('Club price', -10)] }
const hat = { name: 'Felt hat', price: 50, total: 45, discounts: [off('Club price', -5)] }
const tshirt = { name: 'T-shirt', price: 10, total: 9, discounts: [off('Summer sale', -1)] }
const shorts = { name: 'Shorts', price: 20, total: 18, discounts: [off('Summer sale', -2)] }
const back = 'ReturnTransaction'
const order = 'OrderTransaction'
const lamp = { name: 'Desk lamp', total: 80 }
const lampBack = [{ items: [{ ...lamp, total: -80 }] }]
const fifteen = off('Welcome gift', 15)

/** Receipts that were read wrong once, by the finding's number: the subject, rows with amounts in the mail's text and on the slip, and what the audit says. */
interface Case {
  sent: SentReceipt
  subject: string
  text: string[]
  slip: string[]
  odd?: string[]
}

const cases: Record<string, Case> = {
  'R1: a part payment of a sale, with nothing said to be due': {
    sent: { items: [{ name: 'Corner sofa', total: 1500 }], grandAmount: 1500, tenders: [cash(500)] },
    subject: 'Receipt from Pebble & Pine: $500.00',
    text: [
      'Paid today | $500.00',
      'Paid in cash · of $1,500.00 in total',
      'Corner sofa | $1,500.00',
      'Total | $1,500.00',
    ],
    slip: ['Corner sofa | $1,500.00', 'Total | $1,500.00', 'Cash | $500.00'],
    odd: ['tenders tender_sum'],
  },
  'R1: a part payment that `tenderApplied` says, too': {
    sent: { items: [{ name: 'Tea caddy', total: 16 }], grandAmount: 16, tenders: [visa(4)], tenderApplied: 4 },
    subject: 'Receipt from Pebble & Pine: $4.00',
    text: [
      'Paid today | $4.00',
      'Paid with Visa •••• 4242 · of $16.00 in total',
      'Tea caddy | $16.00',
      'Total | $16.00',
    ],
    slip: ['Tea caddy | $16.00', 'Total | $16.00', 'Visa •••• 4242 | $4.00'],
    odd: ['tenders tender_sum'],
  },
  'R1: a deposit on an order': {
    sent: {
      transactionType: order,
      orders: [
        { number: 'W-7', totalAmount: 200, items: [{ name: 'Wardrobe', total: 200 }], deposits: [{ amount: 50 }] },
      ],
      grandAmount: 200,
      tenders: [visa(50)],
      balanceDue: 150,
    },
    subject: 'Order receipt from Pebble & Pine: $50.00',
    text: [
      'Paid today | $50.00',
      'Paid with Visa •••• 4242 · of $200.00 in total',
      'Balance due: $150.00',
      'Wardrobe | $200.00',
      'Total | $200.00',
      'Visa •••• 4242 | $50.00',
      'Balance due | $150.00',
    ],
    slip: ['Wardrobe | $200.00', 'Total | $200.00', 'Visa •••• 4242 | $50.00', 'Balance due | $150.00'],
  },
  'R1: a layaway with an earlier payment': {
    sent: {
      transactionType: order,
      orders: [{ number: 'L-4', totalAmount: 1500, items: [{ name: 'Corner sofa', total: 1500 }] }],
      grandAmount: 1500,
      tenders: [cash(500)],
      tenderHistory: [{ ...cash(200), dateTime: '2026-09-01' }],
      balanceDue: 800,
    },
    subject: 'Order receipt from Pebble & Pine: $500.00',
    text: [
      'Paid today | $500.00',
      'Paid in cash · of $1,500.00 in total · Balance due: $800.00',
      'Corner sofa | $1,500.00',
      'Total | $1,500.00',
      'Cash | $500.00',
      'Paid earlier | $200.00',
      'Balance due | $800.00',
      'Cash | Paid earlier · $200.00 · Sep 1, 2026',
    ],
    slip: [
      'Corner sofa | $1,500.00',
      'Total | $1,500.00',
      'Cash | $500.00',
      'Paid earlier | $200.00',
      'Balance due | $800.00',
      'Cash | Paid earlier · $200.00',
    ],
  },
  'R1: goods of which the till sends prices only': {
    sent: {
      items: [{ name: 'Wood screws', price: 0.15, quantity: { value: 40 } }],
      taxes: [{ description: 'Sales tax', percent: 0.08, amount: 0.48 }],
      grandAmount: 6.48,
      tenders: [visa(6.48)],
    },
    subject: 'Receipt from Pebble & Pine: $6.48',
    text: [
      'Total | $6.48',
      'Wood screws | $6.00',
      '40 × $0.15',
      'Subtotal | $6.00',
      'Sales tax 8% | $0.48',
      'Total | $6.48',
    ],
    slip: ['Wood screws | $6.00', '40 × $0.15', 'Subtotal | $6.00', 'Sales tax 8% | $0.48', 'Total | $6.48'],
  },
  'R1: goods and the deposit on an order, which stands below the total': {
    sent: {
      items: [{ name: 'Tablecloth', total: 20 }],
      orders: [
        {
          ...{ number: 'O-3', totalAmount: 700, items: [{ name: 'Oak table', total: 700 }] },
          deposits: [{ amount: 140, balanceDue: 560 }],
        },
      ],
      grandAmount: 160,
      tenders: [visa(160)],
    },
    subject: 'Receipt from Pebble & Pine: $160.00',
    text: [
      'Total | $160.00',
      'Tablecloth | $20.00',
      'Subtotal | $20.00',
      'Order O-3 | $140.00',
      'Total | $160.00',
      'Oak table | $700.00',
      'Order total | $700.00',
      'Deposit | −$140.00',
      'Balance due | $560.00',
    ],
    slip: [
      'Tablecloth | $20.00',
      'Subtotal | $20.00',
      'Order O-3 | $140.00',
      'Total | $160.00',
      'Oak table | $700.00',
      'Order total | $700.00',
      'Deposit | −$140.00',
      'Balance due | $560.00',
    ],
  },
  'R1: a deposit whose balance is another than what is due': {
    sent: {
      transactionType: order,
      orders: [
        {
          ...{ number: 'W-7', totalAmount: 200, items: [{ name: 'Wardrobe', total: 200 }] },
          deposits: [{ amount: 50, balanceDue: 1500 }],
        },
      ],
      grandAmount: 200,
      tenders: [visa(50)],
      balanceDue: 150,
    },
    subject: 'Order receipt from Pebble & Pine: $50.00',
    text: [
      'Paid today | $50.00',
      'Paid with Visa •••• 4242 · of $200.00 in total',
      'Balance due: $150.00',
      'Wardrobe | $200.00',
      'Balance due | $1,500.00',
      'Total | $200.00',
      'Visa •••• 4242 | $50.00',
      'Balance due | $150.00',
    ],
    slip: [
      'Wardrobe | $200.00',
      'Balance due | $1,500.00',
      'Total | $200.00',
      'Visa •••• 4242 | $50.00',
      'Balance due | $150.00',
    ],
    odd: ['orders[0].deposits[0].balanceDue balance_due'],
  },
  'R2: a return with goods, discount and total below 0': {
    sent: {
      transactionType: back,
      returns: lampBack,
      discounts: [{ ...fifteen, amount: -15 }],
      grandAmount: -65,
      tenders: [cash(-65)],
    },
    subject: 'Refund from Pebble & Pine: $65.00',
    text: [
      'Refund | $65.00',
      'Desk lamp | $80.00',
      'Subtotal | $80.00',
      'Welcome gift | −$15.00',
      'Refund total | $65.00',
    ],
    slip: ['Desk lamp | $80.00', 'Subtotal | $80.00', 'Welcome gift | −$15.00', 'Refund total | $65.00'],
  },
  'R2: a return with a discount above 0 and a tax below': {
    sent: {
      transactionType: back,
      items: [lamp],
      discounts: [fifteen],
      taxes: [{ taxTypeCode: 'HST', percent: 0.15, amount: -9.75 }],
      grandAmount: 74.75,
      tenders: [cash(74.75)],
    },
    subject: 'Refund from Pebble & Pine: $74.75',
    text: [
      'Refund | $74.75',
      'Desk lamp | $80.00',
      'Subtotal | $80.00',
      'Welcome gift | −$15.00',
      'Before tax | $65.00',
      'HST 15% | $9.75',
      'Refund total | $74.75',
    ],
    slip: [
      'Desk lamp | $80.00',
      'Subtotal | $80.00',
      'Welcome gift | −$15.00',
      'Before tax | $65.00',
      'HST 15% | $9.75',
      'Refund total | $74.75',
    ],
  },
  'R2: a return of which a fee is kept, all above 0': {
    sent: {
      transactionType: back,
      returns: [{ items: [{ name: 'Mug', total: 25 }] }],
      fees: [{ description: 'Restocking', amount: 5 }],
      grandAmount: 20,
      tenders: [cash(20)],
    },
    subject: 'Refund from Pebble & Pine: $20.00',
    text: ['Refund | $20.00', 'Mug | $25.00', 'Subtotal | $25.00', 'Restocking | −$5.00', 'Refund total | $20.00'],
    slip: ['Mug | $25.00', 'Subtotal | $25.00', 'Restocking | −$5.00', 'Refund total | $20.00'],
  },
  'R2: a return whose lines and their discounts are below 0': {
    sent: {
      transactionType: back,
      returns: [
        {
          items: [
            { ...tshirt, total: -9 },
            { ...shorts, total: -18 },
          ],
        },
      ],
      grandAmount: -27,
      tenders: [cash(-27)],
    },
    subject: 'Refund from Pebble & Pine: $27.00',
    text: [
      'Refund | $27.00',
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Refund total | $27.00',
    ],
    slip: [
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Refund total | $27.00',
    ],
  },
  'R2: a return with a tax that was in the price': {
    sent: {
      transactionType: back,
      returns: [{ items: [{ name: 'Garden hose', total: 59.5 }] }],
      taxes: [{ taxTypeCode: 'VAT', percent: 0.19, taxableAmount: -50, amount: -9.5 }],
      grandAmount: -59.5,
      tenders: [cash(59.5)],
    },
    subject: 'Refund from Pebble & Pine: $59.50',
    text: ['Refund | $59.50', 'Garden hose | $59.50', 'Refund total | $59.50', 'VAT 19% on $50.00 | $9.50'],
    slip: ['Garden hose | $59.50', 'Refund total | $59.50', 'VAT 19% on $50.00 | $9.50'],
  },
  'R2: a return of an order': {
    sent: {
      transactionType: back,
      orders: [{ number: 'C-9', totalAmount: -200, items: [{ name: 'Canoe', total: -200 }] }],
      grandAmount: -200,
      tenders: [visa(200)],
    },
    subject: 'Refund from Pebble & Pine: $200.00',
    text: ['Refund | $200.00', 'Canoe | $200.00', 'Refund total | $200.00'],
    slip: ['Canoe | $200.00', 'Refund total $200.00'],
  },
  'R2: a refund above 0 whose tender is below': {
    sent: {
      transactionType: back,
      returns: [{ items: [{ name: 'Mug', total: 25 }] }],
      grandAmount: 25,
      tenders: [visa(-25)],
    },
    subject: 'Refund from Pebble & Pine: $25.00',
    text: ['Refund | $25.00', 'Mug | $25.00', 'Refund total | $25.00'],
    slip: ['Mug | $25.00', 'Refund total | $25.00'],
  },
  'R3: a tip that the total doesn’t have': {
    sent: {
      items: [{ name: 'Dinner', total: 80 }],
      taxes: [{ taxTypeCode: 'HST', percent: 0.15, amount: 12 }],
      tip: 18,
      grandAmount: 92,
      tenders: [visa(110)],
    },
    subject: 'Receipt from Pebble & Pine: $110.00',
    text: [
      'Amount paid | $110.00',
      'Dinner | $80.00',
      'Subtotal | $80.00',
      'HST 15% | $12.00',
      'Total | $92.00',
      'Tip | $18.00',
      'Visa •••• 4242 | $110.00',
    ],
    slip: [
      'Dinner | $80.00',
      'Subtotal | $80.00',
      'HST 15% | $12.00',
      'Total | $92.00',
      'Tip | $18.00',
      'Visa •••• 4242 | $110.00',
    ],
  },
  'R3: a tip that it has': {
    sent: { items: [{ name: 'Dinner', total: 80 }], tip: 10, grandAmount: 90, tenders: [visa(90)] },
    subject: 'Receipt from Pebble & Pine: $90.00',
    text: ['Amount paid | $90.00', 'Dinner | $80.00', 'Subtotal | $80.00', 'Tip | $10.00', 'Total | $90.00'],
    slip: ['Dinner | $80.00', 'Subtotal | $80.00', 'Tip | $10.00', 'Total | $90.00'],
  },
  'R3: a rounding that it doesn’t have': {
    sent: {
      items: [
        { name: 'Brot', total: 1.23 },
        { name: 'Milch', total: 1.44 },
      ],
      currency: 'CHF',
      roundingAdjustment: { value: -0.02 },
      grandAmount: 2.67,
      tenders: [cash(5)],
      changeDue: 2.35,
    },
    subject: 'Receipt from Pebble & Pine: CHF 2.65',
    text: [
      'Amount paid | CHF 2.65',
      'Brot | CHF 1.23',
      'Milch | CHF 1.44',
      'Total | CHF 2.67',
      'Rounding | −CHF 0.02',
      'Cash | CHF 5.00',
      'Change | CHF 2.35',
    ],
    slip: [
      'Brot | CHF 1.23',
      'Milch | CHF 1.44',
      'Total | CHF 2.67',
      'Rounding | −CHF 0.02',
      'Cash | CHF 5.00',
      'Change | CHF 2.35',
    ],
  },
  'R3: a refund that is rounded down': {
    sent: {
      transactionType: back,
      returns: [{ items: [{ name: 'Soap', total: -1.97 }] }],
      roundingAdjustment: { value: 0.02 },
      grandAmount: -1.97,
      tenders: [cash(-1.95)],
    },
    subject: 'Refund from Pebble & Pine: $1.95',
    text: ['Refund | $1.95', 'Soap | $1.97', 'Refund total | $1.97', 'Rounding | −$0.02', 'Cash | $1.95'],
    slip: ['Soap | $1.97', 'Refund total | $1.97', 'Rounding | −$0.02', 'Cash | $1.95'],
  },
  'R4: an exchange saves less what came back had saved': {
    sent: {
      items: [shirt, hat],
      returns: [
        {
          items: [
            { ...tshirt, total: -9 },
            { ...shorts, total: -18 },
          ],
        },
      ],
      grandAmount: 108,
      tenders: [cash(108)],
    },
    subject: 'Receipt from Pebble & Pine: $108.00',
    text: [
      'Total | $108.00',
      'Oxford shirt | $90.00',
      '$100.00 · Club price −$10.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'T-shirt | −$9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | −$18.00',
      '$20.00 · Summer sale −$2.00',
      'Total | $108.00',
      'You saved $12.00',
    ],
    slip: [
      'Oxford shirt | $90.00',
      '$100.00 · Club price −$10.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'T-shirt | −$9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | −$18.00',
      '$20.00 · Summer sale −$2.00',
      'Total | $108.00',
      'You saved $12.00',
    ],
  },
  'R4: a voided line saves nothing': {
    sent: {
      items: [
        tshirt,
        { ...tshirt, quantity: { value: -1 }, total: -9, discounts: [off('Summer sale', 1)] },
        shorts,
        hat,
      ],
      grandAmount: 63,
      tenders: [cash(63)],
    },
    subject: 'Receipt from Pebble & Pine: $63.00',
    text: [
      'Total | $63.00',
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'T-shirt | −$9.00',
      '−1 × $10.00 · Summer sale $1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'Total | $63.00',
      'You saved $7.00',
    ],
    slip: [
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'T-shirt | −$9.00',
      '−1 × $10.00 · Summer sale $1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'Total | $63.00',
      'You saved $7.00',
    ],
  },
  'R5: discounts of lines, said once more as their sum': {
    sent: { items: [shirt, hat], discounts: [off('Your savings', -15)], grandAmount: 135, tenders: [cash(135)] },
    subject: 'Receipt from Pebble & Pine: $135.00',
    text: [
      'Total | $135.00',
      'Oxford shirt | $90.00',
      '$100.00 · Club price −$10.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'Total | $135.00',
      'You saved $15.00',
    ],
    slip: [
      'Oxford shirt | $90.00',
      '$100.00 · Club price −$10.00',
      'Felt hat | $45.00',
      '$50.00 · Club price −$5.00',
      'Total | $135.00',
      'You saved $15.00',
    ],
  },
  'R5: discounts of lines, said once more under another name': {
    sent: {
      items: [tshirt, shorts],
      discounts: [off('Promotion', -1), off('Promotion', -2)],
      grossAmount: 30,
      netAmount: 27,
      grandAmount: 27,
      tenders: [cash(27)],
    },
    subject: 'Receipt from Pebble & Pine: $27.00',
    text: [
      'Total | $27.00',
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Total | $27.00',
      'You saved $3.00',
    ],
    slip: [
      'T-shirt | $9.00',
      '$10.00 · Summer sale −$1.00',
      'Shorts | $18.00',
      '$20.00 · Summer sale −$2.00',
      'Total | $27.00',
      'You saved $3.00',
    ],
  },
  'R7: an exchange that pays back, sent above 0': {
    sent: {
      transactionType: back,
      items: [{ name: 'Rain boots', total: 60 }],
      returns: [{ items: [{ name: 'Desk lamp', total: 85 }] }],
      grandAmount: 25,
      tenders: [cash(25)],
    },
    subject: 'Refund from Pebble & Pine: $25.00',
    text: ['Refund | $25.00', 'Rain boots | $60.00', 'Desk lamp | −$85.00', 'Total | −$25.00'],
    slip: ['Rain boots | $60.00', 'Desk lamp | −$85.00', 'Total | −$25.00'],
  },
  'R8: an even exchange with a tender of nothing': {
    sent: {
      items: [{ name: 'Oxford shirt, L', total: 25 }],
      returns: [{ items: [{ name: 'Oxford shirt, M', total: -25 }] }],
      grandAmount: 0,
      tenders: [cash(0)],
    },
    subject: 'Receipt from Pebble & Pine: $0.00',
    text: ['Total | $0.00', 'Oxford shirt, L | $25.00', 'Oxford shirt, M | −$25.00', 'Total | $0.00'],
    slip: ['Oxford shirt, L | $25.00', 'Oxford shirt, M | −$25.00', 'Total | $0.00'],
  },
  'R8: a voucher as a line below 0': {
    sent: {
      items: [
        { name: 'Olive oil', total: 30 },
        { name: 'Voucher', total: -10 },
      ],
      grandAmount: 20,
      tenders: [cash(20)],
    },
    subject: 'Receipt from Pebble & Pine: $20.00',
    text: ['Total | $20.00', 'Olive oil | $30.00', 'Voucher | −$10.00', 'Total | $20.00'],
    slip: ['Olive oil | $30.00', 'Voucher | −$10.00', 'Total | $20.00'],
  },
  'R8: a net amount after a discount above 0': {
    sent: {
      items: [{ name: 'Olive oil', total: 12.5 }],
      discounts: [off('Promotion', 2.5)],
      grossAmount: 12.5,
      netAmount: 10,
      grandAmount: 10,
      tenders: [cash(10)],
    },
    subject: 'Receipt from Pebble & Pine: $10.00',
    text: ['Total | $10.00', 'Olive oil | $12.50', 'Subtotal | $12.50', 'Promotion | −$2.50', 'Total | $10.00'],
    slip: ['Olive oil | $12.50', 'Subtotal | $12.50', 'Promotion | −$2.50', 'Total | $10.00'],
    odd: ['discounts[0].amount discount_positive'],
  },
  'R9: a sale whose total is below 0': {
    sent: {
      items: [{ name: 'Felt hat', total: 20 }],
      returns: [{ items: [{ name: 'Wool coat', total: -50 }] }],
      grandAmount: -30,
      tenders: [visa(-30)],
    },
    subject: 'Refund from Pebble & Pine: $30.00',
    text: ['Refund | $30.00', 'Felt hat | $20.00', 'Wool coat | −$50.00', 'Total | −$30.00'],
    slip: ['Felt hat | $20.00', 'Wool coat | −$50.00', 'Total | −$30.00'],
  },
  'R11: change, above or below 0': {
    sent: { items: [{ name: 'Olive oil', total: 11.25 }], grandAmount: 11.25, tenders: [cash(20)], changeDue: -8.75 },
    subject: 'Receipt from Pebble & Pine: $11.25',
    text: ['Total | $11.25', 'Olive oil | $11.25', 'Total | $11.25', 'Cash | $20.00', 'Change | $8.75'],
    slip: ['Olive oil | $11.25', 'Total | $11.25', 'Cash | $20.00', 'Change | $8.75'],
  },
  'R11: change as a tender': {
    sent: { items: [{ name: 'Olive oil', total: 11.25 }], grandAmount: 11.25, tenders: [cash(20), cash(-8.75)] },
    subject: 'Receipt from Pebble & Pine: $11.25',
    text: ['Total | $11.25', 'Olive oil | $11.25', 'Total | $11.25', 'Cash | $20.00', 'Change | $8.75'],
    slip: ['Olive oil | $11.25', 'Total | $11.25', 'Cash | $20.00', 'Change | $8.75'],
  },
  'R12: a net amount of an order that no rows come to': {
    sent: {
      transactionType: order,
      orders: [
        {
          number: 'B-12',
          items: [{ name: 'Bathroom fittings', total: 6900 }],
          fees: [{ description: 'Delivery', amount: 90 }],
          netAmount: 7115.25,
          taxes: [{ description: 'Sales tax', amount: 345 }],
          totalAmount: 7335,
        },
      ],
      grandAmount: 7335,
      tenders: [visa(7335)],
    },
    subject: 'Order receipt from Pebble & Pine: $7,335.00',
    text: [
      'Total | $7,335.00',
      'Bathroom fittings | $6,900.00',
      'Subtotal | $6,900.00',
      'Delivery | $90.00',
      'Before tax | $6,990.00',
      'Net amount $7,115.25',
      'Sales tax | $345.00',
      'Total | $7,335.00',
    ],
    slip: [
      'Bathroom fittings | $6,900.00',
      'Subtotal | $6,900.00',
      'Delivery | $90.00',
      'Before tax | $6,990.00',
      'Net amount $7,115.25',
      'Sales tax | $345.00',
      'Total | $7,335.00',
    ],
    odd: ['orders[0].netAmount net_amount'],
  },
}

test.each(Object.entries(cases))('%s', (_, { sent, subject, text, slip, odd = [] }) => {
  expect(saidOf(sent)).toEqual({ subject, text, slip, odd })
})

/** Where they stand there differs: a sheet says in its heading what was paid, and taxes have a table. */
test.each(['a4', 'roll80'] as const)('each of these has the amounts of its slip on %s', async paper => {
  const fixture = { ...fixtureNamed('minimal'), options: {} }
  for (const [name, { sent, slip }] of Object.entries(cases)) {
    const said = plain(await pageOf({ ...fixture, receipt: aReceipt(sent) }, paper)).replace(/<[^>]*>/g, '\n')
    const amounts = slip.flatMap(row => row.match(/[−-]?[^\s\d]*\d[\d.,]*\.\d\d/g) ?? [])
    expect(amounts.length, name).toBeGreaterThan(0)
    expect([name, amounts.filter(amount => !said.includes(amount))]).toEqual([name, []])
  }
})

/** Lines with amounts, with columns apart by a bar. */
function saidOf(sent: SentReceipt) {
  const receipt = aReceipt(sent)
  const { subject, text } = engine.email(receipt)
  const slip = engine.slip(receipt, { columns: 40 }).parts.map(part => ('text' in part ? part.text : ''))
  return {
    subject: plain(subject),
    text: rowsOf(text),
    slip: rowsOf(slip.join('\n')),
    odd: auditReceipt(receipt).map(({ path, code }) => `${path} ${code}`),
  }
}

function rowsOf(text: string): string[] {
  const lines = plain(text).split('\n')
  return lines.filter(line => /\d[.,]\d\d/.test(line)).map(line => line.trim().replace(/ {2,}/g, ' | '))
}
