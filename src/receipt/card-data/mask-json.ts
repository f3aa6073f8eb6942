import { parseDateTime } from '../../standards/iso8601.ts'
import { receiptData } from '../data/receipt-data.ts'
import type { Field } from '../schema/field.ts'
import { decimalOf } from '../tidy/clean.ts'
import { lastFourOf } from './brands.ts'
import { type Edit, edited, mask } from './edits.ts'
import { cardDataIn, maskCardNumbers, mayHoldCardData } from './mask-text.ts'
import { isSecretName, mayBeSecret } from './secret-names.ts'

/**
 * How much of a card is stored. `original`: everything except its number, security codes and tracks. `minimal`: also without
 * first six digits, expiration date and cardholder.
 */
export const cardDataPolicies = ['original', 'minimal'] as const

/** How much of a card the stored request keeps. */
export type CardDataPolicy = (typeof cardDataPolicies)[number]

/**
 * Removes card data that must not be stored from a receipt's JSON text, and changes no other byte. Identifiers, URLs and codes
 * that the interface declares are kept; every other text, number and key is searched the way shown text is
 * (`maskCardNumbers`), and a number that changes becomes a string. Fields named like security codes or tracks are removed, and
 * a gift card keeps the last four digits of its number but no `authNumber`. A removed value becomes `null`.
 * The receipt parses to the same data before and after. Safe for text that isn't JSON. Linear time.
 */
export function maskCardNumbersInJson(json: string, policy: CardDataPolicy = 'original'): string {
  const edits: Edit[] = []
  const open: Container[] = []
  for (let at = 0; at < json.length; ) {
    const here = open.at(-1)
    const char = json[at]
    if (char === '"' && here?.wantsKey) {
      const end = endOfString(json, at)
      const key = readString(json, at, end)
      here.key = key.text
      if (!isDeclared(here)) edits.push(...inString(key))
      at = end
    } else if (char === ':' && here?.wantsKey) {
      here.wantsKey = false
      at = afterSpace(json, at + 1)
      if (!goesWhole(here, policy, () => valueAt(json, at))) continue
      const end = endOfValue(json, at)
      edits.push({ start: at, end, replacement: 'null' })
      at = end
    } else if (char === '{' || char === '[') {
      open.push(containerOf(char, here && fieldOfValue(here), open.length === 0))
      at++
    } else if (char === '}' || char === ']') {
      open.pop()
      at++
    } else if (char === ',') {
      if (here?.isObject) here.wantsKey = true
      at++
    } else if (json.charCodeAt(at) <= 0x20) at++
    else {
      const end = char === '"' ? endOfString(json, at) : endOfBare(json, at)
      if (end > at) edits.push(...inScalar(json, at, end, here && fieldOfValue(here)))
      at = Math.max(end, at + 1)
    }
  }
  return edited(json, edits)
}

/** An object or list being walked. */
interface Container {
  isObject: boolean
  /** Whether the next string is a key. */
  wantsKey: boolean
  key: string
  /** The container's field in the interface; undefined if it has none. */
  field: Field | undefined
}

function containerOf(char: '{' | '[', field: Field | undefined, isRoot: boolean): Container {
  const isObject = char === '{'
  const known = isRoot ? receiptData.field : field
  const fits = isObject ? known?.kind === 'object' || known?.kind === 'map' : known?.kind === 'list'
  return { isObject, wantsKey: isObject, key: '', field: fits ? known : undefined }
}

/** The field of the container's next value; undefined if the interface declares none. */
function fieldOfValue({ field, key }: Container): Field | undefined {
  if (field?.kind === 'list' || field?.kind === 'map') return field.of
  if (field?.kind !== 'object') return undefined
  const { variants = {} } = field.sent ?? {}
  return field.parts.get(key)?.field ?? (Object.hasOwn(variants, key) ? variants[key] : undefined)
}

/** Whether the interface names the container's next value; a map's names are the sender's. */
function isDeclared(container: Container): boolean {
  return container.field?.kind === 'object' && fieldOfValue(container) !== undefined
}

/** Whether the next field must not be stored at all. `value` is read only if its name is suspicious. */
function goesWhole(container: Container, policy: CardDataPolicy, value: () => unknown): boolean {
  const { field, key } = container
  if (field?.kind === 'object') {
    if (field.sent?.neverStored?.includes(key)) return true
    if (policy === 'minimal' && field.sent?.notInMinimal?.includes(key)) return true
  }
  if (isDeclared(container) || (field?.kind === 'map' && field.of.kind === 'object')) return false
  return isSecretName(key) && mayBeSecret(value())
}

/** The value of a string, or of a literal such as `true`; for anything else a placeholder that is neither. */
function valueAt(json: string, at: number): unknown {
  if (json[at] === '"') return readString(json, at, endOfString(json, at)).text
  const word = json.slice(at, endOfBare(json, at))
  return word === 'null' ? null : word === 'true' || word === 'false' ? word === 'true' : 0
}

function inScalar(json: string, start: number, end: number, field: Field | undefined): Edit[] {
  if (isIdentifier(field)) return []
  const whole = (text: string) => [{ start, end, replacement: JSON.stringify(text) }]
  if (json[start] !== '"') {
    const number = wholeNumber(json.slice(start, end))
    if (number === undefined) return []
    if (field?.kind === 'lastFour') return number.replace('-', '').length > 4 ? whole(mask + number.slice(-4)) : []
    const masked = maskCardNumbers(number)
    return masked === number ? [] : whole(masked)
  }
  if (field?.kind !== 'lastFour' && !mayHoldCardData(json.slice(start, end))) return []
  const string = readString(json, start, end)
  if (field?.kind === 'text' && field.date && parseDateTime(string.text)) return []
  if (field?.kind === 'lastFour') {
    const characters = string.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    return characters > 4 ? whole(mask + lastFourOf(string.text)) : []
  }
  // An amount is read as a number, so its decimals aren't card digits.
  if (field?.kind === 'amount' && decimalOf(string.text) !== undefined && wholeNumber(string.text) === undefined)
    return []
  return inString(string)
}

function inString({ text, placeOf }: JsonString): Edit[] {
  return cardDataIn(text).map(({ start, end, replacement }) => ({
    start: placeOf(start),
    end: placeOf(end),
    replacement,
  }))
}

/** Identifiers, codes and URLs, whose digits aren't card numbers. */
function isIdentifier(field: Field | undefined): boolean {
  return field?.kind === 'verbatim' || (field?.kind === 'text' && !field.scanned)
}

function afterSpace(json: string, start: number): number {
  let at = start
  while (json[at] === ' ' || json[at] === '\n' || json[at] === '\r' || json[at] === '\t') at++
  return at
}

/**
 * The digits of a JSON number if it is an integer of at most 30 digits, however it is written (`-4.2e1` → `-42`); undefined
 * otherwise.
 */
export function wholeNumber(token: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(token)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (!/^0*$/.test(digits.slice(Math.max(point, 0)))) return undefined
  const value = digits.slice(0, Math.max(point, 0)).replace(/^0+/, '')
  const zeros = point - digits.length
  if (value.length + Math.max(zeros, 0) > 30) return undefined
  return value === '' ? '0' : sign + value + '0'.repeat(Math.max(zeros, 0))
}

/** The end of the string that begins here, or the end of the JSON text if it is unterminated. */
export function endOfString(json: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = json.indexOf('"', from)
    if (quote < 0) return json.length
    let escapes = 0
    while (quote - 1 - escapes > start && json.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++
    if (escapes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** A decoded JSON string; `placeOf` gives the position of a character of `text` (or of its end) in the JSON text. */
type JsonString = ReturnType<typeof readString>

/** Decodes the string between two positions, including its quotes. Invalid escapes are kept as they are. */
export function readString(json: string, start: number, end: number) {
  const raw = json.slice(start + 1, json[end - 1] === '"' && end > start + 1 ? end - 1 : end)
  if (!raw.includes('\\')) return { text: raw, placeOf: (at: number) => start + 1 + at }
  // Few strings have card data, of which the places are asked for.
  let slow: ReturnType<typeof decoded> | undefined
  const read = () => (slow ??= decoded(raw, start + 1))
  return {
    text: parsed(json.slice(start, end)) ?? read().text,
    placeOf: (index: number) => read().places[index] ?? start + 1 + raw.length,
  }
}

/** A string's text by the language's own reader; undefined if it isn't JSON. */
function parsed(string: string): string | undefined {
  try {
    return String(JSON.parse(string))
  } catch {
    return undefined
  }
}

/** The same by hand, with the place of each character. */
function decoded(raw: string, start: number): { text: string; places: number[] } {
  const places: number[] = []
  let text = ''
  let at = 0
  while (at < raw.length) {
    const written = raw[at] === '\\' ? escapes.exec(raw.slice(at, at + 6))?.[0] : undefined
    places.push(start + at)
    text += written === undefined ? raw[at] : meaningOf(written)
    at += written?.length ?? 1
  }
  return { text, places }
}

const escapes = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/

function meaningOf(written: string): string {
  if (written[1] === 'u') return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  return meanings[written[1] ?? ''] ?? written.slice(1)
}

const meanings: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** How many members the objects of a valid JSON text have, each key as often as it is there. */
export function membersIn(json: string): number {
  let count = 0
  for (let at = 0; ; ) {
    const quote = json.indexOf('"', at)
    if (quote < 0) return count
    at = endOfString(json, quote)
    while (json.charCodeAt(at) <= 0x20) at++
    if (json.charCodeAt(at) === 0x3a) count++
  }
}

/** The end of the value that begins here. */
export function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; ) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at)
    else {
      if (char === '{' || char === '[') depth++
      if (char === '}' || char === ']') depth--
      at = Math.max(endOfBare(json, at), at + 1)
    }
    if (depth <= 0) return at
  }
  return json.length
}

/** The end of the number or literal that begins here. */
export function endOfBare(json: string, start: number): number {
  bare.lastIndex = start
  bare.test(json)
  return bare.lastIndex
}

const bare = /[\w+.-]*/y
