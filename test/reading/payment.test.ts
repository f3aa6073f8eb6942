import { describe, expect, test } from 'vitest'
import { auditReceipt } from '../../src/reading/audit.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import { areDepositsSaid, isBalanceSuperseded } from '../../src/reading/payment.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { inLatinDigits, shippedLocales } from '../support/locales.ts'
import { aReceipt, asText, plain, type SentReceipt, viewOf } from '../support/receipts.ts'

function read(differs: SentReceipt) {
  const { toPay: _, ...payment } = readLedger(parseReceipt(aReceipt(differs))).payment
  return payment
}
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
    [
      'change of less than one as its own tender',
      { grandAmount: 9.5, tenders: [cash(10), cash(-0.5)], changeDue: 0.5 },
    ],
    ['a refund', { grandAmount: -12, tenders: [cash(-12)], transactionType: 'ReturnTransaction' }],
    ['what the till kept, with the change', { tenders: [cash(12)], changeDue: 8 }],
    ['what a card paid, with cash back', { tenders: [{ tenderTypeCode: 'Debit', amount: 12 }], changeDue: 8 }],
    [
      'what tenders make, of which one is as much as one of two before',
      { grandAmount: 60, tenders: [cash(30), cash(25), cash(5)], tenderHistory: [cash(30), cash(10)] },
    ],
    ['a tender without an amount', { tenders: [{ tenderTypeCode: 'Cash' }] }],
    ['a tender without an amount beside one with', { tenders: [{ tenderTypeCode: 'Cash' }, cash(5)] }],
  ])('%s', (_, differs) => expect(read(differs)).toEqual(full))
})

describe('paid in part is', () => {
  test.each<[string, SentReceipt, SentReceipt]>([
    ['what leaves a balance', { tenders: [cash(5)], balanceDue: 7 }, { today: 5, due: 7 }],
    ['less than the total, with nothing said of the rest', { tenders: [cash(5)] }, { today: 5 }],
    ['a millionth more than a cent less', { grandAmount: 12.01, tenders: [cash(11.999999)] }, { today: 11.999999 }],
    ['two cents less', { grandAmount: 12.02, tenders: [cash(12)] }, { today: 12 }],
    ['what follows a deposit', { tenders: [cash(5)], deposit: { amount: 7 } }, { today: 5, earlier: 7 }],
    ['what follows payments', { tenders: [cash(5)], tenderHistory: [cash(3), cash(4)] }, { today: 5, earlier: 7 }],
    [
      'an instalment of an order',
      { tenders: [cash(5)], balanceDue: 4, orders: [{ deposits: [{ amount: 3 }] }] },
      { today: 5, earlier: 3, due: 4 },
    ],
    [
      'an instalment that is among the deposits, too',
      { tenders: [cash(5)], balanceDue: 3, orders: [{ deposits: [{ amount: 4 }, { amount: 5 }] }] },
      { today: 5, earlier: 4, due: 3 },
    ],
    [
      'deposits on two orders, which say what is due',
      {
        tenders: [cash(5)],
        orders: [{ deposits: [{ amount: 3, balanceDue: 4 }] }, { deposits: [{ amount: 2, balanceDue: 3 }] }],
      },
      { today: 5, due: 7 },
    ],
    [
      'what leaves what a deposit says, after that',
      { tenders: [cash(5)], deposit: { amount: 3, balanceDue: 4 } },
      { today: 5, earlier: 3, due: 4 },
    ],
    [
      'all that was handed over, less change that is as much as is due',
      { tenders: [cash(12)], changeDue: 5, balanceDue: 5 },
      { today: 7, due: 5 },
    ],
    ['with change', { tenders: [cash(10)], changeDue: 5, tenderApplied: 10, balanceDue: 7 }, { today: 5, due: 7 }],
    [
      'earlier payments that do not explain the rest are not said to',
      { tenders: [cash(5)], tenderHistory: [cash(3)] },
      { today: 5 },
    ],
    [
      'what leaves nothing due by the receipt, whatever a deposit left',
      { tenders: [cash(5)], balanceDue: 0, deposit: { amount: 3, balanceDue: 7 } },
      { today: 5 },
    ],
    [
      'what follows a payment that is among the tenders, too',
      { grandAmount: 50, tenders: [cash(30), cash(25)], changeDue: 5, tenderHistory: [cash(30)] },
      { today: 20, earlier: 30 },
    ],
    [
      'less than the total, of which a part is as much as one before',
      { grandAmount: 100, tenders: [cash(30), cash(25)], tenderHistory: [cash(30)] },
      { today: 55 },
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

describe('a balance below 0 is credit if that much was paid too much', () => {
  const check = (amount: number) => [{ tenderTypeCode: 'Check', amount }]
  test.each<[string, SentReceipt, SentReceipt]>([
    ['today', { tenders: check(15), balanceDue: -3 }, { credit: 3 }],
    [
      'with what was paid before',
      { tenders: check(4), tenderHistory: check(11), balanceDue: -3 },
      { credit: 3, today: 4, earlier: 11 },
    ],
    ['before', { tenderHistory: check(15), balanceDue: -3 }, { credit: 3, earlier: 15 }],
    ['but not if it was less', { tenders: check(14), balanceDue: -3 }, {}],
    ['nor if nothing was paid', { balanceDue: -3 }, {}],
  ])('%s', (_, sent, payment) => expect(read(sent)).toEqual({ ...full, credit: undefined, ...payment }))

  test('and nothing is asked about it', () => {
    const sent = { items: [{ name: 'Kayak rental', total: 12 }], tenderHistory: check(15), balanceDue: -3 }
    expect(auditReceipt(aReceipt(sent))).toEqual([])
  })
})

describe('what was paid before is all there is if nothing was paid today', () => {
  const before = { tenderHistory: [cash(12)] }
  test.each<[string, SentReceipt, number | undefined]>([
    ['of a sale', before, 12],
    ['of a sale with a rest', { tenderHistory: [cash(5)], balanceDue: 7 }, 5],
    ['not of one that was paid', { ...before, tenders: [cash(12)] }, undefined],
    ['nor of which a payment was applied', { ...before, tenderApplied: 12 }, undefined],
    ['nor of a return', { ...before, transactionType: 'ReturnTransaction' }, undefined],
  ])('%s', (_, sent, earlier) =>
    expect(read(sent)).toEqual({ ...full, ...('balanceDue' in sent && { due: 7 }), earlier }),
  )
})

describe('what explains the rest is named', () => {
  const part = (more: SentReceipt) => read({ tenders: [cash(5)], ...more })
  test.each<[string, SentReceipt, number | undefined]>([
    ['to within a cent', { deposit: { amount: 7.01 } }, 7.01],
    ['to within a cent less', { deposit: { amount: 6.99 } }, 6.99],
    ['but not two', { deposit: { amount: 7.02 } }, undefined],
    ['nor two less', { deposit: { amount: 6.98 } }, undefined],
    ['beside what is due', { deposit: { amount: 3 }, balanceDue: 4 }, 3],
    ['by the payments of orders', { orders: [{ tenderHistory: [cash(3)] }, { tenderHistory: [cash(4)] }] }, 7],
    ['by the deposits of orders', { orders: [{ deposits: [{ amount: 3 }] }, {}, { deposits: [{ amount: 4 }] }] }, 7],
    ['by the first sum that fits', { tenderHistory: [cash(6.99)], deposit: { amount: 7 } }, 6.99],
    ['by no payment of nothing', { tenders: [cash(11.98)], deposit: { amount: 0 } }, undefined],
    ['by no payment back', { tenders: [cash(12), cash(-0.5)], deposit: { amount: -0.5 } }, undefined],
  ])('%s', (_, more, earlier) => expect(part(more).earlier).toBe(earlier))
})

test('cash that a till kept is what was handed over, also of the rest of what was paid before', () => {
  const sent = {
    grandAmount: 100,
    tenderHistory: [cash(40, { dateTime: '2026-05-02' })],
    tenders: [cash(60)],
    changeDue: 5,
  }
  const { receipt } = readLedger(parseReceipt(aReceipt(sent)))
  expect([receipt.tenders?.[0]?.amount, receipt.changeDue]).toEqual([65, 5])
})

test('beside it a card has what it paid', () => {
  const sent = { grandAmount: 80, tenders: [{ tenderTypeCode: 'CreditCard', amount: 50 }, cash(30)], changeDue: 20 }
  const { receipt } = readLedger(parseReceipt(aReceipt(sent)))
  expect(receipt.tenders?.map(({ amount }) => amount)).toEqual([50, 50])
})

test('a tip is to pay where what was paid and what is due come to it', () => {
  const sent = { grandAmount: 80, tip: 10, tenders: [cash(50)], balanceDue: 40 }
  expect(readLedger(parseReceipt(aReceipt(sent))).payment).toMatchObject({ toPay: 90, today: 50, due: 40 })
})

describe('earlier payments are above 0, and stay', () => {
  const historyOf = (sent: SentReceipt) => {
    const { receipt } = readLedger(parseReceipt(aReceipt({ tenders: [cash(5)], ...sent })))
    return [receipt, ...(receipt.orders ?? [])].map(of => of.tenderHistory?.map(({ amount }) => amount))
  }
  test('where a till takes them off, also one without an amount', () => {
    expect(historyOf({ tenderHistory: [cash(-4), { tenderTypeCode: 'Credit' }, cash(-3)] })).toEqual([
      [4, undefined, 3],
    ])
  })
  test('but one that was taken back', () => {
    expect(historyOf({ tenderHistory: [cash(4), cash(-4), cash(-4)] })).toEqual([[4, -4, -4]])
  })
  test('with the order that says them, if the receipt says its own', () => {
    const orders = [{ number: 'K-1', totalAmount: 12, tenderHistory: [cash(4)] }]
    expect(historyOf({ orders })).toEqual([[4], undefined])
    expect(historyOf({ items: [{ name: 'Tea', total: 12 }], orders: [{ tenderHistory: [cash(4)] }] })).toEqual([[4]])
    expect(historyOf({ orders, tenderHistory: [cash(3)] })).toEqual([[3], [4]])
  })
})

test('payments of earlier days are that where a deposit or a history is as much, but for a rounding', () => {
  const dated = { receiptDateTime: '2026-05-10T12:00:00-04:00', grandAmount: 100 }
  const tenders = [cash(40, { dateTime: '2026-05-01' }), cash(60)]
  const of = (more: SentReceipt) => read({ ...dated, tenders, ...more })
  for (const amount of [40, 39.99]) {
    expect(of({ deposit: { amount } })).toEqual({ ...full, today: 60, earlier: 40 })
    expect(of({ tenderHistory: [cash(amount)] }).today).toBe(60)
  }
  expect([of({ deposit: { amount: 39.98 } }), of({})]).toEqual([full, full])
  const named = { relatedTransactionReference: { transactionNumber: '1-4410' } }
  expect(of(named)).toEqual({ ...full, today: 60, earlier: 40 })
})

test('cash below 0 that isn’t the change stays a payment', () => {
  const { receipt } = readLedger(parseReceipt(aReceipt({ tenders: [cash(20), cash(-8)], changeDue: 5 })))
  expect([receipt.tenders?.length, receipt.changeDue]).toEqual([2, 5])
})

test('cash of a refund that is among its payments is no change, too', () => {
  const back = { transactionType: 'ReturnTransaction', grandAmount: 143, changeDue: 43 }
  const tenders = [{ tenderTypeCode: 'Credit', amount: 100 }, cash(43)]
  const { receipt } = readLedger(parseReceipt(aReceipt({ ...back, tenders })))
  expect([receipt.tenders, receipt.changeDue]).toEqual([tenders, undefined])
})

test('that nothing was applied is said, unless something was paid', () => {
  const applied = (more: SentReceipt) =>
    readLedger(parseReceipt(aReceipt({ tenderApplied: 0, ...more }))).receipt.tenderApplied
  expect([applied({ balanceDue: 12 }), applied({ tenders: [cash(12)] })]).toEqual([0, undefined])
})

test('what was applied to a refund has the sign of its total', () => {
  const back = { transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [cash(-12)] }
  const applied = (tenderApplied: number) =>
    readLedger(parseReceipt(aReceipt({ ...back, tenderApplied }))).receipt.tenderApplied
  expect([applied(-12), applied(12)]).toEqual([12, 12])
})

test('where there is no change, none is made', () => {
  expect(readLedger(parseReceipt(aReceipt({ tenders: [cash(12)] }))).receipt).not.toHaveProperty('changeDue')
})

test('what was applied today is less than all of it, and less the change', () => {
  const before = [cash(250, { dateTime: '2026-05-02' })]
  const sent = { grandAmount: 600, tenderHistory: before, tenders: [cash(120)], changeDue: 20, tenderApplied: 350 }
  expect(readLedger(parseReceipt(aReceipt({ ...sent, balanceDue: 250 }))).receipt.tenderApplied).toBe(100)
})

describe('a part payment isn’t one', () => {
  const less = { tenders: [cash(5)], balanceDue: 7 }
  test.each<[string, SentReceipt]>([
    [
      'on a request to pay',
      { ...less, transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
    ],
    ['on a return', { ...less, transactionType: 'ReturnTransaction' }],
    ['where nothing is paid', { tenders: [cash(0)] }],
    ['where money goes back', { grandAmount: -12, tenders: [cash(-5)] }],
  ])('%s', (_, differs) => expect(read(differs).today).toBeUndefined())

  test('but where the till writes payments below 0 it is', () => {
    expect(read({ tenders: [cash(-5)] }).today).toBe(5)
  })

  test('but on an order or exchange it is', () => {
    expect(read({ ...less, transactionType: 'OrderTransaction' }).today).toBe(5)
    const exchange = { items: [{ name: 'Cup', total: 16 }], returns: [{ items: [{ name: 'Tea', total: -4 }] }] }
    expect(read({ ...less, ...exchange, transactionType: 'ReturnTransaction' }).today).toBe(5)
  })

  test('rounding goes either way, whatever its sign', () => {
    const rounded = (value: number, paid: number) =>
      read({ grandAmount: 12.02, tenders: [cash(paid)], roundingAdjustment: { value } }).today
    expect([rounded(-0.02, 12), rounded(-0.02, 11.99), rounded(-0.02, 11.98)]).toEqual([undefined, undefined, 11.98])
    expect([rounded(0.02, 12.04), rounded(0.02, 12), rounded(0.02, 11.99)]).toEqual([undefined, undefined, 11.99])
  })

  test('zero due isn’t printed', () => {
    expect([read({ balanceDue: 0 }).due, read({ balanceDue: -1 }).due, read({ balanceDue: 0.01 }).due]).toEqual([
      undefined,
      undefined,
      0.01,
    ])
  })

  test('change isn’t subtracted twice, and zero change is none', () => {
    const given = { tenders: [cash(10), cash(-3)], changeDue: 3 }
    expect(read(given).today).toBe(7)
    expect(read({ ...given, tenderApplied: 7 }).today).toBe(7)
    expect(read({ tenders: [cash(10), cash(0)], changeDue: 3 }).today).toBe(7)
    expect(read({ tenders: [cash(10)], changeDue: 3, tenderApplied: 7 }).today).toBe(7)
    expect(read({ tenders: [cash(10)], changeDue: 3, tenderApplied: 10 }).today).toBe(7)
  })
})

describe('the only payment in other money was worth', () => {
  const pesos = (...own: number[]) => ({
    tenders: [...own.map(amount => cash(amount)), cash(400, { currency: 'MXN' })],
  })
  const worth = (differs: SentReceipt) => readLedger(parseReceipt(aReceipt(differs))).foreignWorth
  test.each<[string, SentReceipt, number | undefined]>([
    ['the total', pesos(), 12],
    ['the total with change', { ...pesos(), changeDue: 8 }, 20],
    ['the total less other payments', pesos(3, 4), 5],
    ['what is not due', { ...pesos(), balanceDue: 7 }, 5],
    ['what was applied', { ...pesos(), tenderApplied: 5 }, 5],
    ['nobody knows what, beside another', { tenders: [...pesos().tenders, ...pesos().tenders] }, undefined],
    ['nobody knows what, after a deposit', { ...pesos(), deposit: { amount: 5 } }, undefined],
    ['nobody knows what, after another payment', { ...pesos(), tenderHistory: [cash(5)] }, undefined],
    ['nobody knows what, without the receipt’s currency', { ...pesos(), currency: undefined }, undefined],
    ['nobody knows what, if others paid it all', pesos(12), undefined],
  ])('%s', (_, differs, expected) => expect(worth(differs)).toBe(expected))
})

describe('whether deposits are named as an earlier payment', () => {
  const said = (deposits: number[], history: number[], earlier: number | undefined) => () =>
    areDepositsSaid(
      { deposits: deposits.map(amount => ({ amount })), tenderHistory: history.map(amount => cash(amount)) },
      { toPay: 12, today: 5, earlier, due: undefined, credit: undefined },
    )
  test.each<[string, () => boolean, boolean]>([
    ['as that payment', said([3, 4], [], 7), true],
    ['as the payments before', said([3, 4], [5, 2], undefined), true],
    ['a cent off', said([3, 4], [], 7.01), false],
    ['of nothing', said([0], [0], 0), false],
    ['where there are none', said([], [], undefined), false],
  ])('%s', (_, found, expected) => expect(found()).toBe(expected))
})

describe('whether what a deposit leaves to pay is out of date', () => {
  const superseded = (balance: number | undefined, due: number | undefined) =>
    isBalanceSuperseded(
      { amount: 1, ...(balance !== undefined && { balanceDue: balance }) },
      parseReceipt(aReceipt({ tenders: [cash(5)], ...(due !== undefined && { balanceDue: due }) })),
      { toPay: 12, today: undefined, earlier: undefined, due: undefined, credit: undefined },
      10_000,
    )
  test.each([
    [7, 7, true],
    [7.01, 7, true],
    [7.02, 7, false],
    [6.99, 7, true],
    [6.98, 7, false],
    [12, 7, true],
    [12.01, 7, true],
    [12.02, 7, false],
    [11.99, 7, true],
    [11.98, 7, false],
    [0, 0, true],
    [undefined, 7, false],
    [undefined, 0, false],
    [0, undefined, false],
    [7, undefined, false],
  ])('%d beside %d: %s', (balance, due, expected) => expect(superseded(balance, due)).toBe(expected))
})

test('nothing was paid if there is only a balance', () => {
  expect(read({ balanceDue: 12 })).toEqual({ ...full, due: 12 })
})

describe('the one order with the receipt’s sums', () => {
  const order = (...totals: number[]) =>
    readLedger(parseReceipt(aReceipt({ orders: totals.map(totalAmount => ({ totalAmount })) }))).sameOrder
  test('has its total', () => expect(order(12)).toEqual({ totalAmount: 12 }))
  test('says no other sums than the receipt', () => {
    const one = (own: SentReceipt, ofOrder: SentReceipt) =>
      readLedger(parseReceipt(aReceipt({ ...own, orders: [{ totalAmount: 12, ...ofOrder }] }))).sameOrder !== undefined
    for (const name of ['grossAmount', 'netAmount']) {
      expect([10, -10, 11].map(amount => one({ [name]: 10 }, { [name]: amount }))).toEqual([true, true, false])
      expect(one({}, { [name]: 10 })).toBe(true)
    }
    const taxes = (...amounts: number[]) => ({
      taxes: amounts.map((amount, at) => ({ description: `Tax ${at}`, amount })),
    })
    expect([taxes(2), taxes(-2), taxes(1, 1), taxes(3)].map(each => one(taxes(2), each))).toEqual([
      ...[true, true, true, false],
    ])
  })
  test.each([[[12.01]], [[12, 12]], [[]]])('isn’t among %j', totals => expect(order(...totals)).toBeUndefined())
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

  test('asks for what is due if a deposit was paid on a request', () => {
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

  test('never says that the total was paid if a part was, in any language', () => {
    for (const tag of shippedLocales) {
      const { heading, subject } = viewOf(aReceipt({ grandAmount: 987.65, tenders: [cash(123.45)] }), tag)
      expect(inLatinDigits(heading.amount ?? ''), tag).toMatch(/123.45/)
      expect(inLatinDigits(heading.outcome ?? ''), tag).toMatch(/987.65/)
      expect(inLatinDigits(subject), tag).not.toMatch(/987.65/)
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

  test('a deposit’s is the receipt’s if that has none', () => {
    expect(layaway({ amount: 30, balanceDue: 70 }, { balanceDue: undefined })).toEqual(['Deposit | $30.00'])
  })
})

describe('sums that an order and the receipt share are printed once', () => {
  const tax = { description: 'Tax', percent: 0.1, taxableAmount: 105, amount: 10.5 }
  const fee = { description: 'Delivery', amount: 5 }
  const order = { grossAmount: 100, netAmount: 105, taxes: [tax], fees: [fee], totalAmount: 115.5 }
  const shared = { grossAmount: 100, netAmount: 105, taxes: [tax], fees: [fee], grandAmount: 115.5 }
  const sums = (differs: SentReceipt) => {
    const { orders, totals } = viewOf(aReceipt(differs))
    return [asText([...orders[0]!.lines, ...(orders[0]!.total ? [orders[0]!.total] : [])]), asText(totals!.lines)]
  }
  const ofReceipt = ['Subtotal | $100.00', 'Delivery | $5.00', 'Before tax | $105.00', 'Tax 10% | $10.50']
  const ofOrder = ['Order subtotal | $100.00', 'Delivery | $5.00', 'Order before tax | $105.00', 'Tax 10% | $10.50']

  test('if the order is the whole receipt', () => {
    expect(sums({ ...shared, orders: [order] })).toEqual([[], ofReceipt])
  })

  test('but what only the receipt has stays', () => {
    const receipt = { ...shared, netAmount: undefined, discounts: [{ name: 'Coupon', amount: -2 }], tip: 2 }
    expect(sums({ ...receipt, orders: [{ ...order, netAmount: undefined }] })[1]).toEqual([
      'Subtotal | $100.00',
      'Coupon | −$2.00',
      'Delivery | $5.00',
      'Before tax | $103.00',
      'Tax 10% | $10.50 | on $105.00',
      'Tip | $2.00',
    ])
  })

  test('and nothing is left out if the totals differ', () => {
    expect(sums({ ...shared, grandAmount: 117.5, tip: 2, orders: [order] })).toEqual([
      [...ofOrder, 'Order total | $115.50'],
      [...ofReceipt, 'Tip | $2.00'],
    ])
  })

  test('a deposit paid earlier isn’t listed as a sum again', () => {
    const paid = { deposits: [{ amount: 60, accountNumber: 'L-20931' }], tenderHistory: [cash(60)] }
    const { orders, tenders } = viewOf(aReceipt({ ...shared, tenders: [cash(55.5)], orders: [{ ...order, ...paid }] }))
    expect([orders[0]!.deposits, asText(orders[0]!.depositAccounts)]).toEqual([[], ['Deposit | •••• 0931']])
    expect(asText(tenders!.after)).toEqual(['Paid earlier | $60.00'])
  })

  test('a deposit paid today isn’t listed beside the payment', () => {
    const paid = { ...order, deposits: [{ amount: 60, balanceDue: 55.5 }] }
    const receipt = aReceipt({ ...shared, tenders: [cash(60)], tenderApplied: 60, balanceDue: 55.5, orders: [paid] })
    expect(sums(receipt)).toEqual([[], ofReceipt])
    const { orders, tenders } = viewOf(receipt)
    expect(orders[0]!.deposits).toEqual([])
    expect(asText([...tenders!.tenders, ...tenders!.after] as never)).toEqual(['Cash | $60.00', 'Balance due | $55.50'])
  })

  test('the order keeps its total if a deposit would otherwise look like one of its taxes', () => {
    const [ofThat] = sums({ ...shared, orders: [{ ...order, deposits: [{ amount: 60 }] }] })
    expect(ofThat!.at(-1)).toBe('Order total | $115.50')
  })
})

describe('what was due before the payment', () => {
  const bicycle = { items: [{ name: 'City bicycle', total: 672 }], grandAmount: 672 }
  const [august, september] = [cash(168, { dateTime: '2026-08-14' }), cash(120, { dateTime: '2026-09-14' })]
  const of = (differs: SentReceipt) => {
    const sent = { ...bicycle, receiptDateTime: '2026-10-14T15:20:00-04:00', ...differs }
    const odd = auditReceipt(aReceipt(sent)).map(({ path, code }) => `${path} ${code}`)
    return { ...read(sent), odd }
  }
  const asked = ['balanceDue balance_due']

  test.each<[string, SentReceipt, Partial<ReturnType<typeof read>>]>([
    [
      'with earlier payments',
      { tenderHistory: [august, september], tenders: [cash(100)], balanceDue: 384 },
      { today: 100, earlier: 288, due: 284 },
    ],
    [
      'with the last one',
      { tenderHistory: [august, september], tenders: [cash(384)], balanceDue: 384 },
      { today: 384, earlier: 288 },
    ],
    ['of a sale that is paid', { tenders: [cash(700)], changeDue: 28, balanceDue: 672 }, {}],
    ['of one with a tip', { tenders: [cash(700)], tip: 28, balanceDue: 672 }, {}],
  ])('is not due after it: %s', (_, sent, payment) => {
    expect(of(sent)).toEqual({ ...full, credit: undefined, ...payment, odd: asked })
  })

  test.each<[string, SentReceipt, number]>([
    ['a payment on account', { tenders: [{ tenderTypeCode: 'OnAccount', amount: 672 }], balanceDue: 672 }, 672],
    [
      'one by a means that nobody knows',
      { tenders: [{ tenderTypeCode: 'Rechnung', amount: 672 }], balanceDue: 672 },
      672,
    ],
    ['a part payment without earlier ones', { tenders: [cash(100)], balanceDue: 672 }, 672],
    [
      'a payment that the history has',
      { tenderHistory: [august, cash(100)], tenders: [cash(100)], balanceDue: 404 },
      404,
    ],
    [
      'half of an order',
      {
        items: [],
        orders: [{ ...bicycle, totalAmount: 672 }],
        grandAmount: 336,
        tenders: [cash(336)],
        balanceDue: 336,
      },
      336,
    ],
    [
      'half of it, as its deposit says',
      {
        ...{ items: [], orders: [{ ...bicycle, deposits: [{ amount: 336, balanceDue: 336 }] }] },
        ...{ grandAmount: 336, tenders: [cash(336)], balanceDue: 336 },
      },
      336,
    ],
    [
      'a quarter of it, after another that the till does not say',
      {
        items: [],
        orders: [{ ...bicycle, totalAmount: 672 }],
        grandAmount: 168,
        tenders: [cash(168)],
        balanceDue: 168,
      },
      168,
    ],
  ])('may be due after %s', (_, sent, due) => expect(of(sent).due).toBe(due))
})
