import { isIso8601 } from '../../standards/iso8601.ts'
import { urlProblem } from '../../standards/url.ts'
import { lastFourOf } from '../card-data/brands.ts'
import { fewDigits, maskCardNumbers, mayHoldCardData } from '../card-data/mask-text.ts'
import { isSecretName } from '../card-data/secret-names.ts'
import { mayBreak, type ReadCounters } from '../check/measure.ts'
import { limits } from '../limits.ts'
import type { TextField, VerbatimForm } from '../schema/field.ts'
import {
  cleanLines,
  cleanRaw,
  cleanText,
  hasHiddenCharacters,
  hasMoreDecimals,
  isBlankText,
  isPlainInLines,
  plainDigits,
  plainLetters,
  plainSigns,
  unescaped,
} from '../tidy/clean.ts'

/**
 * Readers of single values, for readers.ts. Each returns the value as the full path (`tidy`, then the schema) keeps it, or
 * undefined where that would warn, refuse or restructure.
 */
export type Read<T = unknown> = (sent: unknown, counters: ReadCounters) => T | undefined

/** What may need cleaning, and a backslash, which may be an escaped line break. */
const unplain = new RegExp(`[^${plainSigns}]`)
/** A text without that and with few digits: nothing to clean, and no number to mask. */
const usual = withFewDigits(plainLetters)
/** The same for lines, some perhaps ended by an escaped `\n`. */
const usualLines = withFewDigits(`${plainLetters}\\\\\\n\\t`)

function withFewDigits(others: string): RegExp {
  return new RegExp(`^[${others}]*(?:[${plainDigits}][${others}]*){0,${fewDigits}}$`)
}

/** A reader of a text that is no date. */
export function text({
  lines,
  raw,
  scanned,
  least,
  most,
  only,
  known,
}: Omit<TextField, 'kind' | 'date'>): Read<string> {
  const clean = raw ? cleanRaw : lines ? cleanLines : cleanText
  const usualCodes = only ?? known?.codes

  return (sent, counters) => {
    if (typeof sent !== 'string') return undefined
    const { length } = sent
    counters.size += length
    if (length > most) return undefined
    if (usualCodes?.has(sent)) return sent
    // To look for other signs takes half the time of matching a text.
    if (length <= fewDigits ? unplain.test(sent) : !usual.test(sent)) return unusual(sent, counters)
    return isRefused(sent) ? undefined : sent
  }

  function unusual(sent: string, counters: ReadCounters): string | undefined {
    let kept = sent
    if (lines && isPlainInLines(sent)) {
      if (mayBreak.test(sent)) counters.breaks += sent.length
      kept = raw ? sent : unescaped(sent)
    } else if (unplain.test(sent)) {
      if (hasHiddenCharacters(sent)) return undefined
      if (mayBreak.test(sent)) counters.breaks += sent.length
      kept = clean(sent)
    }
    if (isRefused(kept)) return undefined
    if (!scanned || (lines && usualLines.test(sent))) return kept
    return mayHoldCardData(sent) && maskCardNumbers(sent) !== sent ? undefined : kept
  }

  function isRefused(kept: string): boolean {
    if (kept.length < least || kept.length > most || isBlankText(kept)) return true
    return (only && !only.has(kept)) || (known && !known.has(kept)) || false
  }
}

/** A number of which the last four characters are kept. */
export function lastFour(sent: unknown, counters: ReadCounters): string | undefined {
  if (typeof sent !== 'string' || sent.length > limits.text || unplain.test(sent) || isBlankText(sent)) return undefined
  counters.size += sent.length
  if (sent.length > 4) counters.isSecret = true
  const kept = sent.length > 4 ? lastFourOf(sent) : sent
  return isBlankText(kept) ? undefined : kept
}

/** The same, where only four characters are expected. */
export function onlyFour(sent: unknown, counters: ReadCounters): string | undefined {
  return typeof sent === 'string' && sent.length <= 4 ? lastFour(sent, counters) : undefined
}

/** Whether a value is one that is dropped without a word. */
export function isWithheld(sent: unknown, counters: ReadCounters): boolean {
  if (typeof sent !== 'string' || isBlankText(sent)) return false
  counters.size += sent.length
  if (mayHoldCardData(sent)) counters.isSecret = true
  return !mayBreak.test(sent)
}

/** The same for one that isn't stored either. */
export function isNeverStored(sent: unknown, counters: ReadCounters): boolean {
  counters.isSecret = true
  return isWithheld(sent, counters)
}

/** A reader of a text that is kept as sent. */
export function verbatim(form: VerbatimForm): Read<string> {
  const isRight = checks[form]
  return (sent, counters) => {
    if (typeof sent !== 'string') return undefined
    counters.size += sent.length
    if (mayBreak.test(sent)) counters.breaks += sent.length
    return isBlankText(sent) || !isRight(sent) ? undefined : sent
  }
}

const checks: Record<VerbatimForm, (text: string) => boolean> = {
  dateTime: isIso8601,
  url: text => urlProblem(text) === undefined,
  barcodeText: () => true,
  base64: () => true,
}

/** Numbers from here on may be card numbers. */
const longNumber = 1e13

/** An amount. */
export function amount(sent: unknown, _tally: ReadCounters): number | undefined {
  if (typeof sent !== 'number' || !(Math.abs(sent) < longNumber) || hasMoreDecimals(sent)) return undefined
  return sent === 0 ? 0 : sent
}

/** A reader of a list that isn't empty. `counted` has a limit of its own. */
export function listOf(read: Read, counted?: 'items' | 'orders' | 'tenders'): Read<unknown[]> {
  return (sent, counters) => {
    if (!Array.isArray(sent) || sent.length === 0) return undefined
    counters.entries += sent.length
    if (counted) counters[counted] += sent.length
    const list: unknown[] = []
    for (let at = 0; at < sent.length; at++) {
      const entry = read(sent[at], counters)
      if (entry === undefined) return undefined
      list.push(entry)
    }
    return list
  }
}

/** A reader of a map with harmless keys that isn't empty. */
export function mapOf(read: Read): Read<Record<string, unknown>> {
  return (sent, counters) => {
    if (!isPlainObject(sent)) return undefined
    const map: Record<string, unknown> = {}
    const count = countKeys(sent, counters)
    if (count === 0) return undefined
    counters.entries += count
    for (const key of Object.keys(sent)) {
      if (!harmlessKey.test(key) || key in map || isSecretName(key) || maskCardNumbers(key) !== key) return undefined
      const entry = read(sent[key], counters)
      if (entry === undefined) return undefined
      map[key] = entry
    }
    return map
  }
}

const harmlessKey = /^[A-Za-z0-9](?:[A-Za-z0-9 _.-]{0,98}[A-Za-z0-9])?$/

/** Whether a value is an object as `JSON.parse` makes it: nothing is inherited. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** The number of an object's keys. */
export function countKeys(object: object, counters: ReadCounters): number {
  let count = 0
  for (const key in object) {
    count++
    counters.size += key.length
  }
  counters.keys += count
  return count
}
