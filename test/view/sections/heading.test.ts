import { describe, expect, test } from 'vitest'
import { documentKind } from '../../../src/reading/kind.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import type { LogoSource } from '../../../src/view/receipt-view.ts'
import { aReceipt, plain, type SentReceipt, viewOf } from '../../support/receipts.ts'

const item = { name: 'Tea', total: 12 }
const back = { items: [{ name: 'Tea', total: -12 }] }

describe('the kind of document', () => {
  const kindOf = (differs: SentReceipt) => documentKind(parseReceipt(aReceipt(differs)))

  test.each([
    ['sale', 'a sale', { items: [item] }],
    ['sale', 'a sale with something brought back', { items: [item], returns: [back] }],
    ['sale', 'a type nobody knows', { transactionType: 'Whatever', items: [item] }],
    ['return', 'a return', { transactionType: 'ReturnTransaction', returns: [back], grandAmount: -12 }],
    ['return', 'what is called a sale and only gives back', { returns: [back], grandAmount: -12 }],
    [
      'exchange',
      'a return with something bought',
      { transactionType: 'ReturnTransaction', items: [item], returns: [back] },
    ],
    ['order', 'an order', { transactionType: 'OrderTransaction' }],
    ['order', 'an online order picked up in the store', { transactionType: 'BOPUS', orders: [{ number: '1' }] }],
    [
      'payment-link',
      'a request to pay',
      { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
    ],
    [
      'payment-link',
      'one in other letters',
      { transactionType: 'PAYMENTLINKTRANSACTION', paymentLink: 'https://pay.example.com/1' },
    ],
    ['gift', 'lines without a single price, nothing paid', { items: [{ name: 'Teapot' }], grandAmount: 0 }],
    ['sale', 'a free sample, which has a price of zero', { items: [{ name: 'Sample', total: 0 }], grandAmount: 0 }],
  ] as const)('is a %s for %s', (kind, _, differs) => expect(kindOf(differs)).toBe(kind))
})

describe('the outcome', () => {
  const outcomeOf = (differs: SentReceipt, language = 'en-US') => {
    const { outcome, outcomeLines, outstanding } = viewOf(aReceipt(differs), language).heading
    expect(outcomeLines?.map(plain).join(' · ')).toBe(outcome && plain(outcome))
    return [outcome && plain(outcome), outstanding]
  }
  const cash = { tenderTypeCode: 'Cash', amount: 12 }
  const card = { tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', typeCode: 'Visa' } }
  const other = { ...card, creditDebit: { last4Digits: '0042', typeCode: 'Visa' } }
  const maestro = { ...card, creditDebit: { last4Digits: '7731', typeCode: 'Maestro' } }
  const check = { tenderTypeCode: 'Check', amount: 12 }
  const account = { tenderTypeCode: 'OnAccount', amount: 12 }

  test.each([
    ['cash', { tenders: [cash] }, 'Paid in cash'],
    ['a card', { tenders: [card] }, 'Paid with Visa •••• 1881'],
    ['a gift card', { tenders: [{ tenderTypeCode: 'GiftCard', amount: 12 }] }, 'Paid with gift card'],
    ['several', { tenders: [cash, card] }, 'Paid with cash and Visa'],
    ['two cards of one brand', { tenders: [card, other] }, 'Paid with Visa •••• 1881 and Visa •••• 0042'],
    ['three', { tenders: [card, maestro, cash] }, 'Paid with Visa, Maestro, and cash'],
    ['four', { tenders: [card, maestro, cash, check] }, 'Paid with 4 payment methods'],
    ['the same means twice', { tenders: [cash, { ...cash, currency: 'CAD' }] }, 'Paid in cash'],
    [
      'cash with its change as a tender',
      {
        tenders: [
          { ...cash, amount: 15 },
          { ...cash, amount: -3 },
        ],
      },
      'Paid in cash',
    ],
    ['a customer’s account', { tenders: [account] }, 'Charged to your account'],
    ['a card and an account', { tenders: [card, account] }, 'Paid with Visa •••• 1881 · Charged to your account'],
    ['a means nobody names', { tenders: [{ tenderTypeCode: 'Other', amount: 12 }] }, 'Paid'],
    [
      'a card of no brand',
      { tenders: [{ ...card, creditDebit: { last4Digits: '1881' } }] },
      'Paid with credit card •••• 1881',
    ],
    [
      'a code there are no words for',
      { tenders: [{ tenderTypeCode: 'HOUSE_CHEQUE', amount: 12 }] },
      'Paid with HOUSE CHEQUE',
    ],
    ['one, and another of nothing', { tenders: [cash, { ...card, amount: 0 }] }, 'Paid in cash'],
    ['means that were not sent', { tenderApplied: 12 }, 'Paid'],
    [
      'money back to a card',
      { transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [{ ...card, amount: -12 }] },
      'Refunded to Visa •••• 1881',
    ],
    [
      'money back in cash',
      { transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [{ ...cash, amount: -12 }] },
      'Refunded in cash',
    ],
    [
      'money back by check',
      { transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [{ ...check, amount: -12 }] },
      'Refunded: Check',
    ],
    [
      'money back to an account',
      { transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [{ ...account, amount: -12 }] },
      'Credited to your account',
    ],
    ['an even exchange', { grandAmount: 0, items: [item], returns: [back] }, 'Even exchange, no payment due'],
  ])('of %s', (_, differs, outcome) => expect(outcomeOf(differs)).toEqual([outcome, false]))

  test('is in parts, too: how it was paid, the total, what remains', () => {
    const partsOf = (differs: SentReceipt) => {
      const { paid, of, due } = viewOf(aReceipt(differs)).heading
      return [paid, of, due].map(part => part && plain(part))
    }
    expect(partsOf({ tenders: [card] })).toEqual(['Paid with Visa •••• 1881', undefined, undefined])
    expect(partsOf({ grandAmount: 100, tenders: [cash], balanceDue: 88 })).toEqual([
      'Paid in cash',
      'of $100.00 in total',
      'Balance due: $88.00',
    ])
    expect(partsOf({ grandAmount: 100, balanceDue: 100 })).toEqual([undefined, undefined, 'Balance due: $100.00'])
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
    expect(partsOf(request)).toEqual([undefined, undefined, 'Payment due'])
    expect(partsOf({})).toEqual([undefined, undefined, undefined])
  })

  test('includes the balance while something is due', () => {
    expect(outcomeOf({ grandAmount: 100, balanceDue: 100 })).toEqual(['Balance due: $100.00', true])
    expect(outcomeOf({ grandAmount: 100, tenders: [cash], balanceDue: 88 })).toEqual([
      'Paid in cash · of $100.00 in total · Balance due: $88.00',
      true,
    ])
    expect(outcomeOf({ transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' })).toEqual([
      'Payment due',
      true,
    ])
  })

  test.each([
    ['de-DE', 'Bezahlt mit Visa, Maestro und Bargeld'],
    ['fr-FR', 'Payé par Visa, par Maestro et en espèces'],
    ['es-ES', 'Pagado con Visa, con Maestro y en efectivo'],
    ['ja-JP', 'お支払方法：Visa、Maestro、現金'],
    ['ar', 'وسيلة الدفع: Visa وMaestro ونقدًا'],
    ['en-GB', 'Paid with Visa, Maestro and cash'],
    ['th-TH', 'ชำระด้วย Visa Maestro และเงินสด'],
  ])('lists several payment methods as %s does', (language, outcome) =>
    expect(outcomeOf({ tenders: [card, maestro, cash] }, language)).toEqual([outcome, false]),
  )

  test('has a space before a Latin name in Thai', () => {
    expect(outcomeOf({ tenders: [cash, maestro] }, 'th-TH')).toEqual(['ชำระด้วย เงินสดและ Maestro', false])
  })

  test('is a whole sentence in each of two languages', () => {
    const sent = aReceipt({ tenders: [card, cash] })
    expect(plain(viewOf(sent, ['fr-CA', 'en-CA']).heading.outcome)).toBe(
      'Payé par Visa et en argent comptant / Paid with Visa and cash',
    )
  })

  test('is omitted if nothing is known', () => expect(outcomeOf({})).toEqual([undefined, false]))

  test('never says that a payment request was paid', () => {
    const view = viewOf(
      aReceipt({
        transactionType: 'PaymentLinkTransaction',
        paymentLink: 'https://pay.example.com/1',
        tenderApplied: 12,
      }),
    )
    expect([view.title, view.subject, view.heading.kind, view.heading.outcome].join()).not.toMatch(/receipt|paid/i)
    expect(view.heading.amountLabel).toBe('Amount due')
  })
})

test('shows the store’s address and phone number', () => {
  const address = {
    addressLine1: '1702 Harbor Steps',
    city: 'Bellingham',
    territory: 'WA',
    postalCode: '98225',
    country: { code: 'US' },
  }
  const store = { id: '1', name: 'Ridgeline', address, telephone: { areaCode: '564', localNumber: '5550122' } }
  const { heading } = viewOf(aReceipt({ workstation: { id: '1', store } }))
  expect(heading.placeLines.map(plain)).toEqual(['1702 Harbor Steps', 'Bellingham, WA 98225', '(564) 555-0122'])
  expect(plain(heading.place)).toBe('1702 Harbor Steps, Bellingham, WA 98225')
  expect(plain(heading.phone)).toBe('(564) 555-0122')
})

test.each([
  ['Ridgeline', 'R'],
  ['  élan', 'É'],
  ['*** 7th Street', '7'],
  ['喫茶店', '喫'],
  ['قهوة', 'ق'],
  ['𝒢ourmet', '𝒢'],
  ['!!!', ''],
])('takes the initial of "%s" as "%s"', (name, initial) => {
  const store = { id: '1', name, address: { country: { code: 'US' } } }
  expect(viewOf(aReceipt({ workstation: { id: '1', store } })).heading.initial).toBe(initial)
})

test('shows no amount on a gift receipt', () => {
  const view = viewOf(aReceipt({ items: [{ name: 'Teapot' }], grandAmount: 0 }))
  expect(view.heading.amount).toBeUndefined()
  expect(JSON.stringify(view)).not.toContain('0.00')
})

test.each([
  ['a return', { transactionType: 'ReturnTransaction' }, 'Refund total', '$12.00'],
  // There, the goods lead to a negative amount.
  ['a sale that brought back more than it sold', { items: [item], returns: [back, back] }, 'Total', '−$12.00'],
])('says above %s what is refunded, without a minus', (_, differs, label, total) => {
  const { heading, totals } = viewOf(aReceipt({ ...differs, grandAmount: -12 }))
  expect([heading.amountLabel, plain(heading.amount)]).toEqual(['Refund', '$12.00'])
  expect([totals!.total!.label, plain(totals!.total!.amount)]).toEqual([label, total])
})

describe('the mark at the top', () => {
  const markOf = (differs: SentReceipt, options = {}, language = 'en-US') =>
    viewOf(aReceipt(differs), language, options).heading.copy

  test.each([
    ['a till in training', { mode: 'Training' }, {}, 'Training – not a sale'],
    ['a till on trial', { mode: 'test' }, {}, 'Test – not a sale'],
    ['a merchant on trial', {}, { test: true }, 'Test – not a sale'],
    ['a merchant on trial with a till in training', { mode: 'Training' }, { test: true }, 'Test – not a sale'],
    ['a receipt sent before', {}, { copy: true }, 'Copy'],
    ['a copy from training', { mode: 'Training' }, { copy: true }, 'Training – not a sale · Copy'],
    ['a gift from training', { mode: 'Training', items: [item] }, { gift: true }, 'Training – not a sale'],
    ['an ordinary sale', { mode: 'Production' }, {}, undefined],
    ['a till without network', { mode: 'Offline' }, {}, undefined],
    ['a mode nobody knows', { mode: 'constructor' }, {}, undefined],
  ])('of %s', (_, differs, options, mark) => expect(markOf(differs, options)).toBe(mark))

  test('is translated', () => expect(markOf({ mode: 'Training' }, {}, 'de-DE')).toBe('Training – kein Verkauf'))
})

test.each([
  [96, undefined],
  [97, true],
])('tells a logo of %d px that leaves no room for a name on a phone', (width, isWide) => {
  const logo: LogoSource = {
    ...{ kind: 'picture', role: 'logo', mimeType: 'image/png' },
    ...{ bytes: new Uint8Array(), width, height: 48 },
  }
  expect(viewOf(aReceipt(), 'en-US', { logo }).heading.logoIsWide).toBe(isWide)
  expect(viewOf(aReceipt()).heading).not.toHaveProperty('logoIsWide')
})

test.each([
  ['Landwirtschaftliche Verkaufsgenossenschaft', 1105, true],
  ['Landwirtschaftliche Genossenschaft', 1105, undefined],
  ['Verkaufsgenossenschaft Süd', 1, undefined],
])('tells a name that leaves the amount no room on a phone: %s', (name, grandAmount, isWide) => {
  const { workstation, ...receipt } = aReceipt({ grandAmount })
  const store = { ...workstation.store, name }
  expect(viewOf({ ...receipt, workstation: { ...workstation, store } }).heading.storeIsWide).toBe(isWide)
})

test('shows the till’s local time, wherever the server is', () => {
  const at = (receiptDateTime: string) => plain(viewOf(aReceipt({ receiptDateTime })).heading.date)
  expect(at('2026-10-31T23:30:00-10:00')).toBe('October 31, 2026 at 11:30 PM')
  expect(at('2026-10-31')).toBe('October 31, 2026')
})

test.each([
  ['LBP', 'ar-LB', 1_831_500_000, true],
  ['IRR', 'en', 2_979_350_000, true],
  ['IDR', 'id', 23_550_000, undefined],
  ['CAD', 'en-CA', 22_650.08, undefined],
])('a large amount in %s is smaller if a phone has no room for it', (currency, acceptLanguage, grandAmount, isWide) => {
  expect(viewOf(aReceipt({ currency, grandAmount }), acceptLanguage).heading.amountIsWide).toBe(isWide)
})
