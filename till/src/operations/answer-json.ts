import { isObject, readJson } from '../basics/values.ts'
import type { ErrorResponse } from './outcome.ts'

/** Brackets and commas outside strings in an answer: the service's longest has some 5,000, with a thousand fields at fault. */
export const defaultMaxMarks = 20_000

/**
 * An answer's text as JSON; undefined if it is none, or has more parts than an answer of the service: parsing costs time and memory by
 * parts, not by length.
 */
export function readAnswerJson(text: string, maxMarks: number = defaultMaxMarks): unknown {
  return countMarks(text, maxMarks) > maxMarks ? undefined : readJson(text)
}

/** Counts brackets and commas outside strings, to one more than `maxMarks`. */
export function countMarks(text: string, maxMarks: number = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let at = 0; at < text.length && count <= maxMarks; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === bracket || code === brace) count++
  }
  return count
}

const [quote, comma, bracket, brace, backslash] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c]

/** Where a string's closing quote is; the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Bytes of field errors that are kept: with the rest, a note stays well below 64 KB. */
const maxErrorBytes = 32 * 1024

/** Longest texts that are kept; characters. */
const maxLength = { message: 2000, field: 500, path: 300, name: 200 }

/** Errors of one field that are kept. */
const maxErrorsPerField = 5

/**
 * The interface's ErrorResponse in an answer, cut to what a note beside a receipt should hold; undefined if it is none. Every one has a
 * message and a referenceId, which tells it from a gateway's own `{"message": "Forbidden"}`.
 */
export function readError(json: unknown): ErrorResponse | undefined {
  if (!isObject(json)) return undefined
  const { message, referenceId, errors = null } = json
  const code = typeof json.code === 'number' ? String(json.code) : (json.code ?? null)
  if (typeof message !== 'string' || typeof referenceId !== 'string') return undefined
  if (!(code === null || typeof code === 'string') || !(errors === null || isObject(errors))) return undefined
  const fields = fieldsOf(errors ?? {})
  return {
    message: cut(message, maxLength.message),
    code: code && cut(code, maxLength.name),
    referenceId: cut(referenceId, maxLength.name),
    ...fields,
  }
}

function fieldsOf(errors: Record<string, unknown>): Pick<ErrorResponse, 'errors' | 'leftOut'> {
  const kept: [string, ErrorResponse['errors'][string]][] = []
  let left = maxErrorBytes
  let leftOut = 0
  for (const path of Object.keys(errors)) {
    const entry = left > 0 && fieldOf(path, errors[path])
    if (entry) {
      // What the note's indenting adds, too.
      left -= Buffer.byteLength(JSON.stringify(entry, null, 4))
      if (left > 0) kept.push(entry)
    }
    if (!entry || left <= 0) leftOut++
  }
  // Not assigned: a path may be __proto__.
  return { errors: Object.fromEntries(kept), ...(leftOut > 0 && { leftOut }) }
}

function fieldOf(path: string, list: unknown): [string, ErrorResponse['errors'][string]] | undefined {
  if (!Array.isArray(list)) return undefined
  const found = list.slice(0, maxErrorsPerField).flatMap(entry => {
    if (!isObject(entry) || typeof entry.message !== 'string') return []
    const code = typeof entry.code === 'string' ? cut(entry.code, maxLength.name) : null
    return [{ code, message: cut(entry.message, maxLength.field) }]
  })
  return found.length === 0 ? undefined : [cut(path, maxLength.path), found]
}

/** Text of at most so many characters. */
export function cut(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
