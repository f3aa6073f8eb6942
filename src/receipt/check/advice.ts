import type { Field, ObjectField } from '../schema/field.ts'
import { isObject } from '../tidy/clean.ts'
import { examples } from './examples.ts'

/**
 * What a field with parts looks like, to end a message about a value of another shape: `, such as { "value": 2 }`. Empty for a field without
 * parts, and for a value that has them.
 */
export function shapeAdvice(field: Field | undefined, sent: unknown): string {
  if (field?.kind === 'list') return Array.isArray(sent) ? '' : advice([exampleOf(field.of)])
  if (field?.kind === 'map' && !isObject(sent))
    return advice(field.of.kind === 'object' ? { manual: exampleOf(field.of) } : { TVR: '0000008000' })
  return field?.kind !== 'object' || isObject(sent) ? '' : advice(exampleOf(field))
}

function exampleOf(field: Field): unknown {
  return field.kind === 'object' ? examples[field.name] : undefined
}

function advice(example: unknown): string {
  return `, such as ${JSON.stringify(example, null, 1)
    .replace(/\n */g, ' ')
    .replace(/\[ \{/g, '[{')
    .replace(/\} \]/g, '}]')}`
}

/** Why a value that isn't a receipt isn't one, if what it is instead can be told; the message repeats nothing of it but a key. */
export function insteadOfReceipt(sent: unknown, receipt: ObjectField): string | undefined {
  if (Array.isArray(sent)) return 'must be an object, not a list: give its receipts one by one'
  if (sent instanceof Promise) return 'must be an object, not a promise: await it first'
  if (!isObject(sent)) return undefined
  if (isLikeReceipt(sent, receipt)) return undefined
  const platform = platforms.find(({ has }) => has.every(name => Object.hasOwn(sent, name)))
  if (platform) return `is an order of ${platform.name}, not a receipt: convert it with counterfoil/from`
  const [inside = '', ...more] = Object.keys(sent).filter(key => isLikeReceipt(sent[key], receipt))
  if (more.length > 0 || !/^[A-Za-z_]{1,40}$/.test(inside)) return undefined
  return `has no receipt's fields, but what is in "${inside}" has: give that`
}

/** What only an order of theirs has. */
const platforms = [
  { name: 'Shopify', has: ['line_items', 'financial_status'] },
  { name: 'Square', has: ['line_items', 'location_id', 'net_amounts'] },
  { name: 'Stripe', has: ['object', 'livemode'] },
  { name: 'WooCommerce', has: ['line_items', 'coupon_lines', 'order_key'] },
  { name: 'Odoo', has: ['pos_reference', 'payment_ids'] },
]

/** What a text is that isn't JSON, as far as its letters tell. */
export function insteadOfJson(text: string): string | undefined {
  if (text.length > longestPlace) return undefined
  if (/^\s*[a-z][a-z\d+.-]+:\/\/\S+\s*$/i.test(text)) return 'must be JSON, not an address: fetch it first'
  if (/^[^\n{}[\]",]+\.json\s*$/i.test(text)) return "must be JSON, not a file's path: read the file first"
  return undefined
}

/** UTF-16 units of a path or an address. */
const longestPlace = 4096

/** Whether a value has what identifies a receipt. */
function isLikeReceipt(value: unknown, { parts }: ObjectField): boolean {
  return (
    isObject(value) && [...parts].filter(([name, { required }]) => required && Object.hasOwn(value, name)).length >= 3
  )
}
