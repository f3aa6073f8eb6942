import { parseDateTime } from '../../standards/iso8601.ts'
import type { Taking } from '../taking.ts'

/** A code of POSLog's, or what was sent as an extension of them (`IXREnumerationExtension`): `sent:KG`. */
export function codeOf<Code extends string | undefined>(code: Code, known: readonly string[]): string | undefined {
  return code === undefined || known.includes(code) ? code : `sent:${code.replace(/[^0-9A-Za-z]/g, '')}`
}

/** A time as sent, if it is one of XML Schema (part 2, 3.2.7). */
export function dateTimeOf<Of, Key extends keyof Of>(from: Taking<Of>, key: Key): string | undefined {
  const sent = from.see(key)
  if (typeof sent === 'string' && xmlDateTime.test(sent) && parseDateTime(sent)) {
    from.take(key)
    return sent
  }
  from.leave(key, 'it is no date and time of XML Schema')
  return undefined
}

const xmlDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:0\d|1[0-3]):\d{2}|[+-]14:00)?$/

/** POSLog's `DecimalCommonData`: six decimals, without a sign. */
const maxAmount = 99_999_999.999999

/** An amount as a decimal of XML Schema; undefined, and left, if it has more than six decimals. */
export function decimal<Of, Key extends keyof Of>(from: Taking<Of>, key: Key): string | undefined {
  const amount = from.see(key)
  if (typeof amount !== 'number') return undefined
  const text = plain(Math.abs(amount))
  if (text === undefined) {
    from.leave(key, 'POSLog has six decimals, and eight digits before them')
    return undefined
  }
  from.take(key)
  return (amount < 0 ? '-' : '') + text
}

/** An element of an amount, which says how it counts if it is negative. */
export function amountElement<Of, Key extends keyof Of>(
  name: string,
  from: Taking<Of>,
  key: Key,
  attributes: Readonly<Record<string, string | undefined>> = {},
) {
  const text = decimal(from, key)
  if (text === undefined) return undefined
  const isNegative = text.startsWith('-')
  return element(name, isNegative ? text.slice(1) : text, { ...attributes, ...(isNegative && { Action: 'Subtract' }) })
}

/** An element of an amount that has no way to be negative; left if it is. */
export function unsignedElement<Of, Key extends keyof Of>(name: string, from: Taking<Of>, key: Key) {
  const amount = from.see(key)
  if (typeof amount === 'number' && amount < 0) {
    from.leave(key, 'POSLog has no negative amount here')
    return undefined
  }
  return element(name, decimal(from, key))
}

function plain(amount: number): string | undefined {
  if (amount > maxAmount) return undefined
  const text = amount.toFixed(6)
  return Number(text) === amount ? text.replace(/\.?0+$/, '') : undefined
}

/** An element of an XML document. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string | undefined>>
  content: string | readonly XmlElement[]
}

type Content = string | number | undefined | readonly (XmlElement | undefined)[]

/** An element; undefined if it would have neither content nor attributes. */
export function element(
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string | undefined>> = {},
): XmlElement | undefined {
  const children = Array.isArray(content) ? content.filter(child => child !== undefined) : undefined
  const text = children || content === undefined ? '' : String(content)
  const isEmpty = children ? children.length === 0 : content === undefined
  if (isEmpty && Object.values(attributes).every(value => value === undefined)) return undefined
  return { name, attributes, content: children ?? text }
}

/** A document in UTF-8, an element a line (XML 1.0). */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`
}

function write({ name, attributes, content }: XmlElement, indent: string): string {
  const all = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escaped(value)}"`,
  )
  const start = `${indent}<${name}${all.join('')}`
  if (content.length === 0) return `${start}/>\n`
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>\n`
  return `${start}>\n${content.map(child => write(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** Line breaks and tabs stay also in attributes (3.3.3); what isn't a character of XML (2.2) becomes U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\t\n\r]/g, sign => `&#${sign.charCodeAt(0)};`)
}
