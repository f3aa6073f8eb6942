import { currencyCodes } from '../../src/receipt/data/money-data.ts'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import { limits } from '../../src/receipt/limits.ts'
import { aReceipt, type SentReceipt } from './receipts.ts'

/** A field of the interface as its JSON Schema describes it. */
interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  enum?: string[]
  description?: string
  writeOnly?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  required?: string[]
  maxLength?: number
}

const definitions = receiptJsonSchema().$defs as Record<string, Schema>

/** What a text is a run of: each has cost a renderer its time somewhere. */
export const units: Readonly<Record<string, string>> = {
  digits: '7',
  'card digits': '4000 ',
  spaces: 'a' + ' '.repeat(199),
  words: 'ab ',
  'one word': 'W',
  hyphens: '1-',
  dots: '1.',
  'combining marks': '\u0301',
  accents: 'q\u0323\u0307',
  'right to left': '\u05d0',
  'both directions': '\u05d0a ',
  ideographs: '\u7dd1',
  emoji: '\u{1f469}\u200d',
  tabs: 'x\t',
  'line breaks': 'x\n',
  'empty lines': '\n',
  escapes: '\\n',
  markup: '<"&',
  addresses: 'https://a ',
}

/**
 * Receipts of nothing but runs of a unit: every text of the interface is in one of them at its limit, each receipt is as large as
 * it may be.
 */
export function longTexts(unit: string): SentReceipt[] {
  const fields = textFields({ $ref: '#/$defs/ReceiptData' }, [])
  const breaks = /\n|\\n/.test(unit)
  const share = Math.floor((limits.lineBreaks * unit.length) / fields.length)
  const receipts: SentReceipt[] = []
  let room = 0
  for (const { path, most } of fields) {
    const length = breaks ? Math.min(most, share) : most
    if (room < length + 300) {
      receipts.push(aReceipt())
      room = limits.input - 10_000
    }
    room -= length + 300
    // What may not be blank: line breaks alone would be.
    const run = notBlank.has(path.join('.')) ? `A${unit}` : unit
    set(receipts.at(-1)!, path, run.repeat(Math.ceil(length / run.length)).slice(0, length))
  }
  return receipts.map(each => completed({ $ref: '#/$defs/ReceiptData' }, each) as SentReceipt)
}

const notBlank: ReadonlySet<string> = new Set([
  'transactionNumber',
  'transactionType',
  'workstation.id',
  'workstation.store.id',
  'workstation.store.name',
])

/** The same with the fields that may not be missing. */
function completed(schema: Schema, value: unknown): unknown {
  const part = resolved(schema)
  if (Array.isArray(value)) return value.map(entry => completed(part.items!, entry))
  if (typeof value !== 'object' || value === null) return value
  const { properties } = part
  if (!properties) return value
  const sent = value as SentReceipt
  const missing = (part.required ?? []).filter(name => sent[name] === undefined).map(name => [name, 'x'])
  const known = Object.entries(sent).map(([name, field]) => [
    name,
    properties[name] ? completed(properties[name], field) : field,
  ])
  return Object.fromEntries([...missing, ...known])
}

/** Of several forms the last, which has the most text. */
function resolved(schema: Schema): Schema {
  const { $ref, anyOf, oneOf = anyOf } = schema
  if (oneOf && !schema.properties) return resolved(oneOf.at(-1)!)
  return $ref ? definitions[$ref.replace('#/$defs/', '')]! : schema
}

type Path = (string | number)[]

function textFields(schema: Schema, path: Path): { path: Path; most: number }[] {
  const part = resolved(schema)
  if (part.writeOnly || part.enum) return []
  if (part.properties)
    return Object.entries(part.properties).flatMap(([name, field]) => textFields(field, [...path, name]))
  if (part.items) return textFields(part.items, [...path, 0])
  const { additionalProperties: entry } = part
  if (typeof entry === 'object') return textFields(entry, [...path, 'key'])
  return part.type === 'string' && part.maxLength !== undefined ? [{ path, most: part.maxLength }] : []
}

function set(target: SentReceipt, path: Path, value: unknown): void {
  const [key = '', ...below] = path
  if (below.length === 0) {
    target[key] = value
    return
  }
  target[key] ??= typeof below[0] === 'number' ? [] : {}
  set(target[key] as SentReceipt, below, value)
}

/** As many entries of each kind as there may be, each with what is dearest in it, up to the size of a receipt. */
export function manyEntries(): Record<string, SentReceipt> {
  const documents = Object.fromEntries(many(50, at => [`d${at}`, { name: 'D', url: 'https://example.com/' }]))
  const dateTime = '2026-01-02T10:00:00+05:00'
  const tax = (at: number) => ({ amount: at / 100, percent: 0.19, taxableAmount: at, description: `Tax ${at}` })
  const item = (at: number) => ({
    name: `Article ${at}`,
    sku: `${at}`,
    upc: '4006381333931',
    description: 'Blue, large',
    category: `Group ${at}`,
    price: 12.5,
    total: at / 100,
    quantity: { value: at / 7, unitOfMeasureCode: `U${at}` },
    discounts: [{ amount: -2, name: 'Member' }],
    miscInfo: 'x\ny',
  })
  const tender = (at: number) => ({
    tenderTypeCode: `Type${at}`,
    amount: at / 100,
    dateTime,
    currency: currencyCodes[at % currencyCodes.length],
    creditDebit: { last4Digits: '1234', typeCode: 'Visa' },
    signature: { dateTime, text: 'Signed' },
  })
  const phone = (at: number) => ({ areaCode: '416', localNumber: `${5550000 + at}` })
  const party = (at: number) => ({ customerName: 'Ada', telephone1: phone(4 * at), telephone2: phone(4 * at + 1) })
  const goods = { phoneNumber1: phone(7000), phoneNumber2: phone(7001), dateTime, instructions: 'a\nb' }
  const order = (at: number) => ({
    number: `${at}`,
    action: 'New',
    totalAmount: at,
    soldTo: { ...party(at), address: { addressLine1: '1 High St', city: 'Leeds', country: { code: 'GB' } } },
    deliveryPickup: { ...goods, phoneNumber1: phone(4 * at + 2), phoneNumber2: phone(4 * at + 3) },
    items: many(15, item),
    taxes: many(3, tax),
    miscText: 'x',
  })
  return {
    items: aReceipt({ items: many(limits.items, item) }),
    taxes: aReceipt({ taxes: many(limits.entries, tax) }),
    'taxes of items': aReceipt({
      items: many(1_000, at => ({ name: 'Tea', total: 1, taxes: many(3, tax), sku: `${at}` })),
    }),
    discounts: aReceipt({ discounts: many(limits.entries, at => ({ amount: -at, name: `Off ${at}` })) }),
    fees: aReceipt({ fees: many(limits.entries, at => ({ amount: at, description: `Fee ${at}` })) }),
    tenders: aReceipt({ tenders: many(limits.tenders, tender) }),
    history: aReceipt({
      tenderHistory: many(limits.tenders, at => ({ tenderTypeCode: 'Cash', amount: at / 100, dateTime })),
    }),
    attributes: aReceipt({
      tenders: many(fiftyEach, at => ({ ...tender(at), emv: { additionalAttributes: attributes } })),
    }),
    'attributes with long values': aReceipt({
      tenders: many(fiftyEach, at => ({ ...tender(at), emv: { additionalAttributes: longAttributes } })),
    }),
    'attributes of one card': aReceipt({
      tenders: [
        { ...tender(1), emv: { additionalAttributes: Object.fromEntries(many(4_900, at => [`a${at}`, '1'])) } },
      ],
    }),
    terms: aReceipt({ terms: many(limits.entries, at => ({ description: `Term ${at}`, signature: { dateTime } })) }),
    orders: aReceipt({ orders: many(limits.orders, order) }),
    schedules: aReceipt({
      orders: [{ paymentSchedules: many(4_999, at => ({ amountDue: at, dueDate: '2026-01-01' })) }],
    }),
    returns: aReceipt({
      returns: many(limits.items, at => ({ miscText: `x${at}`, items: [{ name: 'Hat', total: -1 }] })),
    }),
    documents: aReceipt({ items: many(fiftyEach, at => ({ name: `Article ${at}`, supportingDocuments: documents })) }),
    'line breaks': aReceipt({ header: 'x\n'.repeat(15_999), rawPosReceipt: 'x\n'.repeat(4_000) }),
    'long names': aReceipt({ items: many(250, () => ({ name: 'N'.repeat(limits.text) })) }),
    'long names of words': aReceipt({ items: many(250, () => ({ name: 'N '.repeat(limits.text / 2) })) }),
    'unknown fields': aReceipt(Object.fromEntries(many(60_000, at => [`own${at}`, at]))),
    'long unknown fields': aReceipt(
      Object.fromEntries(many(limits.extra, at => [`own${at}`, '7'.repeat(limits.text)])),
    ),
    images: aReceipt({
      tenders: many(limits.images, at => ({
        ...tender(at),
        signature: { base64Image: picture(at), imageMimeType: 'image/png' },
      })),
    }),
  }
}

/** As many as may have a map of fifty each: the entries of lists and maps count together. */
const fiftyEach = Math.floor(limits.entries / 51)
const attributes = Object.fromEntries(many(50, at => [`a${at}`, '1']))
const longAttributes = Object.fromEntries(many(50, at => [`Attribute ${at}`, '9'.repeat(60)]))

/** A PNG of 15 KB; only its head is read, and the rest differs. */
function picture(at: number): string {
  const head = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return Buffer.concat([Buffer.from(head, 'base64'), Buffer.alloc(15_000, at)]).toString('base64')
}

function many<Entry>(count: number, entry: (at: number) => Entry): Entry[] {
  return Array.from({ length: count }, (_, at) => entry(at))
}

/** The most codes of each kind there may be, all different, and as long as they may be. */
export function manyCodes(): Record<string, SentReceipt> {
  const ordered = (type: string, count: number, text: (at: number) => string) => {
    const code = (at: number) => ({ barcodeType: type, barcodeNumber: text(at) })
    return aReceipt({ ...code(0), orders: many(count - 1, at => ({ number: `${at}`, ...code(at + 1) })) })
  }
  const padded = (at: number, length: number) => String(at).padStart(length, 'aB1/:?')
  return {
    'many QR codes': ordered('QRCode', limits.qrCodes, at => padded(at, limits.qrBytes / limits.qrCodes)),
    'long QR codes': ordered('QRCode', 2, at => padded(at, at === 0 ? 1_000 : limits.qrBytes - 1_000)),
    Code128: ordered('Code128', limits.codes, at => padded(at, 48)),
    Code39: ordered('Code39', limits.codes, at => String(at).padStart(34, 'AB1-')),
    'EAN-128': ordered('EAN-128', limits.codes, at => padded(at, 48)),
    GTIN: ordered('GTIN', limits.codes, at => `${1_000_000 + at}`),
    'equal QR codes': ordered('QRCode', limits.orders + 1, () => padded(0, 1_000)),
  }
}
