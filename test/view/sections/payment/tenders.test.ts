import { describe, expect, test } from 'vitest'
import { aReceipt, asText, plain, viewOf } from '../../../support/receipts.ts'

const visa = { tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', typeCode: 'VISA' } }

function tendersOf(tenders: Record<string, unknown>[], differs = {}, language = 'en-US') {
  return viewOf(aReceipt({ tenders, ...differs }), language).tenders!
}

describe('a card', () => {
  test('shows its brand and last four digits', () => {
    expect(plain(tendersOf([visa]).tenders[0]!.label)).toBe('Visa •••• 1881')
  })

  test.each([
    ['MC', 'Mastercard'],
    ['amex', 'American Express'],
    ['Diners Club', 'Diners Club'],
    ['girocard', 'girocard'],
    ['Norrona Store Card', 'Norrona Store Card'],
  ])('of brand %s is labeled %s', (typeCode, name) => {
    expect(plain(tendersOf([{ ...visa, creditDebit: { last4Digits: '1881', typeCode } }]).tenders[0]!.label)).toBe(
      `${name} •••• 1881`,
    )
  })

  test.each([
    ['fr-FR', 'Carte bancaire •••• 1881'],
    ['en-US', 'CB card •••• 1881'],
  ])('of the network CB has its word in %s', (language, label) => {
    const cb = { ...visa, creditDebit: { last4Digits: '1881', typeCode: 'CB' } }
    expect(plain(tendersOf([cb], {}, language).tenders[0]!.label)).toBe(label)
  })

  test('never shows more than four digits, however many were sent', () => {
    const creditDebit = {
      first6Digits: '476173',
      last4Digits: '4761730000001881',
      typeCode: 'Visa',
      expirationDate: '2910',
    }
    const view = viewOf(aReceipt({ tenders: [{ ...visa, creditDebit }] }))
    expect(plain(view.tenders!.tenders[0]!.label)).toBe('Visa •••• 1881')
    expect(JSON.stringify(view)).not.toMatch(/476173|2910/)
  })

  test('shows the cardholder in either spelling of the interface', () => {
    const details = (creditDebit: object) =>
      tendersOf([{ ...visa, creditDebit: { last4Digits: '1881', typeCode: 'Visa', ...creditDebit } }]).tenders[0]!
        .details
    expect(details({ name: { firstName: 'Orla', lastName: 'Vale' } })).toBe('Orla Vale')
    expect(details({ Name: 'ORLA VALE' })).toBe('ORLA VALE')
  })

  test('shows auth code and remarks, and the time only in another hour', () => {
    const sent = {
      ...visa,
      authorizationCode: 'A77421',
      miscInfo: 'Tip on card',
      dateTime: '2026-10-31T17:45:40-04:00',
    }
    const at = (receiptDateTime: string) => plain(tendersOf([sent], { receiptDateTime }).tenders[0]!.details)
    expect(at('2026-10-31T17:45:12-04:00')).toBe('Auth code A77421 · Tip on card')
    expect(at('2026-10-31T16:59:00-04:00')).toBe('Oct 31, 2026, 5:45 PM · Auth code A77421 · Tip on card')
  })

  test.each([
    ['a credit card of a known brand', 'Credit', { typeCode: 'Visa' }, undefined, undefined],
    ['a credit card of the shop’s own', 'Credit', { typeCode: 'Norrona Store Card' }, undefined, 'Credit card'],
    ['a debit card whose brand doesn’t say so', 'Debit', { typeCode: 'Visa' }, undefined, 'Debit card'],
    ['a debit card whose brand says so', 'Debit', { typeCode: 'Visa Debit' }, undefined, undefined],
    ['a debit card whose application says so', 'Debit', { typeCode: 'Visa' }, 'VISA DEBIT', undefined],
    ['a debit card whose application says something else', 'Debit', { typeCode: 'Visa' }, 'VISA PREPAID', 'Debit card'],
  ])('says its type only beside a brand that doesn’t: %s', (_, tenderTypeCode, creditDebit, appLabel, details) => {
    const sent = { ...visa, tenderTypeCode, creditDebit: { last4Digits: '1881', ...creditDebit } }
    expect(tendersOf([{ ...sent, ...(appLabel && { emv: { appLabel } }) }]).tenders[0]!.details).toBe(details)
  })
})

describe('a payment method', () => {
  test.each([
    ['GIFT_CARD', 'Gift card'],
    ['gift card', 'Gift card'],
    ['GiftCertificate', 'Gift certificate'],
    ['cash', 'Cash'],
    ['Chèque', 'Check'],
    ['TRAVELERS_CHECK', 'Traveler’s check'],
    ['CREDIT_DEBIT', 'Card'],
    ['Card 1', 'Card'],
    ['Interac', 'Interac'],
    ['MC', 'Mastercard'],
    ['VISA', 'Visa'],
    ['Carte bancaire', 'CB card'],
    ['EBT', 'EBT card'],
    ['EBT_FOOD_STAMPS', 'SNAP EBT'],
    ['hsa', 'HSA card'],
    ['PAYPAL', 'PayPal'],
    ['APPLE_PAY', 'Apple Pay'],
    ['Barter', 'Barter'],
    ['商品券', '商品券'],
    [undefined, 'Other'],
  ])('with code %s is called %s', (tenderTypeCode, label) => {
    const { tenders } = viewOf(aReceipt({ tenderHistory: [{ tenderTypeCode, amount: 12 }] })).tenderHistory!
    expect(plain(tenders[0]!.label)).toBe(label)
  })

  test.each([
    ['ApplePay', 'en-US', 'Apple Pay (Mastercard •••• 9002)', 'Paid with Apple Pay (Mastercard •••• 9002)'],
    ['APPLE_PAY', 'de-DE', 'Apple Pay (Mastercard •••• 9002)', 'Bezahlt mit Apple Pay (Mastercard •••• 9002)'],
    ['google pay', 'fr-FR', 'Google Pay (Mastercard •••• 9002)', 'Payé par Google Pay (Mastercard •••• 9002)'],
    ['Android-Pay', 'ja-JP', 'Google Pay (Mastercard •••• 9002)', 'お支払方法：Google Pay (Mastercard •••• 9002)'],
    ['PayPal', 'ar', 'PayPal (Mastercard •••• 9002)', 'وسيلة الدفع: PayPal (Mastercard •••• 9002)'],
    ['klarna', 'es-ES', 'Klarna (Mastercard •••• 9002)', 'Pagado con Klarna (Mastercard •••• 9002)'],
    ['Mobile', 'en-US', 'Mobile payment (Mastercard •••• 9002)', 'Paid with mobile wallet (Mastercard •••• 9002)'],
  ])('that is the wallet %s is told beside its card in %s', (tenderTypeCode, language, label, outcome) => {
    const creditDebit = { last4Digits: '9002', typeCode: 'MC' }
    const view = viewOf(aReceipt({ tenders: [{ tenderTypeCode, amount: 12, creditDebit }] }), language)
    expect([plain(view.tenders!.tenders[0]!.label), plain(view.heading.outcome)]).toEqual([label, outcome])
    const back = viewOf(
      aReceipt({ transactionType: 'ReturnTransaction', tenders: [{ tenderTypeCode, amount: 12, creditDebit }] }),
      language,
    )
    expect(plain(back.heading.outcome)).toContain(label)
  })

  test.each([
    [{ tenderTypeCode: 'Wallet', typeCode: 'GOOGLE PAY' }, 'Google Pay •••• 9002'],
    [{ tenderTypeCode: 'Credit', typeCode: 'ApplePay' }, 'Apple Pay •••• 9002'],
    [{ tenderTypeCode: 'ApplePay' }, 'Apple Pay •••• 9002'],
    [{ tenderTypeCode: 'ApplePay', typeCode: 'Norrona Card' }, 'Apple Pay (Norrona Card •••• 9002)'],
    [{ tenderTypeCode: 'ApplePay', typeCode: 'CB' }, 'Apple Pay (CB card •••• 9002)'],
    [{ tenderTypeCode: 'INTERAC', typeCode: 'Interac' }, 'Interac •••• 9002'],
    [{ tenderTypeCode: 'Bancontact', typeCode: 'Maestro' }, 'Bancontact (Maestro •••• 9002)'],
    [{ tenderTypeCode: 'GiftCard', typeCode: 'Visa' }, 'Visa •••• 9002'],
  ])('with card %j is %s', ({ tenderTypeCode, ...card }, label) => {
    const creditDebit = { last4Digits: '9002', ...card }
    expect(plain(tendersOf([{ tenderTypeCode, amount: 12, creditDebit }]).tenders[0]!.label)).toBe(label)
  })

  test('that is a wallet without a card is told by its name', () => {
    const outcome = (tenderTypeCode: string) =>
      plain(viewOf(aReceipt({ tenders: [{ tenderTypeCode, amount: 12 }] })).heading.outcome)
    expect(['PAYPAL', 'Vipps', 'mb_way', 'M-Pesa', 'WECHAT', 'Blik'].map(outcome)).toEqual([
      'Paid with PayPal',
      'Paid with Vipps',
      'Paid with MB WAY',
      'Paid with M-PESA',
      'Paid with WeChat Pay',
      'Paid with BLIK',
    ])
  })

  test('and its card’s application has its own line under the wallet', () => {
    const creditDebit = { last4Digits: '9002', typeCode: 'Mastercard' }
    const emv = { appLabel: 'MASTERCARD CREDIT' }
    const { detail } = tendersOf([{ tenderTypeCode: 'ApplePay', amount: 12, creditDebit, emv }]).tenders[0]!
    expect([detail!.subject, ...detail!.lines].map(plain)).toEqual(['Apple Pay', 'MASTERCARD CREDIT'])
  })

  test('of a benefit or health account is told beside the card’s brand', () => {
    const of = (tenderTypeCode: string) => {
      const { label, details } = tendersOf([{ ...visa, tenderTypeCode }]).tenders[0]!
      return [plain(label), details]
    }
    expect(of('HSA')).toEqual(['Visa •••• 1881', 'HSA card'])
    expect(of('SNAP')).toEqual(['Visa •••• 1881', 'SNAP EBT'])
    expect(of('CreditDebit')).toEqual(['Visa •••• 1881', undefined])
  })

  test('that isn’t cash isn’t paid in cash', () => {
    const outcome = (tenderTypeCode: string, language?: string) =>
      plain(viewOf(aReceipt({ tenders: [{ tenderTypeCode, amount: 12 }] }), language).heading.outcome)
    expect(outcome('Cash')).toBe('Paid in cash')
    expect(outcome('EBT_CASH')).toBe('Paid with EBT Cash')
    expect(outcome('CashApp')).toBe('Paid with Cash App')
    expect(outcome('PayPal', 'fr-FR')).toBe('Payé par PayPal')
    expect(outcome('EBT', 'es-US')).toBe('Pagado con tarjeta EBT')
  })

  test.each([
    ['HOUSE_ACCOUNT_X', 'HOUSE ACCOUNT X'],
    ['PrepaidScrip', 'Prepaid Scrip'],
    ['<b>Barter</b>', '<b>Barter</b>'],
  ])('with the unknown code %s is spelled out', (tenderTypeCode, label) => {
    expect(tendersOf([{ tenderTypeCode, amount: 12 }]).tenders[0]!.label).toBe(label)
  })

  test('is translated', () => {
    expect(tendersOf([{ tenderTypeCode: 'Cash', amount: 12 }], {}, 'fr-CA').tenders[0]!.label).toBe('Argent comptant')
    expect(tendersOf([{ tenderTypeCode: 'Cash', amount: 12 }], {}, 'ja-JP').tenders[0]!.label).toBe('現金')
  })

  test('in another currency is what it came to, so that the column adds, where the others tell', () => {
    const euros = { tenderTypeCode: 'Cash', amount: 5, currency: 'EUR' }
    const shown = (sent: Record<string, unknown>[], differs = {}) =>
      tendersOf(sent, differs).tenders.map(({ label, amount, details }) => [plain(label), plain(amount!), details])
    expect(shown([{ ...visa, amount: 7 }, euros], { changeDue: 0.5 })).toEqual([
      ['Visa •••• 1881', '$7.00', undefined],
      ['Cash (€5.00)', '$5.50', undefined],
    ])
    const alone = ['Cash', '€5.00', 'EUR']
    expect(shown([euros, euros])).toEqual([alone, alone])
    expect(shown([euros], { deposit: { amount: 4 } })).toEqual([alone])
    expect(shown([{ ...visa, amount: 12 }, euros])[1]).toEqual(alone)
  })
})

test('shows a gift card’s last four digits and remaining balance, as number or amount', () => {
  const giftCard = {
    accountNumber: '6006490000004508',
    balance: { amount: 22.95, currencyCode: 'USD' },
  }
  for (const balance of [22.95, giftCard.balance]) {
    const [card] = tendersOf([{ tenderTypeCode: 'GiftCard', amount: 12, giftCard: { ...giftCard, balance } }]).tenders
    expect(plain(card!.label)).toBe('Gift card •••• 4508')
    expect(card!.details).toBeUndefined()
    expect(plain(card!.lines[0]!.label)).toBe('Remaining balance $22.95')
  }
})

test('shows the terminal’s remark', () => {
  const [tender] = tendersOf([{ ...visa, miscInfo: 'Terminal 7' }]).tenders
  expect(tender!.details).toBe('Terminal 7')
})

describe('the details of a payment', () => {
  const detailOf = (tenders: Record<string, unknown>[], differs = {}) => {
    const { detail } = tendersOf(tenders, differs).tenders[0]!
    return detail && [detail.subject, ...detail.lines].map(plain)
  }
  const chip = { appLabel: 'VISA CREDIT', aid: 'A0000000031010', additionalAttributes: { 'Entry Mode': 'Chip' } }
  const cash = { tenderTypeCode: 'Cash', amount: 5 }

  test('are absent if there is no more than the amount', () => {
    expect(detailOf([visa])).toBeUndefined()
    expect(detailOf([cash])).toBeUndefined()
  })

  test('are what a person understands, then what a bank asks for', () => {
    const sent = { ...visa, creditDebit: { ...visa.creditDebit, Name: 'ORLA VALE' }, authorizationCode: 'A77421' }
    const emv = { ...chip, appLabel: 'CREDIT' }
    expect(detailOf([{ ...sent, emv }])).toEqual([
      'Visa',
      'ORLA VALE · Chip',
      'Auth code A77421 · CREDIT · AID A0000000031010',
    ])
  })

  test('are apart from each other', () => {
    expect(
      detailOf([{ ...visa, authorizationCode: 'A77421', emv: { additionalAttributes: { entry: 'tap' } } }]),
    ).toEqual(['Visa', 'Contactless', 'Auth code A77421'])
  })

  test('are of the application if its name begins with the brand’s: the heading says the rest of a single card', () => {
    const named = (appLabel: string) => detailOf([{ ...visa, emv: { ...chip, appLabel } }])
    expect(named('VISA CREDIT')).toEqual(['VISA CREDIT', 'Chip', 'AID A0000000031010'])
    expect(named('Visa-Credit')![0]).toBe('Visa-Credit')
    expect(named('CREDITO')![0]).toBe('Visa')
    expect(detailOf([{ ...visa, emv: chip }, cash])!.slice(0, 2)).toEqual(['VISA CREDIT', '•••• 1881'])
    const unnumbered = { typeCode: 'Visa', Name: 'ORLA VALE' }
    expect(detailOf([{ ...visa, creditDebit: unnumbered, emv: chip }, cash])![0]).toBe('VISA CREDIT')
  })

  test('have the rest of a gift card', () => {
    const giftCard = { accountNumber: '6006490000004508', balance: 22.95 }
    expect(detailOf([{ tenderTypeCode: 'GiftCard', amount: 12, giftCard }])).toEqual([
      'Gift card',
      'Remaining balance $22.95',
    ])
  })

  test('are there, without facts, for a payment with a remark of several lines', () => {
    expect(detailOf([{ ...visa, miscInfo: 'Thank you\\nfor paying here' }])).toEqual(['Visa'])
  })

  test('of an earlier payment begin with what it is and its amount, which no sum has', () => {
    const tenderHistory = [{ ...visa, amount: 5, dateTime: '2026-06-21' }, cash]
    const { tenders } = viewOf(aReceipt({ tenderHistory })).tenderHistory!
    expect(tenders.map(({ detail }) => [detail!.subject, ...detail!.lines].map(plain))).toEqual([
      ['Visa', 'Paid earlier · $5.00', '•••• 1881', 'Jun 21, 2026'],
      ['Cash', 'Paid earlier · $5.00'],
    ])
  })

  test('of an order’s earlier payments say which order’s they are, if the receipt has others', () => {
    const orders = [{ number: 'K-1', tenderHistory: [{ ...cash, amount: 3 }] }]
    const view = viewOf(aReceipt({ tenderHistory: [cash], orders, items: [{ name: 'Tea', total: 12 }] }))
    expect(view.orders[0]!.history!.tenders[0]!.detail!.lines.map(plain)).toEqual(['Paid earlier · $3.00', 'Order K-1'])
  })
})

describe('the heading says it all', () => {
  const saidOf = (tenders: Record<string, unknown>[], differs = {}) => {
    const { heading, tenders: payments } = viewOf(aReceipt({ tenders, ...differs }))
    // Nothing is left out that isn't said.
    if (payments!.said) expect(heading.paid).toBeTruthy()
    return payments!.said
  }
  const cash = { tenderTypeCode: 'Cash', amount: 12 }
  const dinner = { items: [{ name: 'Soup', total: 12 }] }

  test.each([
    ['one payment of the whole amount', [visa], {}],
    ['one payment of a part, of which no more is known', [visa], { grandAmount: 17 }],
    ['money back', [{ ...visa, amount: -12 }], { transactionType: 'ReturnTransaction', grandAmount: -12 }],
    ['a total that has the tip', [{ ...visa, amount: 14 }], { ...dinner, tip: 2, grandAmount: 14 }],
    ['what is charged to an account', [{ tenderTypeCode: 'OnAccount', amount: 12 }], {}],
  ])('if it is %s', (_, tenders, differs) => expect(saidOf(tenders, differs)).toBe(true))

  test.each([
    [
      'two payments',
      [
        { ...visa, amount: 7 },
        { ...cash, amount: 5 },
      ],
      {},
    ],
    ['two, of which one is of nothing', [visa, { ...cash, amount: 0 }], {}],
    ['more than the total, with the tip', [{ ...visa, amount: 14 }], { ...dinner, tip: 2, grandAmount: 12 }],
    ['cash with change', [{ ...cash, amount: 20 }], { changeDue: 8 }],
    ['a part, and a balance is due', [visa], { grandAmount: 30, balanceDue: 18 }],
    ['a part, and the rest was paid earlier', [visa], { grandAmount: 17, tenderHistory: [{ ...visa, amount: 5 }] }],
    ['in another currency', [{ ...cash, currency: 'EUR' }], {}],
    ['of nothing', [{ ...visa, amount: 0 }], { grandAmount: 0, items: [{ name: 'Sample', total: 0 }] }],
    [
      'on a request to pay, which says nothing of payments',
      [cash],
      { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' },
    ],
  ])('but not if it is %s', (_, tenders, differs) => expect(saidOf(tenders, differs)).toBeUndefined())

  test('and cash of nothing isn’t said at all', () => {
    const sample = { items: [{ name: 'Sample', total: 0 }], grandAmount: 0 }
    expect(viewOf(aReceipt({ ...sample, tenders: [{ ...cash, amount: 0 }] })).tenders).toBeUndefined()
    expect(asText(tendersOf([{ ...cash, amount: 0 }], { balanceDue: 12 }).tenders as never)).toEqual(['Cash | $0.00'])
  })
})

describe('after the tenders', () => {
  test('shows change and the balance due', () => {
    const { after } = tendersOf([{ tenderTypeCode: 'Cash', amount: 20 }], { changeDue: 8, tenderApplied: 12 })
    expect(asText(after)).toEqual(['Change | $8.00'])
    expect(asText(tendersOf([visa], { grandAmount: 30, tenderApplied: 12, balanceDue: 18 }).after)).toEqual([
      'Balance due | $18.00',
    ])
  })

  test('splits a part payment into today and earlier, unless one tender shows today’s', () => {
    const history = [{ tenderTypeCode: 'Cash', amount: 5 }]
    const sent = { grandAmount: 35, tenderHistory: history, balanceDue: 6 }
    expect(
      asText(tendersOf([visa, visa], { ...sent, balanceDue: 0, grandAmount: 29, tenderApplied: 24 }).after),
    ).toEqual(['Paid today | $24.00', 'Paid earlier | $5.00'])
  })

  test('are above 0 like all payments, down to the balance due', () => {
    const history = [{ tenderTypeCode: 'Cash', amount: 5 }]
    const { tenders, after } = tendersOf([visa, { tenderTypeCode: 'Cash', amount: 15 }], {
      ...{ grandAmount: 35, tenderHistory: history, balanceDue: 6, tenderApplied: 24, changeDue: 3 },
    })
    expect(tenders.map(({ amount }) => plain(amount))).toEqual(['$12.00', '$15.00'])
    const today = ['Change | $3.00', 'Paid today | $24.00']
    expect(asText(after)).toEqual([...today, 'Paid earlier | $5.00', 'Balance due | $6.00'])
  })

  test('takes nothing from a total that the payments don’t lead down from', () => {
    const { tenders, after } = tendersOf([visa], { grandAmount: 100, tenderApplied: 12, balanceDue: 70 })
    expect(tenders.map(({ amount }) => plain(amount))).toEqual(['$12.00'])
    expect(asText(after)).toEqual(['Balance due | $70.00'])
  })

  test('repeats no balance due if nothing was paid and all of it is due', () => {
    expect(viewOf(aReceipt({ balanceDue: 12 })).tenders).toBeUndefined()
    expect(asText(viewOf(aReceipt({ balanceDue: 10 })).tenders!.after)).toEqual(['Balance due | $10.00'])
    expect(asText(tendersOf([{ ...visa, amount: 0 }], { balanceDue: 12 }).after)).toEqual(['Balance due | $12.00'])
  })

  test('shows no zero amounts', () => {
    expect(tendersOf([visa], { changeDue: 0, balanceDue: 0, tenderApplied: 12 }).after).toEqual([])
  })
})

test('titles money returned as a refund', () => {
  const sent = aReceipt({ transactionType: 'ReturnTransaction', grandAmount: -12, tenders: [{ ...visa, amount: -12 }] })
  expect(viewOf(sent).tenders).toMatchObject({ title: 'Refund' })
  expect(plain(viewOf(sent).tenders!.tenders[0]!.amount)).toBe('$12.00')
})

test('lists earlier payments in their own section', () => {
  const view = viewOf(aReceipt({ tenderHistory: [{ tenderTypeCode: 'Debit', amount: 5, dateTime: '2026-06-21' }] }))
  expect(view.tenders).toBeUndefined()
  expect(view.tenderHistory!.title).toBe('Previous payments')
  expect(view.tenderHistory!.tenders[0]).toMatchObject({
    label: 'Debit card',
    amount: '$5.00',
    details: 'Jun 21, 2026',
  })
})

test('has no section if nothing was paid', () => expect(viewOf(aReceipt()).tenders).toBeUndefined())

test.each([
  ['cash of which change was given back', 385, 'お預り（現金）'],
  ['cash that fits', undefined, '現金'],
])('in Japanese, %s', (_, changeDue, label) => {
  const cash = { tenderTypeCode: 'Cash', amount: 3000 }
  expect(tendersOf([cash], { changeDue, currency: 'JPY' }, 'ja-JP').tenders[0]!.label).toBe(label)
})
