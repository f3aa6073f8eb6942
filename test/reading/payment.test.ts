import { describe, expect, test } from 'vitest'
import { shippedLocales } from '../../src/locale/words/shipped-locales.ts'
import { readMeaning } from '../../src/reading/meaning.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { aReceipt, asText, plain, type SentReceipt, viewOf } from '../support/receipts.ts'

const read = (differs: SentReceipt) => readMeaning(parseReceipt(aReceipt(differs))).payment
const cash = (amount: number, more: SentReceipt = {}) => ({ tenderTypeCode: 'Cash', amount, ...more })
const full = { today: undefined, earlier: undefined, due: undefined }

describe('paid in full is', () => {
  test.each<[string, SentReceipt]>([
    ['what the tenders make', { tenders: [cash(12)] }],
    ['what they make less change', { tenders: [cash(20)], changeDue: 8, tenderApplied: 12 }],
    ['what they make, change counted in', { tenders: [cash(20)], changeDue: 8, tenderApplied: 20 }],
    ['change as its own tender', { tenders: [cash(20), cash(-8)], changeDue: 8 }],
    ['cash short by its rounding', { grandAmount: 12.02, tenders: [cash(12)], roundingAdjustment: { value: -0.02 } }],
    ['a cent less, which a till may have rounded', { grandAmount: 12.01, tenders: [cash(12)] }],
    ['a tip on the card', { tenders: [cash(15)], tip: 3 }],
    ['what tenders say, though nothing counts as applied', { tenders: [cash(12)], tenderApplied: 0 }],
    ['a tender in other money', { tenders: [cash(200, { currency: 'MXN' })], tenderApplied: 12 }],
    ['a gift card sold', { grandAmount: 0 }],
    ['a refund', { grandAmount: -12, tenders: [cash(-12)], transactionType: 'ReturnTransaction' }],
    ['a tender without an amount', { tenders: [{ tenderTypeCode: 'Cash' }] }],
  ])('%s', (_, differs) => expect(read(differs)).toEqual(full))
})

describe('paid in part is', () => {
  test.each<[string, SentReceipt, SentReceipt]>([
    ['what leaves a balance', { tenders: [cash(5)], balanceDue: 7 }, { today: 5, due: 7 }],
    ['less than the total, with nothing said of the rest', { tenders: [cash(5)] }, { today: 5 }],
    ['two cents less', { grandAmount: 12.02, tenders: [cash(12)] }, { today: 12 }],
    ['what follows a deposit', { tenders: [cash(5)], deposit: { amount: 7 } }, { today: 5, earlier: 7 }],
    ['what follows payments', { tenders: [cash(5)], tenderHistory: [cash(3), cash(4)] }, { today: 5, earlier: 7 }],
    [
      'an instalment of an order',
      { tenders: [cash(5)], balanceDue: 4, orders: [{ deposits: [{ amount: 3 }] }] },
      { today: 5, earlier: 3, due: 4 },
    ],
    ['with change', { tenders: [cash(10)], changeDue: 5, tenderApplied: 10, balanceDue: 7 }, { today: 5, due: 7 }],
    [
      'earlier payments that do not explain the rest are not said to',
      { tenders: [cash(5)], tenderHistory: [cash(3)] },
      { today: 5 },
    ],
    [
      'in other money',
      { tenders: [cash(99, { currency: 'MXN' })], tenderApplied: 5, balanceDue: 7 },
      { today: 5, due: 7 },
    ],
  ])('%s', (_, differs, payment) => expect(read(differs)).toEqual({ ...full, ...payment }))

  test('by the unit of its money: one fils short is full, two are not', () => {
    const sale = (paid: number) => read({ currency: 'KWD', grandAmount: 1.5, tenders: [cash(paid)] }).today
    expect([1.5, 1.499, 1.498].map(sale)).toEqual([undefined, undefined, 1.498])
  })
})

test('nothing was paid where only a balance is', () => {
  expect(read({ balanceDue: 12 })).toEqual({ ...full, due: 12 })
})

describe('the head of a receipt', () => {
  const headOf = (name: string) => {
    const { heading } = viewOf(fixtureNamed(name).receipt as SentReceipt)
    return [heading.amountLabel, heading.amount, heading.outcome, heading.outstanding].map(part =>
      typeof part === 'string' ? plain(part) : part,
    )
  }

  test.each([
    ['layaway', '$276.00', 'Paid with Visa Debit •••• 1881 · of $1,379.95 in total · Balance due: $828.00', true],
    ['hotel.en-GB', '£436.40', 'Paid with Mastercard •••• 8129 · of £578.40 in total', false],
    ['bulk-300', '$25,741.80', 'Paid with check · of $51,483.60 in total · Balance due: $25,741.80', true],
    ['everything', '$846.30', 'Paid with Visa, gift card, and cash · of $896.63 in total · Balance due: $50.33', true],
  ])('%s says what was paid today, of what, and what is due', (name, amount, outcome, outstanding) => {
    expect(headOf(name)).toEqual(['Paid today', amount, outcome, outstanding])
  })

  test('asks for what is due, where a deposit was paid on a request', () => {
    const sent = aReceipt({
      transactionType: 'PaymentLinkTransaction',
      paymentLink: 'https://pay.example.com/1',
      grandAmount: 100,
      balanceDue: 60,
    })
    const { heading, paymentLink } = viewOf(sent)
    expect([heading.amountLabel, heading.amount, heading.partial]).toEqual(['Amount due', '$60.00', true])
    expect(plain(heading.outcome)).toBe('of $100.00 in total · Payment due')
    expect(paymentLink!.button).toBe('Pay $60.00')
  })

  test('never claims that the total was paid where a part was, in any language', () => {
    for (const tag of shippedLocales) {
      const { heading, subject } = viewOf(aReceipt({ grandAmount: 987.65, tenders: [cash(123.45)] }), tag)
      expect(heading.amount, tag).toMatch(/123.45/)
      expect(heading.outcome, tag).toMatch(/987.65/)
      expect(subject, tag).not.toMatch(/987.65/)
    }
  })
})

describe('a balance is printed once', () => {
  const layaway = (deposit: SentReceipt, differs: SentReceipt = {}) => {
    const { orders } = viewOf(
      aReceipt({
        grandAmount: 100,
        tenders: [cash(30)],
        balanceDue: 40,
        orders: [{ deposits: [deposit] }],
        ...differs,
      }),
    )
    return asText(orders[0]!.deposits)
  }

  test.each<[string, SentReceipt, string[]]>([
    ['before today’s payment', { amount: 30, balanceDue: 70 }, ['Deposit | $30.00']],
    ['after it', { amount: 30, balanceDue: 40 }, ['Deposit | $30.00']],
    ['a cent off', { amount: 30, balanceDue: 40.01 }, ['Deposit | $30.00']],
    ['of something else', { amount: 30, balanceDue: 40.02 }, ['Deposit | $30.00', 'Balance due | $40.02']],
  ])('where that of a deposit is the one %s', (_, deposit, lines) => expect(layaway(deposit)).toEqual(lines))

  test('and that of a deposit stands where the receipt names none', () => {
    expect(layaway({ amount: 30, balanceDue: 70 }, { balanceDue: undefined })).toEqual([
      'Deposit | $30.00',
      'Balance due | $70.00',
    ])
  })
})

describe('what an order and the receipt share is printed once', () => {
  const tax = { description: 'Tax', percent: 0.1, taxableAmount: 105, amount: 10.5 }
  const fee = { description: 'Delivery', amount: 5 }
  const order = { grossAmount: 100, netAmount: 105, taxes: [tax], fees: [fee], totalAmount: 115.5 }
  const shared = { grossAmount: 100, netAmount: 105, taxes: [tax], fees: [fee], grandAmount: 115.5 }
  const sums = (differs: SentReceipt) => {
    const { orders, totals } = viewOf(aReceipt(differs))
    return [asText([...orders[0]!.lines, ...(orders[0]!.total ? [orders[0]!.total] : [])]), asText(totals!.lines)]
  }
  const ofOrder = [
    'Order subtotal | $100.00',
    'Delivery | $5.00',
    'Order before tax | $105.00',
    'Tax 10% | $10.50 | on $105.00',
  ]

  test('where the one order is all of it', () => {
    expect(sums({ ...shared, orders: [order] })).toEqual([ofOrder, []])
  })

  test('but what only the receipt says stays', () => {
    const receipt = { ...shared, discounts: [{ name: 'Coupon', amount: -2 }], tip: 2, orders: [order] }
    expect(sums(receipt)[1]).toEqual(['Coupon | −$2.00', 'Tip | $2.00'])
  })

  test('and nothing is left out where the totals differ', () => {
    expect(sums({ ...shared, grandAmount: 117.5, tip: 2, orders: [order] })).toEqual([
      [...ofOrder, 'Order total | $115.50'],
      [
        'Subtotal | $100.00',
        'Delivery | $5.00',
        'Before tax | $105.00',
        'Tax 10% | $10.50 | on $105.00',
        'Tip | $2.00',
      ],
    ])
  })

  test('a deposit that was paid before is not named as a sum again', () => {
    const paid = { deposits: [{ amount: 60, accountNumber: 'L-20931' }], tenderHistory: [cash(60)] }
    const { orders, tenders } = viewOf(aReceipt({ ...shared, tenders: [cash(55.5)], orders: [{ ...order, ...paid }] }))
    expect(asText(orders[0]!.deposits)).toEqual(['Deposit (account •••• 0931)'])
    expect(asText(tenders!.after)).toEqual(['Paid earlier | $60.00'])
  })

  test('the order keeps its total where a deposit would follow its taxes as if it were one', () => {
    const [ofThat] = sums({ ...shared, orders: [{ ...order, deposits: [{ amount: 60 }] }] })
    expect(ofThat!.at(-1)).toBe('Order total | $115.50')
  })
})
