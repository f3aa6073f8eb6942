import { pick, type Random } from '../../service/reliability/random.ts'
import { receiptData, receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'
import type { Field } from '../../src/receipt/schema/field.ts'
import { anyText, type Making } from './texts.ts'

/**
 * Makes a receipt of the published schema: a field that is new there is here too. Most of them are valid.
 *
 * @param density the share of the fields that may be missing and aren't
 */
export function fromSchema(making: Making, density: number): unknown {
  maker ??= makerOf({ $ref: '#/$defs/ReceiptData' }, receiptData.field, '')
  const receipt = maker(making, density) as Record<string, unknown>
  return making.random() < 0.95 ? settled(receipt, making) : receipt
}

/** Sets right what depends on other fields. */
function settled(receipt: Record<string, unknown>, { random }: Making): Record<string, unknown> {
  const customer = { ...(receipt.customer as object), emailAddress: pick(random, addresses) }
  const needsLink = receipt.transactionType === 'PaymentLinkTransaction'
  return { ...receipt, customer, ...(needsLink && { paymentLink: 'https://pay.example.com/l/1' }) }
}

const addresses = ['ada@example.com', 'grace.h+till@example.com', 'ünï@example.com']

let maker: Maker | undefined
const definitions = receiptJsonSchema().$defs as Record<string, Schema>

type Maker = (making: Making, density: number) => unknown

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  enum?: string[]
  examples?: string[]
  writeOnly?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
}

/** The schema says which values there are, the field which of them are searched for card numbers. */
function makerOf(schema: Schema, field: Field | undefined, name: string): Maker {
  const part = schema.$ref ? definitions[schema.$ref.replace('#/$defs/', '')]! : schema
  if (part.enum) return orText(part.enum)
  if (part.properties) return objectMaker(part, field)
  const { oneOf, anyOf = oneOf } = part
  if (anyOf) {
    const makers = anyOf.map(form => makerOf(form, field, name))
    return (making, density) => pick(making.random, makers)(making, density)
  }
  if (part.items) return listMaker(makerOf(part.items, field?.kind === 'list' ? field.of : undefined, name))
  if (typeof part.additionalProperties === 'object')
    return mapMaker(makerOf(part.additionalProperties, field?.kind === 'map' ? field.of : undefined, name))
  if (part.type === 'number') return ({ random }) => (name === 'percent' ? pick(random, percents) : anyAmount(random))
  return textMaker(part, field, name)
}

const percents = [0, 0.05, 0.09975, 0.2, 1, -1, 7]

function orText(values: readonly string[]): Maker {
  return making => (making.random() < 0.999 ? pick(making.random, values) : anyText(making))
}

function objectMaker({ properties = {}, required = [], anyOf: [first] = [] }: Schema, field: Field | undefined): Maker {
  const parts = field?.kind === 'object' ? field.parts : new Map()
  const makers = Object.entries(properties).map(([name, schema]) => ({
    name,
    make: makerOf(schema, parts.get(name)?.field, name),
    needed: required.includes(name) || first?.required?.includes(name) === true,
    withheld: schema.writeOnly === true,
  }))
  return (making, density) => {
    const made: Record<string, unknown> = {}
    for (const { name, make, needed, withheld } of makers) {
      const { random } = making
      const share = withheld ? density / 10 : density
      if (needed ? random() < 0.999 : random() < share) made[name] = make(making, density)
    }
    // A picture needs its type next to it.
    if (made.base64Image) made.imageMimeType ??= 'image/png'
    // Unknown fields are kept, and searched.
    if (making.random() < 0.01) made[pick(making.random, ['tillNote', 'x', 'valueOf', 'length'])] = searched(making)
    return made
  }
}

function listMaker(make: Maker): Maker {
  return (making, density) => {
    const long = making.random() < 0.01
    const length = Math.floor(making.random() * (long ? 60 : 4))
    return Array.from({ length }, () => make(making, long ? density / 4 : density))
  }
}

function mapMaker(make: Maker): Maker {
  return (making, density) =>
    Object.fromEntries(
      Array.from({ length: Math.floor(making.random() * 3) }, () => [
        anyText(making).slice(0, 30),
        make(making, density),
      ]),
    )
}

function textMaker({ examples }: Schema, field: Field | undefined, name: string): Maker {
  const typical = typicalOf(name, examples)
  const isSearched =
    field?.kind === 'lastFour' || field?.kind === 'withheld' || (field?.kind === 'text' && field.scanned)
  return making => {
    if (typical && making.random() < (isSearched ? 0.7 : 0.99)) return typical(making)
    return isSearched ? searched(making) : anyText(making)
  }
}

/** A text for a place that is searched for card numbers: now and then the sample's. */
function searched(making: Making): string {
  const text = anyText(making)
  const { card, random } = making
  if (!card || random() > 0.2) return text
  card.planted = true
  return text.length > 100 || /[\p{Nd}\p{No}.,:/_\\-]\s*$/u.test(text) ? card.written : `${text} ${card.written}`
}

type Typical = (making: Making) => string

/** Values that most fields of a name have, so that a receipt isn't refused at the first. */
function typicalOf(name: string, examples: string[] | undefined): Typical | undefined {
  const oneOf =
    (values: readonly string[]): Typical =>
    making =>
      pick(making.random, values)
  if (/dateTime$|date$/i.test(name)) return ({ random }) => anyDate(random)
  if (/url$|paymentLink|trackingPixel/i.test(name))
    return making => pick(making.random, urls).replaceAll('CANARY', making.canary)
  if (/base64/i.test(name)) return oneOf([dot])
  if (/mimeType/i.test(name)) return oneOf(['image/png'])
  if (/emailAddress/i.test(name)) return oneOf(addresses)
  if (name === 'barcodeNumber')
    return oneOf(['4006381333931', '96385074', '036000291452', 'A-1001', '(01)09506000134352', '12'])
  if (/currency/i.test(name)) return oneOf(['USD', 'EUR', 'KWD', 'JPY', 'HUF', 'POINTS', 'CLF'])
  if (name === 'code') return oneOf(['US', 'CA', 'DE', 'JP', 'KW', 'XX', 'Canada'])
  if (/last4/i.test(name)) return oneOf(['1111', '0005', '42'])
  return examples && oneOf(examples)
}

const urls = [
  'https://example.com/a?b=c',
  'CANARY/link',
  'CANARY/"><img>',
  'https://example.com/%zz',
  'HTTP://EXAMPLE.com:80/é',
]

/** The smallest picture there is. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function anyAmount(random: Random): number {
  if (random() < 0.9) return Math.floor(random() * 2_000_000 - 200_000) / 100
  return pick(random, [0, -0, 0.001, 3.459, 1234567.891, -0.01, 999_999_999.99, 1e14, 999e12, 1e-7, -1e14, 0.1 + 0.2])
}

function anyDate(random: Random): string {
  const day = new Date(random() * 4_000_000_000_000).toISOString().slice(0, 10)
  return day + pick(random, ['', 'T10:41', 'T23:59:59Z', 'T08:05:00-07:00', 'T17:45:12.345+09:30'])
}
