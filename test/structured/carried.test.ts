import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { ReceiptDataError } from '../../src/errors.ts'
import { readLedger } from '../../src/reading/ledger.ts'
import type { ReceiptData } from '../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { cardBrands, tenderTypes } from '../../src/standards/codes/tender-types.ts'
import { type StructuredFormat, structuredFormats } from '../../src/structured/formats.ts'
import { structuredReceipt } from '../../src/structured/structured.ts'
import { leavesOf } from '../../src/structured/taking.ts'
import { anyReceipt } from '../support/any-receipt.ts'
import fc from '../support/fast-check.ts'
import { fixtures } from '../support/fixtures.ts'
import { tries } from '../support/scope.ts'

describe.each(structuredFormats)('%s', format => {
  test.each(fixtures)('has each value of $name, or says why not', fixture => {
    const receipt = parseReceipt(fixture.receipt)
    if (hasNone(receipt, format)) return
    expect(missingIn(receipt, format)).toEqual([])
  })

  test('has each value of any receipt, or says why not', () => {
    const property = fc.property(anyReceipt(), sent => {
      const receipt = parseReceipt(sent)
      if (!hasNone(receipt, format)) expect(missingIn(receipt, format)).toEqual([])
    })
    fc.assert(property, { numRuns: tries(300) })
  })

  test('is the same text again', () => {
    const receipt = parseReceipt(fixtures[0]!.receipt)
    expect(structuredReceipt(receipt, format)).toEqual(structuredReceipt(receipt, format))
  })
})

/** EKaBS has no document for what isn't a receipt, and says so. */
function hasNone(receipt: ReceiptData, format: StructuredFormat): boolean {
  if (format !== 'ekabs' || receipt.transactionType !== 'PaymentLinkTransaction') return false
  expect(() => structuredReceipt(receipt, format)).toThrow(ReceiptDataError)
  return true
}

/** Paths of values that count as carried and aren't in the document, as another reader than the writer finds them. */
function missingIn(sent: ReceiptData, format: StructuredFormat): string[] {
  const { text, mediaType, notCarried } = structuredReceipt(sent, format)
  // Goods and payments are in the list where they belong, whichever the till used.
  const { receipt, payment } = readLedger(sent)
  const found = mediaType === 'application/json' ? textsOfJson(JSON.parse(text)) : textsOfXml(text)
  // A known code may be sent in any spelling.
  const all = found.join('\n').toLowerCase()
  const left = new Set(notCarried.map(({ path }) => path))
  const carried = leavesOf(receipt, '').filter(path => !left.has(path))
  expect(carried.length).toBeGreaterThan(2)
  // One code of a country for its name and code; which is said by the tests of each format.
  const hasCountry = /"country_code": "[A-Z]{3}"|<Country Code="[A-Z]{2}"/.test(text)
  return carried.filter(
    path =>
      !(hasCountry && /\.country\.\w+$/.test(path)) &&
      // The total of EKaBS is what was to pay, with tip and rounding.
      !formsOf(path, format === 'ekabs' && path === 'grandAmount' ? payment.toPay : valueAt(receipt, path)).some(form =>
        all.includes(form.toLowerCase()),
      ),
  )
}

/** What a value may look like: rates are percentages, signs may be said otherwise, a code may be marked. */
function formsOf(path: string, value: unknown): string[] {
  if (typeof value === 'number') {
    const plain = [value, Math.abs(value), -value, Number((value * 100).toFixed(8))]
    return plain.map(number => (Math.abs(number) < 1e-6 ? '0' : String(number)))
  }
  const text = String(value).toWellFormed()
  return [
    text,
    ...namesOf(path, text),
    `sent:${text.replace(/[^0-9A-Za-z]/g, '')}`,
    ...(path === 'mode' ? ['true'] : []),
  ]
}

/** Codes of payments are written as the tables have them. */
function namesOf(path: string, text: string): string[] {
  if (!/\.(tenderTypeCode|typeCode)$/.test(path)) return []
  const { code, name } = tenderTypes.find(text) ?? {}
  return [cardBrands.find(text)?.code, code, name].filter(known => known !== undefined)
}

function textsOfJson(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values<unknown>({ ...value }).flatMap(textsOfJson)
  return [String(value)]
}

function textsOfXml(text: string): string[] {
  const $ = load(text, { xml: { decodeEntities: true } })
  const elements = $('*')
    .toArray()
    .map(element => $(element))
  return elements.flatMap(element => [
    ...Object.values(element.attr() ?? {}),
    ...(element.children().length > 0 ? [] : [element.text()]),
  ])
}

function valueAt(receipt: ReceiptData, path: string): unknown {
  let value: unknown = receipt
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) value = (value as Record<string, unknown> | undefined)?.[key]
  return value
}
