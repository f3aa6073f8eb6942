import { receiptData } from '../../src/receipt/data/receipt-data.ts'
import { limits } from '../../src/receipt/limits.ts'
import type { Field, FieldMember, ObjectField } from '../../src/receipt/schema/field.ts'
import { maxUrlLength } from '../../src/standards/url.ts'
import { aReceipt, type SentReceipt } from './receipts.ts'

/** A place in a receipt that a till may send a text in, whatever the interface wants there. */
export interface TextPlace {
  /** Its path, `orders[0].items[0].name`. */
  name: string
  /** The same for all places whose texts are read alike. */
  kind: string
  /** UTF-16 units of the longest text that is taken there and shown; undefined if none is. */
  most: number | undefined
  /** A receipt with nothing but what it must have, and a text in this place. */
  receiptWith: (text: string) => SentReceipt
}

/** Of an address, before the `@`. */
const maxLocalLength = 64

/** Every place of the interface for a text, as its schema has it, and in each kind of object a field and a name that it doesn't know. */
export const textPlaces: readonly TextPlace[] = placesOf(receiptData.field, [], () => ({}))

type Path = readonly (string | number)[]
/** What stands beside a place, so that it is taken. */
type Beside = () => SentReceipt

function placesOf(field: Field, path: Path, beside: Beside): TextPlace[] {
  switch (field.kind) {
    case 'object': {
      const { variants = {} } = field.sent ?? {}
      const members = [...field.parts].map(([key, part]): [string, Field] => [key, part.field])
      const inside = [...members, ...Object.entries(variants)].flatMap(([key, part]) =>
        placesOf(part, [...path, key], beside),
      )
      return [
        ...inside,
        placeOf([...path, 'ownNote'], 'unknown', limits.text),
        { ...placeOf([...path, ''], 'unknown name', undefined), receiptWith: text => withValue([...path, text], 'x') },
      ]
    }
    case 'list':
      return placesOf(field.of, [...path, 0], beside)
    case 'map':
      return [
        ...placesOf(field.of, [...path, 'ownKey'], beside),
        {
          ...placeOf([...path, ''], 'name in a map', limits.text),
          receiptWith: text => withValue([...path, text], filled(field.of)),
        },
      ]
    case 'extra':
      return [placeOf([...path, 'ownNote'], 'unknown', undefined)]
    default: {
      // Which codes a field may have makes no difference.
      const kind = JSON.stringify(field, (key, value) => (key === 'known' || key === 'only' ? true : value))
      return [placeOf(path, kind, mostOf(field))]
    }
  }
}

function placeOf(path: Path, kind: string, most: number | undefined): TextPlace {
  const [before, after] = kind.includes('"url"')
    ? ['https://example.com/?', '']
    : path.at(-1) === 'emailAddress'
      ? ['', '@example.com']
      : ['', '']
  const name = nameOf(path)
  return {
    name,
    kind,
    most: after ? maxLocalLength : most,
    receiptWith: text => withValue(path, before + text + after),
  }
}

function nameOf(path: Path): string {
  return path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${key === '' ? '*' : key}`))
    .join('')
    .slice(1)
}

function mostOf(field: Field): number | undefined {
  if (field.kind === 'text') return field.only ? undefined : field.most
  if (field.kind === 'lastFour') return limits.text
  if (field.kind !== 'verbatim') return undefined
  // A long code takes longer to draw than any text to write, and has limits of its own.
  return field.form === 'url' ? maxUrlLength - 30 : field.form === 'barcodeText' ? 40 : undefined
}

/** A receipt with a value at a path. A code's type is the one that may have any text. */
function withValue(path: Path, value: unknown): SentReceipt {
  const receipt = aReceipt({
    receiptType: 'DigitalAndPaper',
    customer: { emailAddress: 'ines.okafor@example.com' },
    items: [{ name: 'Earl Grey, 250 g', total: 12 }],
    tenders: [{ tenderTypeCode: 'Cash', amount: 12 }],
  })
  if (path.at(-1) === 'barcodeNumber') set(receipt, [...path.slice(0, -1), 'barcodeType'], 'QRCode')
  if (path[0] === 'paymentLink') receipt.transactionType = 'PaymentLinkTransaction'
  set(receipt, path, value)
  return completed(receiptData.field, receipt) as SentReceipt
}

function set(target: SentReceipt, path: Path, value: unknown): void {
  const [key = '', ...below] = path
  if (below.length === 0) {
    target[key] = value
    return
  }
  if (typeof target[key] !== 'object') target[key] = typeof below[0] === 'number' ? [] : {}
  set(target[key] as SentReceipt, below, value)
}

/** The same with all that may not be missing. */
function completed(field: Field, value: unknown): unknown {
  if (field.kind === 'list' && Array.isArray(value)) return value.map(entry => completed(field.of, entry))
  if (typeof value !== 'object' || value === null) return value
  if (field.kind === 'map')
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, completed(field.of, entry)]))
  if (field.kind !== 'object') return value
  const missing = required(field).filter(([key]) => !Object.hasOwn(value, key))
  const known = Object.entries(value).map(([key, part]) => {
    const known = field.parts.get(key)?.field ?? field.sent?.variants?.[key]
    return [key, known ? completed(known, part) : part]
  })
  return Object.fromEntries([...missing.map(([key, part]) => [key, filled(part.field)]), ...known])
}

function required({ parts }: ObjectField): [string, FieldMember][] {
  return [...parts].filter(([, { required }]) => required)
}

/** A value that is taken. */
function filled(field: Field): unknown {
  switch (field.kind) {
    case 'object':
      return Object.fromEntries(required(field).map(([key, part]) => [key, filled(part.field)]))
    case 'list':
      return [filled(field.of)]
    case 'map':
      return { ownKey: filled(field.of) }
    case 'amount':
      return 12
    case 'text':
      return [...(field.only ?? field.known?.codes ?? ['Porcelain'])][0]
    case 'verbatim':
      return field.form === 'url' ? 'https://example.com/' : '2026-03-08T13:05:00-05:00'
    default:
      return '1881'
  }
}
