import { describe, expect, test } from 'vitest'
import type { Ledger } from '../../../src/reading/ledger.ts'
import { amountOf, sumOf } from '../../../src/reading/sums.ts'
import type { ReceiptData } from '../../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { presentReceipt } from '../../../src/view/present.ts'
import { fieldTracer, traceFields } from '../../../tools/trace/fields/fields.ts'
import { visibleTexts } from '../../../tools/trace/visible-texts.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { aReceipt, languageOf, type SentReceipt } from '../../support/receipts.ts'

function tracerOf(sent: unknown, language = 'en-US') {
  const receipt = parseReceipt(sent)
  const words = languageOf(receipt, language)
  return fieldTracer(receipt, (changed, like) => presentReceipt(changed, words, { like }))
}

const placesOf = (sent: SentReceipt, path: string) => tracerOf(aReceipt(sent))(path)

describe('the receipt with every field', () => {
  const receipt = parseReceipt(fixtureNamed('everything').receipt)
  const words = languageOf(receipt)
  const view = presentReceipt(receipt, words)
  const fields = traceFields(receipt, (changed, like) => presentReceipt(changed, words, { like }))

  test('finds places only in what the view has', () => {
    const places = new Set(Object.values(fields).flat())
    expect(places.size).toBeGreaterThan(150)
    expect([...places].filter(place => !visibleTexts(view).has(place))).toEqual([])
  })

  test.each([
    // It has a discount, so its price leads to the amount, in a line with it.
    [
      'items[0].price',
      ['items.groups[0].items[0].price', 'items.groups[0].items[0].calculation', 'items.groups[0].items[0].reduction'],
    ],
    ['items[0].category', ['items.groups[0].items[0].details', 'items.groups[0].items[0].facts[0]']],
    ['returns[0].items[0].supportingDocuments.recall.url', ['returns[0].items.groups[0].items[0].links[0].url']],
    [
      'orders[0].deliveryPickup.address.addressLine1',
      ['orders[0].fulfilment.facts[1].value', 'orders[0].fulfilment.lines[0]'],
    ],
    [
      'tenders[0].emv.additionalAttributes.Entry Mode',
      ['tenders.tenders[0].details', 'tenders.tenders[0].detail.lines[1]', 'tenders.tenders[0].detail.text'],
    ],
    ['header', ['header.lines[0]', 'header.lines[1]']],
    // It is a part payment: the large amount is what was paid today.
    ['grandAmount', ['preheader', 'heading.of', 'heading.outcome', 'heading.outcomeLines[1]', 'totals.total.amount']],
    ['trackingPixel', ['pixel']],
  ])('%s', (path, places) => expect(fields[path]).toEqual(places))

  test('finds a barcode as bars and text, with or without check digit', () => {
    expect(fields.barcodeNumber).toEqual(['barcode.image', 'barcode.alt', 'barcode.caption', 'barcode.text'])
    expect(fields['orders[0].barcodeNumber']).toEqual([
      'orders[0].barcode.image',
      'orders[0].barcode.alt',
      'orders[0].barcode.caption',
      'orders[0].barcode.text',
    ])
  })

  test('finds a picture where its key is', () => {
    expect(fields['terms[1].signature.base64Image']).toEqual(['terms.terms[1].signature.image'])
  })

  test('finds no place for a currency', () => {
    expect(fields.currency).toEqual([])
  })

  test('finds a country code where its name is', () => {
    expect(fields['deliveryPickup.address.country.value']).toEqual(['fulfilment.facts[1].value', 'fulfilment.lines[5]'])
    expect(fields['soldTo.address.country.value']).toEqual(['soldTo.lines[7]', 'soldTo.text'])
  })

  test('finds no place for fields that only decide', () => {
    expect(fields.transactionType).toEqual([])
    expect(fields['soldTo.address.country.code']).toEqual([])
    expect(fields['taxes[0].taxTypeCode']).toEqual([])
  })
})

describe('detects a small change', () => {
  test('if a discount that stops adding up removes a line', () => {
    const receipt = {
      items: [{ name: 'Tent', price: 20, total: 18, discounts: [{ name: 'Coupon', amount: -2 }] }],
      grossAmount: 20,
      discounts: [{ name: 'Birthday', amount: -1 }],
      netAmount: 17,
      taxes: [{ taxTypeCode: 'StateSalesTax', amount: 1 }],
      grandAmount: 18,
    }
    const lines = ['totals.lines[0].label', 'totals.lines[1].label', 'totals.lines[2].label', 'totals.lines[3].label']
    expect(traceFields(parseReceipt(aReceipt(receipt)), viewIn()).grossAmount).toEqual(['totals.lines[0].amount'])
    expect(placesOf(receipt, 'discounts[0].amount')).toEqual(['totals.lines[2].amount', 'totals.saved'])
    expect(placesOf(receipt, 'netAmount')).toEqual(['totals.lines[3].amount'])
    expect([...visibleTexts(viewIn()(parseReceipt(aReceipt(receipt)))).keys()]).toEqual(expect.arrayContaining(lines))
  })

  test('if the currency has no cents', () => {
    expect(placesOf({ currency: 'JPY', tip: 300 }, 'tip')).toEqual([
      'subject',
      'heading.amount',
      'totals.beside[0].amount',
      'tenders.after[0].amount',
    ])
  })

  test('if items are grouped by text', () => {
    const items = ['Tea', 'Cake', 'Jam', 'Bun'].map(name => ({
      name,
      category: name === 'Tea' ? 'Drinks' : 'Food',
      total: 4,
    }))
    expect(placesOf({ items }, 'items[2].category')).toEqual(['items.groups[1].title'])
  })

  test('if a date is the last of its month', () => {
    expect(placesOf({ receiptDateTime: '2026-02-28T10:00:00-05:00' }, 'receiptDateTime')).toContain('heading.date')
  })

  test('if nothing is printed, but a change would be', () => {
    expect(placesOf({ tip: 0 }, 'tip')).toEqual([])
  })
})

describe('a long list', () => {
  const receipt = parseReceipt(fixtureNamed('bulk-300').receipt)
  const words = languageOf(receipt)
  let presented = 0
  const fields = traceFields(receipt, (changed, like) => {
    presented++
    return presentReceipt(changed, words, { like })
  })

  test('is traced with few tries, entry by entry', () => {
    expect(Object.keys(fields).length).toBeGreaterThan(2000)
    expect(presented).toBeLessThan(500)
    const view = presentReceipt(receipt, words)
    const places = receipt.items!.map((_, item) =>
      fields[`items[${item}].name`]!.filter(place => place !== 'preheader'),
    )
    expect(new Set(places.flat()).size).toBe(300)
    expect(places.map(([place]) => visibleTexts(view).get(place!))).toEqual(receipt.items!.map(item => item.name))
  })

  test('gives the same result per field as a short list', () => {
    const items = receipt.items!.slice(0, 20)
    // With sums that confirm the savings, as in the long one.
    const { fees, taxes, ...rest } = receipt
    const total = sumOf(items.map(item => ({ amount: item.total! })))
    const off = sumOf(items.flatMap(item => item.discounts ?? []))
    const [grossAmount, grandAmount] = [amountOf(total - off), amountOf(total + sumOf(receipt.discounts!))]
    const short = { ...rest, items, grossAmount, netAmount: grandAmount, grandAmount }
    const some = traceFields(short, (changed, like) => presentReceipt(changed, words, { like }))
    // In a list of fewer than 60, a price with a discount stands in the line with it.
    const reduced = new Set(items.flatMap(({ discounts }, at) => (discounts ? [`items[${at}]`] : [])))
    const named = Object.keys(some).filter(
      path =>
        /^items\[\d+\]\.(?!category)/.test(path) &&
        !(reduced.has(path.split('.')[0]!) && /\.(price|quantity)\b/.test(path)),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(path => `${fields[path]!.toSorted()}` !== `${some[path]!.toSorted()}`)).toEqual([])
  })

  test('traces a sum back to every entry', () => {
    const discounts = fieldsAt('totals.saved', fields)
    expect(discounts.length).toBe(receipt.items!.filter(item => item.discounts).length + receipt.discounts!.length)
  })
})

test('finds the fields of a place, and the places of a missing field', () => {
  const receipt = aReceipt({ soldTo: { customerName: 'Amsel Thornbury' } })
  const fields = traceFields(parseReceipt(receipt), viewIn())
  expect(fieldsAt('soldTo.lines[0]', fields)).toEqual(['soldTo.customerName'])
  expect(tracerOf(receipt)('soldTo.customerNumber')).toEqual([])
  expect(fieldsAt('soldTo.title', fields)).toEqual([])
})

test('traces a receipt in Arabic', () => {
  const placesAt = tracerOf(fixtureNamed('cafe.ar').receipt, 'ar')
  expect(placesAt('workstation.store.name')).toContain('heading.store')
  expect(placesAt('items[0].total')).toEqual(['items.groups[0].items[0].amount'])
})

/** The fields that show at a place of the view. */
function fieldsAt(place: string, fields: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(fields).flatMap(([path, places]) => (places.includes(place) ? [path] : []))
}

function viewIn(language = 'en-US') {
  return (receipt: ReceiptData, like?: Ledger) =>
    presentReceipt(receipt, languageOf(receipt, language), like && { like })
}
