import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { createFormat } from '../../../src/locale/format/format.ts'
import { localeOf, mailOf, pageOf, viewOf } from '../../../src/merchant/documents.ts'
import { openMerchant } from '../../../src/merchant/open.ts'
import { documentKind } from '../../../src/reading/kind.ts'
import type { ReceiptData } from '../../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { type GiftText, giftTexts } from '../../../src/view/gift/gift-receipt.ts'
import type { GiftView } from '../../../src/view/gift/gift-view.ts'
import { presentReceipt } from '../../../src/view/present.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { looks } from '../../../src/view/variant.ts'
import { anyReceipt } from '../../support/any-receipt.ts'
import fc from '../../support/fast-check.ts'
import { fixtures } from '../../support/fixtures.ts'
import { aReceipt, languageOf, plain, type SentReceipt } from '../../support/receipts.ts'
import { isExhaustive, isSampled, tries } from '../../support/scope.ts'

const lookedAt = await Promise.all(looks.map(variant => openMerchant({ variant, strict: true })))
const [merchant] = lookedAt
const languages = merchant!.catalogue.languages

describe('a gift receipt shows no amount and nothing about the buyer', () => {
  const given = fixtures.filter(({ receipt }) => isGiveable(parseReceipt(receipt)))

  const cases = given.map((fixture, place) => ({ ...fixture, place }))
  test.each(cases)('for $name, in any language, look and format', ({ receipt: sent, place }) => {
    const receipt = parseReceipt(sent)
    const amounts = amountsOf(receipt)
    const buyer = buyerOf(receipt)
    for (const [at, acceptLanguage] of languages.entries()) {
      const isInLook = at < looks.length && isSampled(at, place)
      if (!isInLook && !isExhaustive && (at + place) % 18 !== 0) continue
      const view = giftOf(receipt, acceptLanguage)
      expect(amountsIn(textsOf(view), amounts)).toEqual([])
      const written = writtenIn(receipt, view.lang, amounts)
      // A form says what the view says; a look is enough.
      for (const text of isInLook ? formsOf(view, at) : []) {
        expect(written.filter(amount => text.includes(amount))).toEqual([])
        expect(buyer.filter(words => text.includes(words))).toEqual([])
      }
    }
  })

  test('covers more than half of the fixtures', () => expect(given.length).toBeGreaterThan(fixtures.length / 2))

  test('for any receipt, even with amounts and buyer in every free-text field', () => {
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
      { numRuns: tries(50) },
    )
  })
})

describe('free text', () => {
  const said = 'Paid with thanks'
  const talkative = aReceipt({
    header: said,
    ...Object.fromEntries([1, 2, 3, 4, 5].map(at => [`additionalInfo${at}`, said])),
    terms: [{ description: said, signature: { text: said } }],
    items: [{ name: 'Scarf', description: said, miscInfo: said, discounts: [{ name: said, amount: -1 }] }],
    orders: [{ description: said, miscText: said, deliveryPickup: { instructions: said }, items: [{ name: 'Hat' }] }],
    returns: [{ miscText: said, items: [{ name: said }] }],
    tenders: [{ tenderTypeCode: said, miscInfo: said, signature: { text: said } }],
    taxes: [{ amount: 1, description: said }],
    fees: [{ amount: 1, description: said }],
    deliveryPickup: { instructions: said },
    loyalty: { number: '1', misc: said },
    signature: { text: said },
    relatedTransactionReference: { reason: said },
    rawPosReceipt: said,
    mode: said,
    supportingDocuments: { manual: { name: said } },
    wrapping: said,
  })

  test('is left out by default', () => {
    expect(textsOf(giftViewOf(talkative)).join('\n')).not.toContain(said)
  })

  test.each(giftTexts)('shows only %s if the merchant lists it', name => {
    // What is short is in the summary of its line and in its details.
    const shown = textsOf(giftViewOf(talkative, [name])).filter(text => text.includes(said))
    expect(shown).toEqual(name === 'description' || name === 'miscInfo' ? [said, said] : [said])
  })

  test('is listed by the engine, or else by the folder’s brand.json', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gift-text-'))
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ giftText: ['header'] }))
    const receipt = parseReceipt({ ...talkative, header: 'Merry Christmas!' })
    const headerBy = async (giftText?: GiftText[]) => {
      const merchant = await openMerchant({ templates: folder, ...(giftText && { giftText }) })
      return viewOf(merchant, receipt, localeOf(merchant, receipt), { variant: 'gift' }).header?.lines
    }
    expect(await headerBy()).toEqual(['Merry Christmas!'])
    expect(await headerBy(['terms'])).toBeUndefined()
    expect(await headerBy([])).toBeUndefined()
  })

  test('rejects a field that is not free text, in the option and in brand.json', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gift-text-'))
    writeFileSync(join(folder, 'brand.json'), JSON.stringify({ giftText: ['rawPosReceipt'] }))
    const wrong = /giftText: must be a list of header, additionalInfo1,/
    await expect(openMerchant({ giftText: ['tenders'] as never })).rejects.toThrow(wrong)
    await expect(openMerchant({ templates: folder })).rejects.toThrow(wrong)
    await expect(openMerchant({ templates: folder })).rejects.toThrow(OptionError)
  })
})

describe('codes', () => {
  const sale = { grandAmount: 1299, currency: 'EUR', tenders: [{ tenderTypeCode: 'Cash', amount: 38.5 }] }
  const captionOf = (barcodeType: string, barcodeNumber: string) =>
    giftViewOf(aReceipt({ ...sale, barcodeType, barcodeNumber })).barcode?.caption

  test.each([
    ['Code128', '118-20931'],
    ['QRCode', '00112233 20931'],
    ['GTIN', '4 006381 333931'],
    ['EAN-128', '(01)04006381333931(10)AB'],
  ])('keeps a %s that only identifies the sale', (type, code) => expect(captionOf(type, code)).toBe(code))

  test.each([
    ['with an amount', 'QRCode', 'sale 20931 total 1299.00'],
    ['that is an amount', 'Code128', '38,50'],
    ['that leads somewhere', 'QRCode', 'https://example.com/r/20931'],
    ['of a tax office', 'QRCode', 'V0;118;Kassenbeleg-V1;Beleg^1299.00_0.00^1299.00:Bar;20931;41'],
    ['with a price', 'EAN-128', '(3922)129900'],
  ])('drops a code %s', (_, type, code) => expect(captionOf(type, code)).toBeUndefined())

  test('drops in-store price codes and quantities that are amounts of money from items', () => {
    const items = [
      { name: 'Cheese', upc: '0212345012502', sku: '38.50', quantity: { value: 0.385, unitOfMeasureCode: 'KG' } },
      { name: 'Top-up', sku: '20877', quantity: { value: 25, unitOfMeasureCode: 'EUR' } },
    ]
    const view = giftViewOf(aReceipt({ ...sale, items }))
    const [cheese, topUp] = view.items!.groups[0]!.items
    expect([plain(cheese!.summary), plain(topUp!.summary)]).toEqual(['0.385 kg', 'SKU 20877'])
    expect([cheese!.facts, topUp!.facts]).toEqual([undefined, undefined])
  })

  test.each([
    ['UPC-A', '212345012504', '614141007349'],
    ['EAN-13', '0212345012502', '4006381333931'],
    ['EAN-13 of another range', '2712345012502', '9781861972712'],
    ['GTIN-14', '00212345012502', '04006381333931'],
  ])('drops a price code written as %s, and keeps a product’s', (_, ownCode, upc) => {
    const items = [ownCode, upc].map(code => ({ name: 'Cheese', upc: code }))
    const view = giftViewOf(aReceipt({ ...sale, items }))
    const [own, product] = view.items!.groups[0]!.items
    expect(own!.facts).toBeUndefined()
    expect(product!.facts!.map(plain)).toEqual([expect.stringContaining(upc)])
    expect(textsOf(view).filter(text => text.includes(ownCode))).toEqual([])
  })
})

describe('a gift receipt', () => {
  const scarf = { name: 'Scarf', price: 38, total: 38 }
  const namesOf = (sent: SentReceipt) =>
    giftViewOf(sent).items?.groups.flatMap(({ items }) => items.map(({ name }) => name))

  test('is refused for payment requests and returns, with the reason', () => {
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/l/1' }
    const returned = { transactionType: 'ReturnTransaction', returns: [{ items: [scarf] }], grandAmount: -38 }
    expect(() => giftViewOf(aReceipt(request))).toThrow(OptionError)
    expect(() => giftViewOf(aReceipt(request))).toThrow(/nothing is sold yet/)
    expect(() => giftViewOf(aReceipt(returned))).toThrow(/no goods to give/)
  })

  test('of an exchange lists the items taken, not those returned', () => {
    const sent = { transactionType: 'ReturnTransaction', items: [scarf], returns: [{ items: [{ name: 'Hat' }] }] }
    expect(namesOf(aReceipt(sent))).toEqual(['Scarf'])
  })

  test.each([
    ['price', { price: -5 }],
    ['total', { total: -5 }],
    ['quantity', { quantity: { value: -1 } }],
  ])('of a sale drops a line with a negative %s', (_, taken) => {
    expect(namesOf(aReceipt({ items: [scarf, { name: 'Coupon', ...taken }] }))).toEqual(['Scarf'])
  })

  test.each([undefined, 'Each', 'EA', 'C62'])(
    'says how many pieces in the column of amounts, also of the unit %s',
    unitOfMeasureCode => {
      const socks = { name: 'Merino socks, 2 pairs', price: 19, total: 38, quantity: { value: 2, unitOfMeasureCode } }
      const wool = { ...socks, name: 'Wool', quantity: { value: 0.5, unitOfMeasureCode: 'KG' } }
      const { items } = giftViewOf(aReceipt({ items: [socks, wool] }))
      const shown = items!.groups[0]!.items.map(({ amount, summary }) => [amount, summary].map(plain))
      expect(shown).toEqual([
        ['× 2', ''],
        ['', '0.5 kg'],
      ])
    },
  )

  test('of an order lists its items, except for a canceled order’s', () => {
    const orders = [
      { number: '1', action: 'New', items: [scarf], totalAmount: 38 },
      { number: '2', action: 'Cancel', items: [{ name: 'Hat' }] },
    ]
    const view = giftViewOf(aReceipt({ transactionType: 'OrderTransaction', orders }))
    expect(view.items!.groups[0]!.items.map(({ name }) => name)).toEqual(['Scarf'])
    expect(view).toMatchObject({ kind: 'gift', orders: [] })
    expect(plain(view.title)).toMatch(/^Gift receipt 20931/)
  })

  test('of a sale without items shows store, number and barcode', () => {
    const view = giftViewOf(aReceipt({ barcodeNumber: '118-20931' }))
    expect(view).not.toHaveProperty('items')
    expect(view.barcode!.caption).toBe('118-20931')
    expect(view.facts.map(({ value }) => value)).toEqual(['20931', '118', '3'])
    expect(view.details.about.map(({ subject, lines }) => [subject, ...lines].map(plain))).toEqual([
      ['Receipt', '20931'],
      ['Store', '118', 'Register 3'],
    ])
  })
})

test('a gift view has no field for money or the buyer', () => {
  const gift: GiftView = giftViewOf(
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
  // @ts-expect-error nor says how it was paid
  expect(gift.heading.paid).toBeUndefined()
  expect(Object.keys(gift).sort().join(' ')).toBe(
    'details dir extra facts footer heading images items kind lang orders own pageNumber preheader receiptLinks returns storeLinks subject title',
  )
})

test('leaves out offers and the tracking pixel, but keeps the store’s footer and words', () => {
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

test('its code says what it is for, unless the terms do', () => {
  const sent = aReceipt({
    barcodeType: 'Code128',
    barcodeNumber: '118-20931',
    terms: [{ description: 'Exchange within 30 days.' }],
  })
  expect(giftViewOf(sent).barcode!.note).toBe('Show this code for returns or questions.')
  expect(giftViewOf(sent, ['terms']).barcode!.note).toBe('')
})

/** What the buyer goes by. */
const ada = { name: 'Ada Byron-King', mail: 'ada.byron@example.com', street: '12 Ockham Park Lane' }

function giftViewOf(sent: SentReceipt, giftText: readonly GiftText[] = []): GiftView {
  const receipt = parseReceipt(sent)
  return presentReceipt(receipt, languageOf(receipt), { gift: true, giftText })
}

function giftOf(receipt: ReceiptData, acceptLanguage: string): ReceiptView {
  return viewOf(merchant!, receipt, localeOf(merchant!, receipt, { acceptLanguage }), { variant: 'gift' })
}

/** Mail, text and page in a look, without styles: they have numbers of their own. */
function formsOf(view: ReceiptView, look: number): string[] {
  const merchant = lookedAt[look]!
  const { html, text } = mailOf(merchant, view, 'cid', { variant: 'gift' })
  return [html, text, pageOf(merchant, view, 'a4', { variant: 'gift' }).html].map(form =>
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
 * codes, minutes and litres are no money.
 */
function amountsIn(texts: readonly string[], amounts: readonly number[]): string[] {
  const sought = new Set(amounts.map(amount => String(Number(amount.toFixed(6)))))
  return texts.flatMap(text =>
    (text.match(/(?<![\d:])(?!0\d|\d,\d l\b)\d[\d.,'’٫٬ ]*/g) ?? []).filter(figure => {
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

/** The same with something told in every free text that a gift receipt could show. */
function whispering(sent: SentReceipt, told: () => string): SentReceipt {
  const lines = (text: unknown) => `${text ?? 'Thank you'} ${told()}\n${told()}`
  const item = (one: SentReceipt) => ({
    ...one,
    description: lines(one.description),
    miscInfo: lines(one.miscInfo),
  })
  return {
    ...sent,
    header: lines(sent.header),
    additionalInfo1: lines(sent.additionalInfo1),
    additionalInfo5: lines(sent.additionalInfo5),
    rawPosReceipt: lines(sent.rawPosReceipt),
    mode: told(),
    items: [{ name: 'Scarf' }, ...((sent.items as SentReceipt[] | undefined) ?? [])].map(item),
    terms: [{ description: lines('Exchange within 30 days.') }],
  }
}
