import { describe, expect, test } from 'vitest'
import { ReceiptDataError } from '../../../src/errors.ts'
import { localeOf, viewOf } from '../../../src/merchant/documents.ts'
import { openMerchant } from '../../../src/merchant/open.ts'
import type { ReceiptOptions } from '../../../src/merchant/options.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { markedMail, traceFieldsOf } from '../../../tools/trace/trace.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { elementsOf } from '../../support/html.ts'
import { aReceipt, type SentReceipt } from '../../support/receipts.ts'

const merchant = await openMerchant()
const traced = (differs: SentReceipt) => traceOf(aReceipt(differs))

/** The fields of a receipt with their places, and its mail with the places told. */
function traceOf(sent: unknown, asked: ReceiptOptions = {}, by = merchant) {
  const traced = [...traceFieldsOf(by, sent, asked)]
  const receipt = parseReceipt(sent)
  return {
    ...markedMail(by, viewOf(by, receipt, localeOf(by, receipt, asked), asked)),
    fields: Object.fromEntries(traced.map(({ path, places }) => [path, places])),
    reasons: Object.fromEntries(traced.map(({ path, reason }) => [path, reason])),
  }
}

describe('the receipt with every field', () => {
  const { receipt, acceptLanguage, offers } = fixtureNamed('everything')
  const trace = traceOf(receipt, { acceptLanguage, offers })
  const elements = elementsOf(trace.html)

  test('is a page with known places', () => {
    const placed = elements.filter(({ attributes }) => attributes['data-view'] === 'items.groups[0].items[0].name')
    expect(placed.map(({ text }) => text)).toEqual(['Cirrus two-person tent'])
    const links = elements.filter(({ attributes }) => attributes['data-view-attributes'] === 'paymentLink.url')
    expect(links.map(({ attributes }) => attributes.href)).toEqual([
      'https://pay.ridgeline.example.com/balance/pl-7731',
    ])
  })

  test('finds each field’s places in mail and text', async () => {
    const detailed = traceOf(receipt, { acceptLanguage, offers }, await openMerchant({ details: 'all' }))
    expect(fieldsWithout(placesInMail(detailed.html), detailed.fields)).toEqual([])
    const inText = new Set(trace.textPlaces.map(({ path }) => path))
    // What terminals say, the reader's own address, and what goods are sorted by are in a mail only if it is to have all details.
    const lost = fieldsWithout(placesInMail(trace.html), trace.fields)
    expect(lost).toEqual([
      expect.stringMatching(/^customer\./),
      expect.stringMatching(/^customer\./),
      expect.stringMatching(/^customer\./),
      'relatedTransactionReference.reasonCode',
      ...categoriesOf('items[0]'),
      'items[1].category',
      ...['returns[0].items[0]', 'orders[0].items[0]'].flatMap(categoriesOf),
      ...['TVR', 'TSI', 'ARC'].map(code => `tenders[0].emv.additionalAttributes.${code}`),
    ])
    expect(lost.filter(path => !trace.fields[path]!.some(place => inText.has(place)))).toEqual([])
    expect(Object.keys(trace.fields).length).toBeGreaterThan(345)
  })

  test('has a place or a reason for every field', () => {
    const silent = Object.keys(trace.fields).filter(path => trace.fields[path]!.length === 0 && !trace.reasons[path])
    expect(silent).toEqual([])
    expect(trace.reasons['tenders[0].creditDebit.expirationDate']).toBe("a card's expiration date must not be printed")
    expect(trace.reasons['tenders[0].tenderTypeCode']).toBe('the brand says that it is a card')
  })

  test('distinguishes pictures', () => {
    const pictures = elements.filter(({ tag }) => tag === 'img').map(each => each.attributes['data-view-attributes'])
    expect(pictures).toContain('barcode.alt barcode.image')
    expect(pictures).toContain('orders[0].barcode.alt orders[0].barcode.image')
    expect(pictures).toContain('terms.terms[1].signature.alt terms.terms[1].signature.image')
  })

  test('has its places in the text', () => {
    const { text, textPlaces } = trace
    const said = textPlaces.filter(({ path }) => path === 'totals.total.amount')
    expect(said.map(({ start, end }) => text.slice(start, end))).toEqual(['$896.63'])
    expect(textPlaces.filter(({ start, end }) => /^\s|\s$|^$/.test(text.slice(start, end)))).toEqual([])
  })
})

describe('paths match the receipt as sent', () => {
  test('a number sent as text', () => {
    expect(traced({ tip: '2.50' }).fields.tip).toEqual([
      'subject',
      'heading.amount',
      'totals.beside[0].amount',
      'tenders.after[0].amount',
    ])
  })

  test('the cardholder in the other spelling', () => {
    const { fields } = traced({
      tenders: [{ tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', Name: 'Orla Vale' } }],
    })
    expect(fields['tenders[0].creditDebit.Name']).toEqual([
      'tenders.tenders[0].details',
      'tenders.tenders[0].detail.lines[0]',
      'tenders.tenders[0].detail.text',
    ])
  })

  test('the balance of a gift card as a number', () => {
    const { fields } = traced({ items: [{ name: 'Gift card', total: 20, giftCard: { balance: 20 } }] })
    expect(fields['items[0].giftCard.balance']).toEqual([
      'items.groups[0].items[0].lines[0].label',
      'items.groups[0].items[0].reduction',
    ])
  })

  test('the deprecated units, also beside a value', () => {
    const items = [
      { name: 'Tea', price: 3, total: 6, quantity: { units: 2 } },
      { name: 'Jam', price: 3, total: 6, quantity: { units: 3, value: 2 } },
    ]
    const { fields, reasons } = traced({ items })
    expect(fields['items[0].quantity.units']).toContain('items.groups[0].items[0].summary')
    expect(fields['items[1].quantity.units']).toEqual([])
    expect(reasons['items[1].quantity.units']).toMatch(/deprecated/)
  })

  test('a field outside the interface', () => {
    expect(traced({ items: [{ name: 'Tea', total: 4, aisle: 'A7' }] }).fields['items[0].aisle']).toEqual([
      'extra.items[0].aisle',
    ])
  })

  test('JSON text', () => {
    const sent = JSON.stringify(aReceipt({ referenceId: 'REF-3c81' }))
    expect(traceOf(sent).fields.referenceId).toEqual([
      'facts[1].value',
      'details.about[0].lines[1]',
      'details.about[0].text',
    ])
  })
})

test('distinguishes two signatures with the same picture by their surroundings', () => {
  const { base64Image } = (fixtureNamed('everything').receipt as { signature: { base64Image: string } }).signature
  const signature = { base64Image, imageMimeType: 'image/png', text: 'Received' }
  const { html } = traced({ signature, terms: [{ signature }] })
  const pictures = elementsOf(html).flatMap(({ tag, attributes }) =>
    tag === 'img' ? [attributes['data-view-attributes']] : [],
  )
  expect(pictures).toEqual([
    'terms.terms[0].signature.alt terms.terms[0].signature.image',
    'signature.alt signature.image',
  ])
})

test('rejects an invalid receipt', () => {
  expect(() => traced({ grandAmount: 'a lot' })).toThrow(ReceiptDataError)
})

/** The fields that say of what kind some goods are. */
function categoriesOf(item: string): string[] {
  const names = [
    'classCode',
    'upc',
    'brand',
    'industry',
    'manufacturer',
    'category',
    'customCategory1',
    'customCategory2',
  ]
  return names.map(name => `${item}.${name}`)
}

/** The view fields that a marked mail shows. */
function placesInMail(html: string): Set<string> {
  return new Set(
    elementsOf(html).flatMap(({ attributes }) => [
      attributes['data-view'] ?? '',
      ...(attributes['data-view-attributes']?.split(' ') ?? []),
    ]),
  )
}

/** The receipt fields that have places, but none of these. */
function fieldsWithout(told: ReadonlySet<string>, fields: Record<string, string[]>): string[] {
  return Object.keys(fields).filter(path => fields[path]!.length > 0 && !fields[path]!.some(place => told.has(place)))
}
