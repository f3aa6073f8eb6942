import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import { base64, dateText, dateTime, url } from '../../src/receipt/schema/schema.ts'
import fc, { anyCharacter, anyUrl } from './fast-check.ts'
import type { SentReceipt } from './receipts.ts'

/** A field of the interface as its JSON Schema describes it. */
interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  enum?: string[]
  examples?: string[]
  description?: string
  writeOnly?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  items?: Schema
  additionalProperties?: Schema | boolean
  maxLength?: number
}

const definitions = receiptJsonSchema().$defs as Record<string, Schema>

/** Any receipt that is valid, made of the published schema: a field that is new there is here too. */
export function anyReceipt(): fc.Arbitrary<SentReceipt & ReceiptInput> {
  receipts ??= (ofSchema({ $ref: '#/$defs/ReceiptData' }, 'receipt', 0) as fc.Arbitrary<SentReceipt>).map(settled)
  return receipts
}

/** Made once: hundreds of fields have texts, addresses and dates, and making their arbitraries takes longer than a receipt. */
let receipts: fc.Arbitrary<SentReceipt & ReceiptInput> | undefined

/** Text of all kinds: from people, machines and attackers. */
export function anyText(): fc.Arbitrary<string> {
  texts ??= fc.oneof(
    fc.constantFrom(...words),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'<>&"\'{}$()=`%/\\;:!- abc\n'), minLength: 1, maxLength: 30 }),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  )
  return texts
}

let texts: fc.Arbitrary<string> | undefined

const words = [
  'Tea',
  'Crème brûlée',
  'قهوة عربية',
  'שלום 5.00-',
  '緑茶',
  '4417',
  'VISA',
  'Cash',
  'CA-QC',
  ' ',
  'x'.repeat(90),
]

function ofSchema(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  const part = schema.$ref ? definitions[schema.$ref.replace('#/$defs/', '')]! : schema
  if (part.enum) return fc.constantFrom(...part.enum)
  if (part.properties) return ofObject(part, depth)
  const { oneOf, anyOf = oneOf } = part
  if (anyOf) return fc.oneof(...anyOf.map(form => ofSchema(form, name, depth)))
  if (part.items) return fc.array(ofSchema(part.items, name, depth + 1), { maxLength: depth === 0 ? 3 : 2 })
  if (typeof part.additionalProperties === 'object')
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: 8 }),
      ofSchema(part.additionalProperties, name, depth + 1),
      { maxKeys: 2 },
    )
  if (part.type === 'number') return name === 'percent' ? fc.constantFrom(0, 0.05, 0.09975, 0.2, 1) : anyAmount()
  return ofText(part, name)
}

/** Required fields always, others now and then, so that a receipt has a few dozen of the two hundred. */
function ofObject(
  { properties = {}, required = [], anyOf: [first] = [] }: Schema,
  depth: number,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties)
    .filter(([, field]) => !field.writeOnly)
    .map(([name, field]) => [name, ofSchema({ ...field, ...first?.properties?.[name] }, name, depth + 1)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required, ...(first?.required ?? [])] })
}

function ofText(schema: Schema, name: string): fc.Arbitrary<string> {
  // What identifies a receipt isn't blank.
  return schema.pattern === undefined
    ? ofAnyText(schema, name)
    : ofAnyText(schema, name).filter(text => /[\w]/.test(text))
}

function ofAnyText({ description = '', examples, maxLength }: Schema, name: string): fc.Arbitrary<string> {
  const is = (kind: keyof typeof kinds) => description.endsWith(kinds[kind])
  if (is('dateTime') || is('dateText')) return dates
  if (is('url')) return anyUrl
  if (name === 'barcodeNumber')
    return fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZ-'), minLength: 4, maxLength: 16 })
  if (is('base64')) return fc.constant(dot)
  if (name === 'emailAddress') return fc.constantFrom('ada@example.com', 'grace.h+till@example.com')
  if (name === 'currencyCode') return fc.constantFrom('USD', 'EUR', 'KWD', 'POINTS', 'jpy')
  if (name === 'code') return fc.constantFrom('US', 'CA', 'DE', 'JP', 'KW', 'XX', 'Canada')
  if (name === 'name' && maxLength === 100) return anyText().map(text => `${text.trim()}!`.slice(0, 100))
  return examples ? fc.oneof(fc.constantFrom(...examples), anyText()) : anyText()
}

/** Amounts as tills have them: cents mostly, sometimes more decimals, sometimes very large. */
export function anyAmount(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map(cents => cents / 100),
    fc.constantFrom(0, 0.001, 3.459, 1234567.891, -0.01, 999_999_999.99),
  )
}

/** How the description of a field of each kind ends. */
const kinds = {
  dateTime: dateTime.zod().description!,
  dateText: dateText.zod().description!,
  url: url.zod().description!,
  base64: base64.zod().description!,
}

const dates = anyDate()

function anyDate(): fc.Arbitrary<string> {
  const endings = ['', 'T10:41', 'T23:59:59Z', 'T08:05:00-07:00', 'T17:45:12.345+09:30']
  const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  return fc.tuple(days, fc.constantFrom(...endings)).map(([day, ending]) => day.toISOString().slice(0, 10) + ending)
}

/** The smallest picture there is. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Sets right what depends on other fields: an address to send to, a link to pay by, a type that fits any text. */
function settled(receipt: SentReceipt): SentReceipt & ReceiptInput {
  const link =
    receipt.transactionType === 'PaymentLinkTransaction' ? { paymentLink: 'https://pay.example.com/l/1' } : {}
  const customer = { ...(receipt.customer as object), emailAddress: 'ada@example.com' }
  const orders = (receipt.orders as SentReceipt[] | undefined)?.map(order => ({ ...order, barcodeType: 'Code128' }))
  const whole: SentReceipt = {
    ...receipt,
    ...link,
    customer,
    barcodeType: 'QRCode',
    ...(orders && { orders }),
    ...settledSignatures(receipt),
  }
  return whole as SentReceipt & ReceiptInput
}

/** A picture needs its type next to it. */
function settledSignatures(receipt: SentReceipt): SentReceipt {
  const settle = (holder: SentReceipt): SentReceipt =>
    holder.signature
      ? { ...holder, signature: { ...(holder.signature as object), imageMimeType: 'image/png' } }
      : holder
  const { signature } = settle(receipt)
  return {
    ...(signature !== undefined && { signature }),
    ...(Array.isArray(receipt.tenders) && { tenders: receipt.tenders.map(settle) }),
    ...(Array.isArray(receipt.terms) && { terms: receipt.terms.map(settle) }),
  }
}
