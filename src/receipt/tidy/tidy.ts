import { nearest } from '../../options/nearest.ts'
import { plainCode } from '../../standards/codes/code-table.ts'
import { isIso8601, parseDateTime } from '../../standards/iso8601.ts'
import { lastFourOf } from '../card-data/brands.ts'
import { maskCardNumbers } from '../card-data/mask-text.ts'
import { isSecretName, mayBeSecret } from '../card-data/secret-names.ts'
import { limits } from '../limits.ts'
import { type Notes, pathOf, type ReceiptLocation } from '../notes.ts'
import type { Field, FieldMember, ObjectField, SentObject, TextField } from '../schema/field.ts'
import {
  cleanLines,
  cleanRaw,
  cleanText,
  decimalOf,
  hasHiddenCharacters,
  hasMoreDecimals,
  isBlank,
  isBlankText,
  isObject,
  withoutNoise,
} from './clean.ts'

/**
 * Converts a sent value to the shape of its schema where nothing is lost: blanks become absent, exact decimal text becomes
 * numbers, texts are cleaned and masked, variants are unified, and fields that aren't in the interface go to `notes.extra`.
 * What it can't read stays as it is, for the schema to report. Never throws, and never changes the input. `undefined` is an
 * absent value.
 */
export function tidy(part: FieldMember, sent: unknown, place: Place, notes: Notes): unknown {
  const { field } = part
  switch (field.kind) {
    case 'withheld':
      return isBlank(sent) || typeof sent === field.type || Number.isSafeInteger(sent) ? undefined : sent
    case 'extra':
      collectExtra(sent, '', notes)
      return undefined
    case 'text':
    case 'lastFour':
    case 'verbatim':
      return tidyText(field, part, sent, place, notes)
  }
  if (isBlank(sent)) return absent(sent, place, notes)
  if (field.kind === 'amount') return tidyAmount(sent, place, notes)
  if (field.kind === 'list') return Array.isArray(sent) ? tidyList(field.of, sent, place, notes) : sent
  if (!isObject(sent)) return sent
  return field.kind === 'map'
    ? tidyMap(field.of, sent, place, notes)
    : tidyObject(field, part.required, sent, place, notes)
}

type AnyTextField = TextField | Extract<Field, { kind: 'lastFour' | 'verbatim' }>
type Place = ReceiptLocation | undefined

/** An object with only blanks is absent, unless it is required. */
function tidyObject(field: ObjectField, required: boolean, sent: SentObject, place: Place, notes: Notes): unknown {
  const warningsBefore = notes.warnings.length
  const source = field.reshape ? field.reshape(sent, reshaping(place, notes)) : sent
  const result: Record<string, unknown> = {}
  let empty = true
  for (const key of Object.keys(source)) {
    const part = field.parts.get(key)
    const value = source[key]
    if (!part) {
      if (isSecretName(key) && mayBeSecret(value)) {
        empty = false
        notes.warn(pathOf(place), 'card_secret_dropped')
      } else if (collectExtra(value, pathOf({ within: place, key }), notes)) {
        empty = false
        notes.warnUnknown(place, key, value, source)
      }
      continue
    }
    const tidied = tidy(part, value, { within: place, key }, notes)
    if (tidied !== undefined) result[key] = tidied
    if ((tidied !== undefined && tidied !== '') || (part.field.kind === 'withheld' && !isBlank(value))) empty = false
  }
  if (!empty || required) return result
  notes.warnings.length = warningsBefore
  notes.warn(pathOf(place), 'blank')
  return undefined
}

/** List entries keep their positions: a blank entry stays, as an object without fields. */
function tidyList(of: Field, sent: readonly unknown[], place: Place, notes: Notes): unknown {
  if (sent.length === 0) return absent(sent, place, notes)
  const entry = { field: of, required: true }
  return sent.map((value, key) => (value === null ? null : tidy(entry, value, { within: place, key }, notes)))
}

function tidyMap(of: Field, sent: SentObject, place: Place, notes: Notes): unknown {
  const entry = { field: of, required: false }
  const result = new Map<string, unknown>()
  const free = freeKeys(result)
  for (const key of Object.keys(sent)) {
    if (of.kind !== 'object' && isSecretName(key) && mayBeSecret(sent[key])) {
      notes.warn(pathOf(place), 'card_secret_dropped')
      continue
    }
    const value = tidy(entry, sent[key], { within: place, key }, notes)
    if (value !== undefined) result.set(free(key.length > limits.text ? key : cleanText(maskCardNumbers(key))), value)
  }
  return result.size > 0 ? Object.fromEntries(result) : absent(sent, place, notes)
}

/** Gives keys that no other entry has: cleaning and masking may make two equal. No number is tried twice. */
function freeKeys(taken: ReadonlyMap<string, unknown>): (key: string) => string {
  let number = 0
  return key => {
    let free = safeKey(key)
    for (number = Math.max(number, taken.size); taken.has(free); number++) free = `${key} ${number}`
    return free
  }
}

function tidyAmount(sent: unknown, place: Place, notes: Notes): unknown {
  const value = typeof sent === 'string' ? decimalOf(sent) : sent
  if (typeof value !== 'number') return sent
  if (typeof sent === 'string') notes.warn(pathOf(place), 'number_as_text')
  // No negative zero on a receipt.
  if (!hasMoreDecimals(value)) return value === 0 ? 0 : value
  notes.warn(pathOf(place), 'more_decimals')
  return withoutNoise(value)
}

function tidyText(
  field: AnyTextField,
  { required, identifies }: FieldMember,
  sent: unknown,
  place: Place,
  notes: Notes,
) {
  if (sent === null || sent === undefined) return absent(sent, place, notes)
  if (typeof sent === 'number' && Number.isSafeInteger(sent)) notes.warn(pathOf(place), 'text_as_number')
  else if (typeof sent !== 'string') return sent
  const whole = String(sent)
  const text = isTooLong(field, whole, notes) ? whole : cleaned(field, whole, place, notes)
  if (!isBlankText(text)) return text
  if (identifies && !notes.isStored) return undefined
  if (!required) return absent(sent, place, notes)
  notes.warn(pathOf(place), 'blank_required')
  return ''
}

/** Nothing is done to a text that will be refused for its length. Earlier versions measured it when it was clean. */
function isTooLong(field: AnyTextField, { length }: string, { isStored }: Notes): boolean {
  if (isStored || field.kind === 'verbatim') return false
  return length > (field.kind === 'text' ? field.most : limits.text)
}

function cleaned(field: AnyTextField, sent: string, place: Place, notes: Notes): string {
  if (isDate(field) && parseDateTime(sent)) {
    if (!isIso8601(sent)) notes.warn(pathOf(place), 'date_form')
    return sent
  }
  if (field.kind === 'verbatim') return sent
  // Masked before cleaning, so that the same is masked here and in the stored request.
  const masked = field.kind === 'text' && field.scanned ? maskCardNumbers(sent) : sent
  if (masked !== sent) notes.warn(pathOf(place), 'card_number_masked')
  const clean = cleanerOf(field)(masked)
  if (clean !== masked && hasHiddenCharacters(masked)) notes.warn(pathOf(place), 'text_cleaned')
  if (field.kind !== 'text') return lastFour(clean, place, notes)
  if (isBlankText(clean)) return clean
  if (field.known && !field.known.has(clean)) {
    const meant = notes.isFull ? undefined : meantCode(clean, field.known.codes)
    notes.warn(pathOf(place), 'unknown_code', meant && `Did you mean ${meant}?`)
  }
  if (field.date) notes.warn(pathOf(place), 'date_as_text')
  return clean
}

/** The code that was probably meant: the only one that begins like it, `SaleTransaction` by `SALE`, or the nearest. */
function meantCode(sent: string, codes: ReadonlySet<string>): string | undefined {
  const plain = plainCode(sent)
  const begun = plain.length < shortestBeginning ? [] : [...codes].filter(code => plainCode(code).startsWith(plain))
  if (begun.length === 1) return begun[0]
  const near = nearest(sent, codes)
  if (near === undefined) return undefined
  // What other codes end in, too, says nothing: that both are transactions makes no SaleTransaction of a VoidTransaction.
  const end = Math.max(...[...codes].map(code => (code === near ? 0 : sharedEnd(code, near))))
  if (end === 0 || sharedEnd(sent.toLowerCase(), near.toLowerCase()) < end) return near
  return nearest(sent.slice(0, -end), [near.slice(0, -end)]) === undefined ? undefined : near
}

/** How many characters two texts have in common at their end. */
function sharedEnd(one: string, other: string): number {
  let length = 0
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length++
  return length
}

const shortestBeginning = 3

function cleanerOf(field: AnyTextField): (text: string) => string {
  if (field.kind !== 'text' || !field.lines) return cleanText
  return field.raw ? cleanRaw : cleanLines
}

function isDate(field: AnyTextField): boolean {
  return field.kind === 'verbatim' ? field.form === 'dateTime' : field.kind === 'text' && field.date !== undefined
}

/** Above four characters, everything but digits and letters is dropped, such as masks (`****1234`) and spaces. */
function lastFour(text: string, place: Place, notes: Notes): string {
  if (text.length <= 4) return text
  if (place?.key === 'last4Digits') notes.warn(pathOf(place), 'last4_cut')
  return lastFourOf(text)
}

/** Returns undefined for a blank, with a warning if it was sent. */
function absent(sent: unknown, place: Place, notes: Notes): undefined {
  if (sent !== undefined) notes.warn(pathOf(place), 'blank')
}

function reshaping(place: Place, notes: Notes) {
  const below = (names: string) =>
    pathOf(names.split('.').reduce((within: ReceiptLocation | undefined, key) => ({ within, key }), place))
  return {
    isStored: notes.isStored,
    moved: (from: string, to: string) => void notes.moved.set(below(to), below(from)),
    warn: (key: string, code: Parameters<Notes['warn']>[1]) => notes.warn(below(key), code),
  }
}

/**
 * Keeps the texts and numbers of a field that isn't in the interface in `notes.extra`, by path (`''` for the fields of a sent
 * `extra`). Texts are cleaned and masked; security codes, blanks, booleans and null are left out. Returns whether anything was
 * sent.
 */
function collectExtra(sent: unknown, path: string, notes: Notes): boolean {
  if (path.length > 2 * limits.key || notes.extraCut) return true
  if (typeof sent === 'string')
    return sent.length > limits.text ? !isBlankText(sent) : keep(path, cleanLines(maskCardNumbers(sent)), notes)
  if (typeof sent === 'number' && maskCardNumbers(String(sent)) !== String(sent))
    return keep(path, maskCardNumbers(String(sent)), notes)
  if (typeof sent === 'number' && Math.abs(sent) < limits.amount) return keep(path, sent === 0 ? 0 : sent, notes)
  if (typeof sent !== 'object' || sent === null) return typeof sent === 'boolean'
  let found = false
  for (const [key, value] of Object.entries(sent)) {
    if (!Array.isArray(sent) && isSecretName(key) && mayBeSecret(value)) continue
    if (key.length > 2 * limits.key) {
      found = true
      continue
    }
    const below = Array.isArray(sent) ? `[${key}]` : `${path && '.'}${maskCardNumbers(key)}`
    found = collectExtra(value, path + below, notes) || found
  }
  return found
}

/** Paths contain arbitrary names, so they are cleaned, masked and limited like values. Cleaning makes few texts longer. */
function keep(path: string, value: string | number, notes: Notes): boolean {
  if (typeof value === 'string' && (isBlankText(value) || value.length > limits.text)) return !isBlankText(value)
  if (notes.extra.size >= limits.extra) {
    if (!notes.extraCut) notes.warn('receipt', 'too_many_extras')
    notes.extraCut = true
    return true
  }
  notes.extra.set(safeKey(maskCardNumbers(cleanText(path === '' ? 'extra' : path))), value)
  return true
}

/** A key as it is, but for the one that an object takes for its prototype when it is copied by assignment. */
function safeKey(key: string): string {
  return key === '__proto__' ? '_proto_' : key
}
