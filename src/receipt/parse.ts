// Stage `receipt`: what a till sent, as receipt data: read, tidied, checked, without card data.
// It knows stages up to `barcode`; `from` and those after it may call it.

import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import { type FieldErrors, ReceiptDataError } from '../errors.ts'
import type { ReceiptInput } from '../generated/receipt-input.ts'
import { currencyDigits } from '../standards/currency.ts'
import { byteLength } from '../standards/host.ts'
import { type CardDataPolicy, maskCardNumbersInJson, membersIn } from './card-data/mask-json.ts'
import { maskCardNumbers } from './card-data/mask-text.ts'
import { insteadOfJson, insteadOfReceipt, shapeAdvice } from './check/advice.ts'
import { fieldAt } from './check/field-at.ts'
import { isWithinLimits, measure, newCounters } from './check/measure.ts'
import { applyRules, barcodeProblems, type Problem } from './check/rules.ts'
import { adviseUnknown, sentAsAdvice } from './check/unknown.ts'
import { type ReceiptData, receiptData } from './data/receipt-data.ts'
import { leaveOutFalseDates } from './false-dates.ts'
import { limits } from './limits.ts'
import { joinPath, Notes, type Warning } from './notes.ts'
import { readReceiptData } from './quick/readers.ts'
import { check } from './schema/check.ts'
import type { FieldMember, ObjectField } from './schema/field.ts'
import { isObject } from './tidy/clean.ts'
import { tidy } from './tidy/tidy.ts'

/**
 * What the engine accepts as a receipt: an object as a till sends it, one from `parseReceipt`, or JSON text as a string or UTF-8
 * bytes. Pass anything `unknown`, such as a request body, through `parseReceipt` first.
 */
export type ReceiptSource = ReceiptInput | ReceiptData | string | Uint8Array

/** What is decided for a merchant's receipts before they are read. */
export interface ReadOptions {
  /** What a GTIN of twelve digits is: a padded number (default), or a UPC-A with its check digit. */
  gtin12?: Gtin12 | undefined
  /**
   * Whether it was accepted before, maybe by an earlier version: texts that identify it may be blank, and a card of the second variant
   * may lack its last four digits, as they once might. Default false.
   */
  stored?: boolean | undefined
  /**
   * When the receipt arrived, milliseconds since 1970: what was dated a year or more after it has no date. Default: unknown, and only dates
   * that no clock explains are left out, before 1990 and from 2060 on.
   */
  receivedAt?: number | undefined
}

/** A receipt's text, read and masked. */
export interface Stored extends Reading {
  /** Without card data that must not be stored; undefined if the receipt is invalid. */
  masked: string | undefined
}

/** The result of reading a receipt: the receipt if it is valid, every invalid field, and warnings. */
export interface Reading {
  receipt: ReceiptData | undefined
  errors: FieldErrors
  warnings: Warning[]
}

/**
 * Reads a receipt as a till sends it: a JSON value, or JSON text as a string or UTF-8 bytes (spec, "ReceiptData").
 * Throws ReceiptDataError with every invalid field by path; problems with the input as a whole are at `receipt`.
 * The result is frozen, so it isn't checked again when used as input. The input isn't changed.
 */
export function parseReceipt(input: unknown): ReceiptData
export function parseReceipt(input: unknown, options: ReadOptions): ReceiptData
export function parseReceipt(input: unknown, options: ReadOptions = {}): ReceiptData {
  return validOf(readReceipt(input, options))
}

/** The same for a receipt that doesn't leave the call: results of `parseReceipt` are returned as they are, others aren't frozen. */
export function checkedReceipt(input: unknown, options: ReadOptions = {}): ReceiptData {
  return validOf(read(input, options))
}

function validOf({ receipt, errors }: Reading): ReceiptData {
  if (!receipt) throw new ReceiptDataError(errors)
  return receipt
}

/**
 * The same, with warnings about everything accepted that the interface doesn't allow: numbers sent as text, blanks, unknown
 * codes and fields, masked card numbers. Never throws for an invalid receipt; `errors` is empty if `receipt` is set.
 */
export function readReceipt(input: unknown): Reading
export function readReceipt(input: unknown, options: ReadOptions): Reading
export function readReceipt(input: unknown, options: ReadOptions = {}): Reading {
  const reading = read(input, options)
  keep(reading, options)
  return reading
}

/**
 * Reads a receipt's JSON text as `readReceipt` does, and gives the text that may be stored of it, as `maskCardNumbersInJson` does: for
 * a usual receipt both in one pass.
 */
export function readStored(json: string, policy: CardDataPolicy = 'original', options: ReadOptions = {}): Stored {
  const counters = newCounters()
  const reading = read(json, options, counters)
  if (!reading.receipt) return { ...reading, masked: undefined }
  // Not all of its parts: that takes a hundredth of a create, and the service, whose alone this is, changes none.
  keep(reading, options, Object.freeze)
  // What was read has nothing to mask, and a text with as many keys has nothing else: no key is in it twice.
  const isClean = !counters.isSecret && policy === 'original' && membersIn(json) === counters.keys
  return { ...reading, masked: isClean ? json : maskCardNumbersInJson(json, policy) }
}

function read(input: unknown, options: ReadOptions, counters = newCounters()): Reading {
  const { gtin12 = 'padded' } = options
  if (isChecked(input)) return checkedFor(input, gtin12)
  const json = readJson(input)
  if ('problem' in json) return refused([['receipt', json.problem]])
  const usual = readFast(json.value, counters, options)
  if (usual) return { receipt: usual, errors: {}, warnings: [] }
  // The counters hold a part only.
  counters.isSecret = true
  return readFull(json.value, options)
}

/**
 * Reads a receipt that is as the interface describes it, in one pass and without a schema library: known fields of the right
 * type, nothing blank, nothing to mask or clean. Undefined for one that would warn or fail. The result equals that of the full path.
 */
export function readFast(
  sent: unknown,
  counters = newCounters(),
  { gtin12 = 'padded', receivedAt }: Pick<ReadOptions, 'gtin12' | 'receivedAt'> = {},
): ReceiptData | undefined {
  const receipt = readReceiptData(sent, counters)
  if (!receipt || !isWithinLimits(counters)) return undefined
  const notes = new Notes()
  leaveOutFalseDates(receipt, notes, receivedAt)
  const problems = applyRules(receipt, notes, gtin12)
  return problems.length > 0 || notes.warnings.length > 0 ? undefined : (receipt as ReceiptData)
}

/**
 * Parses JSON text or its UTF-8 bytes; returns any other value as it is. Returns `problem` if the text is too long or isn't
 * JSON; the message repeats nothing of the text.
 */
export function readJson(input: unknown): { value: unknown } | { problem: string } {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return { value: input }
  if (bytesOf(input) > limits.input) return { problem: `must be at most ${limits.input} bytes` }
  const text = typeof input === 'string' ? input : decoded(input)
  if (text === undefined) return { problem: 'must be UTF-8' }
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    const instead = insteadOfJson(text)
    if (instead !== undefined) return { problem: instead }
    const position = /at position (\d{1,7})/.exec(String(error))?.[1]
    return {
      problem: position === undefined ? 'must be JSON' : `must be JSON; it breaks at character ${Number(position) + 1}`,
    }
  }
}

/** The size as UTF-8. A text that is short enough at three bytes a character isn't looked at. */
function bytesOf(input: string | Uint8Array): number {
  return typeof input === 'string' && input.length * 3 > limits.input ? byteLength(input) : input.length
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The full path: reads what can be read, with everything there is to say about it. */
export function readFull(value: unknown, { gtin12 = 'padded', stored = false, receivedAt }: ReadOptions = {}): Reading {
  const isMeant = isObject(value) && Object.hasOwn(value, 'transactionNumber')
  const instead = isMeant ? undefined : insteadOfReceipt(value, receiptData.field as ObjectField)
  if (instead !== undefined || !isObject(value)) return refused([['receipt', instead ?? 'must be an object']])
  const tooLarge = measure(value)
  if (tooLarge) return refused([[maskCardNumbers(tooLarge.path), tooLarge.message]])

  const notes = new Notes()
  notes.isStored = stored
  const tidied = tidy(whole, value, undefined, notes) as Record<string, unknown>
  if (notes.extra.size > 0) tidied.extra = Object.fromEntries(notes.extra)
  leaveOutFalseDates(tidied, notes, receivedAt)
  if (mayPartThousands(value.grandAmount, tidied.currency)) notes.warn('grandAmount', 'thousands_point')
  const broken = applyRules(tidied, notes, gtin12)
  const checked = check(receiptData, tidied)

  const sentAs = adviseUnknown(notes, receiptData.field as ObjectField)
  const warnings = notes.warnings.map(warning => ({ ...warning, path: notes.sentPath(warning.path) }))
  if ('value' in checked && broken.length === 0) return { receipt: checked.value, errors: {}, warnings }
  const issues = 'issues' in checked ? checked.issues.slice(0, limits.errors) : []
  const problems = [...issues.map(({ path, message }): Problem => [joinPath(path), message]), ...broken]
  const sent = problems.map(([path, message]): Problem => [notes.sentPath(path), advised(path, message, sentAs)])
  return refused(sent, warnings)
}

/** Whether a till may have written an amount for people: "27.000" rupiahs. */
function mayPartThousands(sent: unknown, currency: unknown): boolean {
  if (typeof sent !== 'string' || typeof currency !== 'string' || !/^\s*-?\d{1,3}\.\d{3}\s*$/.test(sent)) return false
  const { minimum, wholeWithout } = currencyDigits(currency)
  return wholeWithout || minimum === 0
}

/** A problem, and the last step to its solution. */
function advised(path: string, message: string, sentAs: ReadonlyMap<string, string>): string {
  if (message === 'may not be null') return message + sentAsAdvice(path, sentAs)
  const isOfShape = /^must be an (?:object|array)(?:, not a list)?$/.test(message)
  return isOfShape ? message + shapeAdvice(fieldAt(receiptData.field, path), undefined) : message
}

/**
 * Checked receipts, what a GTIN of twelve digits was when they were, and the warnings, which the receipt no longer shows. They are
 * frozen, those of `readStored` but for their parts, so they are still valid.
 */
const checkedReceipts = new WeakMap<object, { gtin12: Gtin12; warnings: readonly Warning[] }>()

function isChecked(input: unknown): input is ReceiptData {
  return typeof input === 'object' && input !== null && checkedReceipts.has(input)
}

/** A checked receipt for a merchant whose twelve digits may be something else. */
function checkedFor(receipt: ReceiptData, gtin12: Gtin12): Reading {
  const known = checkedReceipts.get(receipt)
  const problems = known?.gtin12 === gtin12 ? [] : barcodeProblems({ ...receipt }, gtin12)
  return problems.length > 0 ? refused(problems) : { receipt, errors: {}, warnings: [...(known?.warnings ?? [])] }
}

function keep({ receipt, warnings }: Reading, { gtin12 = 'padded' }: ReadOptions, freeze: Freeze = freezeAll): void {
  if (!receipt || checkedReceipts.has(receipt)) return
  freeze(receipt)
  checkedReceipts.set(receipt, { gtin12, warnings: warnings.length > 0 ? [...warnings] : none })
}

const none: readonly Warning[] = []

type Freeze = (value: object) => void

function freezeAll(value: object): void {
  Object.freeze(value)
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freezeAll(part)
}

const whole: FieldMember = { field: receiptData.field, required: true }

/** An invalid receipt: its problems by path. A key may be `__proto__`, so the object isn't filled by assignment. */
function refused(problems: readonly Problem[], warnings: Warning[] = []): Reading {
  const byPath = Map.groupBy(problems.slice(0, limits.errors), ([path]) => path)
  const errors = [...byPath].map(
    ([path, found]) => [path, found.map(([, message]) => ({ code: null, message }))] as const,
  )
  return { receipt: undefined, errors: Object.fromEntries(errors), warnings }
}
