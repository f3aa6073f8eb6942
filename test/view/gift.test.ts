import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OptionError } from '../../src/errors.ts'
import { createFormat } from '../../src/locale/format.ts'
import { documentKind } from '../../src/reading/kind.ts'
import { acceptedCurrencies } from '../../src/receipt/currency-code.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptData } from '../../src/receipt/receipt-data.ts'
import { openStages } from '../../src/stages.ts'
import type { GiftView } from '../../src/view/gift-view.ts'
import { presentReceipt } from '../../src/view/present.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { looks } from '../../src/view/variant.ts'
import { anyReceipt } from '../support/any-receipt.ts'
import { fixtures } from '../support/fixtures.ts'
import { aReceipt, languageOf, plain, type SentReceipt } from '../support/receipts.ts'

const lookedAt = await Promise.all(looks.map(variant => openStages({ variant })))
const [stages] = lookedAt
const languages = stages!.locales

describe('no amount and nothing of the buyer', () => {
  const given = fixtures.filter(({ receipt }) => isGiveable(parseReceipt(receipt)))

  test.each(given)('of $name, in any language, look and form', ({ receipt: sent }) => {
    const receipt = parseReceipt(sent)
    const amounts = amountsOf(receipt)
    const buyer = buyerOf(receipt)
    for (const [at, acceptLanguage] of languages.entries()) {
      const view = giftOf(receipt, acceptLanguage)
      expect(amountsIn(textsOf(view), amounts)).toEqual([])
      const written = writtenIn(receipt, view.lang, amounts)
      // A form says what the view says; each look once is enough.
      for (const text of at < looks.length ? formsOf(view, at) : []) {
        expect(written.filter(amount => text.includes(amount))).toEqual([])
        expect(buyer.filter(words => text.includes(words))).toEqual([])
      }
    }
  })

  test('most scenarios are among them', () => expect(given.length).toBeGreaterThan(fixtures.length / 2))

  test('of any receipt, even with its amounts and its buyer written into every free text', () => {
    const language = fc.constantFrom(...languages)
    fc.assert(
      fc.property(anyReceipt(), language, language, fc.infiniteStream(fc.nat(999)), (any, writes, reads, picks) => {
        const sent = givenBy(any)
        const amounts = amountsOf(parseReceipt(sent))
        const money = writtenIn(parseReceipt(sent), writes, amounts)
        const told = () => [...money, ...Object.values(ada)][picks.next().value! % (money.length + 3)] ?? ada.name
        const view = giftOf(parseReceipt(whispering(sent, told)), reads)
        const texts = textsOf(view)
        expect(amountsIn(texts, amounts)).toEqual([])
        for (const words of Object.values(ada)) expect(texts.join('\n')).not.toContain(words)
      }),
      { numRuns: 50 },
    )
  })
})

test('an amount that is not of the receipt is known by its sign, in any currency and in the way of any language', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...acceptedCurrencies),
      fc.constantFrom(...languages),
      fc.constantFrom(5, 80, -12.5, 1299, 1234567.5),
      (currency, tag, amount) => {
        const receipt = parseReceipt(aReceipt({ currency, grandAmount: 31 }))
        const money = createFormat(tag, { currency }).money(amount)
        const view = giftOf({ ...receipt, header: `Voucher ${money}` }, tag)
        expect(view.header?.lines ?? []).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})

describe('a receipt that speaks of money wherever it can', () => {
  const nasty = aReceipt({
    grandAmount: 1299,
    header: 'Merry Christmas!\nToday you paid $1,299\n٥٠ دينار',
    items: [
      { name: 'Gift card 50 €', price: 50, total: 50, giftCard: { accountNumber: '6006490000001207', balance: 50 } },
      { name: 'Wool scarf (was USD 89.00)', description: '100% wool, 30 cm', sku: '20877', price: 38.5 },
      { name: '￥1200', miscInfo: 'Size 9.5\nPaid CHF 12.–\n12,50 € each', price: 12.5, total: 1200 },
      { name: '10% loyalty', total: -5, quantity: { value: -1 } },
      { name: 'Top-up', quantity: { value: 25, unitOfMeasureCode: 'EUR' }, total: 25 },
      { name: 'Cheese', upc: '0212345012502', sku: '38.50', quantity: { value: 0.385, unitOfMeasureCode: 'KG' } },
    ],
    terms: [{ description: 'Exchange within 30 days. Restocking costs USD 5. Sale items are 2 for 1.' }],
    additionalInfo1: 'Total ١٢٩٩',
    additionalInfo2: 'Opening hours Mon–Sat 9.00–18.00, until 31.12. at 20 Fir Street',
    additionalInfo3: '5 pounds of coffee free\nSave $5',
    additionalInfo5: '合計 1,299円\n返品は30日以内',
    barcodeType: 'QRCode',
    barcodeNumber: 'sale=20931;total=1299.00',
    rawPosReceipt: 'TOTAL 1299.00',
    tenders: [{ tenderTypeCode: 'Cash', amount: 1300 }],
    changeDue: 1,
    extra: { wrapping: 4.5 },
  })
  const view = viewOf(nasty)

  test('keeps its goods, its days, its sizes and its rules', () => {
    expect(view.items!.groups[0]!.items.map(({ name, summary, notes }) => [name, plain(summary), ...notes])).toEqual([
      ['Gift card', ''],
      ['Wool scarf', '100% wool, 30 cm · SKU 20877'],
      ['Item', '', 'Size 9.5'],
      ['Top-up', ''],
      ['Cheese', '0.385 kg'],
    ])
    expect(view.terms!.terms.map(({ text }) => text.lines)).toEqual([
      ['Exchange within 30 days. Sale items are 2 for 1.'],
    ])
    expect([view.header, view.slot1, view.slot2, view.slot3, view.slot5].map(note => note?.lines)).toEqual([
      ['Merry Christmas!'],
      undefined,
      ['Opening hours Mon–Sat 9.00–18.00, until 31.12. at 20 Fir Street'],
      ['5 pounds of coffee free'],
      ['返品は30日以内'],
    ])
  })

  test('says neither amounts nor a code that holds one', () => {
    expect(textsOf(view).join('\n')).not.toMatch(/12[.,]?99|12[.,–]50|38\.50|89|\$|€|USD|EUR|CHF|円|دينار|١/)
    expect(view).not.toHaveProperty('barcode')
  })
})

describe('what speaks of money, and what does not', () => {
  const yen = { currency: 'JPY', grandAmount: 1200 }
  const euro = { currency: 'EUR', grandAmount: 30 }
  const dinar = { currency: 'KWD', grandAmount: 4.5 }

  test.each<[string, SentReceipt]>([
    ['was 49.99', {}],
    ['12 left', { grandAmount: 12, header: 'Paid: 12' }],
    ['$ 5 – 10', {}],
    ['50¢ back', {}],
    ['３８．００', {}],
    ['Rs. 500', {}],
    ['500:-', {}],
    ['R$ 50', {}],
    ['MXN 50', {}],
    ['nur 12,-', euro],
    ['1.299,00', euro],
    ['Wert 30', euro],
    ['50 Euro', euro],
    ['1 234,50', euro],
    ['1200', yen],
    ['1,200', yen],
    ['1万円', yen],
    ['五千円', yen],
    ['٤٫٥٠٠', dinar],
    ['٥ دنانير', dinar],
    ['Worth 5 pounds', { currency: 'GBP' }],
    ['50p', { currency: 'GBP' }],
    ['12.– Fr.', { currency: 'CHF' }],
  ])('%s is not said', (text, differs) => {
    expect(viewOf(aReceipt({ header: text, ...differs })).header).toBeUndefined()
  })

  test.each<[string, SentReceipt]>([
    ['Returns within 30 days', { grandAmount: 30 }],
    ['2 for 1', { grandAmount: 2 }],
    ['Size 30, inseam 9.5', { grandAmount: 30 }],
    ['100% wool', { grandAmount: 100 }],
    ['12.50 x 30.00 cm', {}],
    ['0.75 l bottle, 3.25 inch', {}],
    ['Call (773) 555-0142, open 9:00-18:00', {}],
    ['Art. v1.25, order AB-12.50', {}],
    ['SET OF 2, TOP 3, AMD 5600', {}],
    ['10 ft rope, 5 pounds of apples', {}],
    ['Umtausch bis 31.12.2026', euro],
    ['Mo–Fr 9.00–18.00 Uhr, ab dem 31. Mai', euro],
    ['0,75 l, 100 % Baumwolle, Größe 42', euro],
    ['30日以内、2個、〒150-0001', yen],
    ['خلال ٣٠ يوما، ص.ب 1234', dinar],
  ])('%s is said', (text, differs) => {
    expect(viewOf(aReceipt({ header: text, ...differs })).header!.lines.map(plain)).toEqual([text])
  })

  test('lines that name the buyer or the card are not said', () => {
    const header = 'Thank you, Ada Byron!\nVISA ************1881\nada@example.com\nSee you soon'
    const sent = aReceipt({
      header,
      customer: { emailAddress: 'Ada@example.com' },
      soldTo: { customerName: 'ADA BYRON' },
      tenders: [{ tenderTypeCode: 'Credit', creditDebit: { last4Digits: '1881' }, amount: 12 }],
    })
    expect(viewOf(sent).header!.lines).toEqual(['See you soon'])
  })
})

describe('what there can be a gift receipt of', () => {
  const scarf = { name: 'Scarf', price: 38, total: 38 }
  const namesOf = (sent: SentReceipt) =>
    viewOf(sent).items?.groups.flatMap(({ items }) => items.map(({ name }) => name))

  test('not of a payment request, nor of a return: that is said', () => {
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/l/1' }
    const returned = { transactionType: 'ReturnTransaction', returns: [{ items: [scarf] }], grandAmount: -38 }
    expect(() => viewOf(aReceipt(request))).toThrow(OptionError)
    expect(() => viewOf(aReceipt(request))).toThrow(/nothing is sold yet/)
    expect(() => viewOf(aReceipt(returned))).toThrow(/no goods to give/)
  })

  test('of an exchange, with the goods that were taken and not those brought back', () => {
    const sent = { transactionType: 'ReturnTransaction', items: [scarf], returns: [{ items: [{ name: 'Hat' }] }] }
    expect(namesOf(aReceipt(sent))).toEqual(['Scarf'])
  })

  test('of an order, with its goods; those of a cancelled one are nobody’s', () => {
    const orders = [
      { number: '1', action: 'New', items: [scarf], totalAmount: 38 },
      { number: '2', action: 'Cancel', items: [{ name: 'Hat' }] },
    ]
    const view = viewOf(aReceipt({ transactionType: 'OrderTransaction', orders }))
    expect(view.items!.groups[0]!.items.map(({ name }) => name)).toEqual(['Scarf'])
    expect(view).toMatchObject({ kind: 'gift', orders: [], title: expect.stringMatching(/^Gift receipt 20931/) })
  })

  test('of a sale without goods: shop, number and code are there', () => {
    const view = viewOf(aReceipt({ barcodeNumber: '118-20931' }))
    expect(view).not.toHaveProperty('items')
    expect(view.barcode!.caption).toBe('118-20931')
    expect(view.facts.map(({ value }) => value)).toEqual(['20931', '3', '118'])
  })
})

test('its type has no place for money or the buyer, and neither has it', () => {
  const gift: GiftView = viewOf(
    aReceipt({ items: [{ name: 'Scarf', price: 38 }], customer: { emailAddress: ada.mail } }),
  )
  // @ts-expect-error a gift has no totals
  expect(gift.totals).toBeUndefined()
  // @ts-expect-error nor a buyer
  expect(gift.customer).toBeUndefined()
  // @ts-expect-error nor have its goods a price
  expect(gift.items!.groups[0]!.items[0]!.price).toBeUndefined()
  // @ts-expect-error nor its heading an amount
  expect(gift.heading.amount).toBeUndefined()
  expect(Object.keys(gift).sort().join(' ')).toBe(
    'dir extra facts footer heading images items kind lang orders own pageNumber preheader returns subject title',
  )
})

test('offers and the tracking pixel are left out, the foot and the words of the shop are not', () => {
  const receipt = parseReceipt(aReceipt({ trackingPixel: 'https://pixel.example.com/p?total=12' }))
  const view = presentReceipt(
    receipt,
    { ...languageOf(receipt), own: { tag: 'Since 1911' } },
    { gift: true, offers: [{ content: 'Save $5' }], footer: ['SARL au capital de 8 000 €'] },
  )
  expect(view).not.toHaveProperty('pixel')
  expect(view).not.toHaveProperty('offers')
  expect(view.footer.lines).toEqual(['SARL au capital de 8 000 €'])
  expect(view.own).toEqual({ tag: 'Since 1911' })
})

/** What the buyer goes by. */
const ada = { name: 'Ada Byron-King', mail: 'ada.byron@example.com', street: '12 Ockham Park Lane' }

function viewOf(sent: SentReceipt): GiftView {
  const receipt = parseReceipt(sent)
  return presentReceipt(receipt, languageOf(receipt), { gift: true })
}

function giftOf(receipt: ReceiptData, acceptLanguage: string): ReceiptView {
  return stages!.present(receipt, stages!.decide(receipt, { acceptLanguage }), { variant: 'gift' })
}

/** Mail, text and page in a look, without styles: they have numbers of their own. */
function formsOf(view: ReceiptView, look: number): string[] {
  const { mail, page } = lookedAt[look]!
  const { html, text } = mail(view, 'cid', 'gift')
  return [html, text, page(view, 'a4', 'gift').html].map(form =>
    plain(form.replace(/<style[\s\S]*?<\/style>| style="[^"]*"/g, '')),
  )
}

/** Every text of a view but those that name the shop and the sale, and what its pictures are of. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return ['issued', 'date', 'kindAndDate', 'preheader'].includes(name) ? [] : [plain(value)]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, key))
}

/** The amounts of a receipt that cannot be taken for pieces or sizes: with decimals, or from 100 on. */
function amountsOf(receipt: ReceiptData): number[] {
  const quantities = new Set(numbersIn(receipt, name => name === 'value'))
  const all = numbersIn(receipt, name => !['value', 'percent'].includes(name)).map(Math.abs)
  return [...new Set(all)].filter(
    amount => (amount >= 100 || !Number.isInteger(amount)) && !quantities.has(amount) && !quantities.has(-amount),
  )
}

function numbersIn(value: unknown, asked: (name: string) => boolean, name = ''): number[] {
  if (typeof value === 'number') return asked(name) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, asked, key))
}

/**
 * Those of the amounts that texts hold, whichever way digits are grouped and decimals marked. Numbers with a zero in front are
 * codes, and litres are no money.
 */
function amountsIn(texts: readonly string[], amounts: readonly number[]): string[] {
  const sought = new Set(amounts.map(amount => String(Number(amount.toFixed(6)))))
  return texts.flatMap(text =>
    (text.match(/(?<!\d)(?!0\d|\d,\d l\b)\d[\d.,'’٫٬ ]*/g) ?? []).filter(figure => {
      const parts = figure.replace(/[^\d]+$/, '').split(/[.,'’٫٬ ]/)
      const readings = parts.length === 1 ? parts : [parts.join(''), `${parts.slice(0, -1).join('')}.${parts.at(-1)}`]
      return readings.some(reading => sought.has(String(Number(reading))))
    }),
  )
}

/** The amounts as a language writes them, in the receipt's currency. */
function writtenIn({ currency, workstation }: ReceiptData, tag: string, amounts: readonly number[]): string[] {
  const storeCountry = workstation.store.address.country?.code
  const format = createFormat(tag, { ...(currency && { currency }), ...(storeCountry && { storeCountry }) })
  return amounts.map(amount => plain(format.money(amount)))
}

function isGiveable(receipt: ReceiptData): boolean {
  return !['payment-link', 'return'].includes(documentKind(receipt))
}

/** Names, addresses and numbers of the buyer that the shop does not share. */
function buyerOf({ customer, soldTo, loyalty, tenders = [], orders = [] }: ReceiptData): string[] {
  const parties = [soldTo, ...orders.map(order => order.soldTo)]
  return [
    customer?.emailAddress,
    customer?.telephone?.localNumber,
    loyalty?.number,
    loyalty?.customerName,
    ...parties.flatMap(party => [party?.customerName, party?.customerNumber, party?.address?.addressLine1]),
    ...tenders.flatMap(({ creditDebit, authorizationCode }) => [creditDebit?.cardholder, authorizationCode]),
  ].filter(words => words !== undefined)
}

/** A receipt of goods for Ada; what the shop and the sale go by has no figures of its own. */
function givenBy(any: SentReceipt): SentReceipt {
  const { workstation, currency } = aReceipt()
  return {
    currency,
    ...any,
    workstation,
    receiptDateTime: '2026-12-19',
    transactionType: 'SaleTransaction',
    transactionNumber: 'A-B',
    barcodeNumber: 'A-B',
    grandAmount: Math.abs(any.grandAmount as number),
    customer: { emailAddress: ada.mail },
    soldTo: { customerName: ada.name, address: { addressLine1: ada.street } },
  }
}

/** The same with something told in every free text that a gift receipt may show. */
function whispering(sent: SentReceipt, told: () => string): SentReceipt {
  const lines = (text: unknown) => `${text ?? 'Thank you'} ${told()}\n${told()}`
  const item = (one: SentReceipt) => ({
    ...one,
    name: `Scarf ${told()}`,
    description: lines(one.description),
    miscInfo: lines(one.miscInfo),
    category: `Wool ${told()}`,
  })
  return {
    ...sent,
    header: lines(sent.header),
    additionalInfo1: lines(sent.additionalInfo1),
    additionalInfo5: lines(sent.additionalInfo5),
    items: [{ name: 'Scarf' }, ...((sent.items as SentReceipt[] | undefined) ?? [])].map(item),
    terms: [{ description: lines('Exchange within 30 days.') }],
  }
}
