import { maskCardNumbers } from './card-number.ts'
import type { Field } from './field.ts'
import { receiptData } from './receipt-data.ts'
import { fieldOf } from './schema.ts'

/**
 * Masks card numbers in a receipt's JSON text, as sent, and changes nothing else: identifiers and addresses keep their
 * digits, as in a parsed receipt, whatever object they stand in. A card number sent as a JSON number becomes a string.
 */
export function maskCardNumbersInJson(json: string): string {
  let key = ''
  return json.replace(tokens, (token, at: number) => {
    if (token[0] === '"' && isKey(json, at + token.length)) {
      key = token.slice(1, -1)
      return token
    }
    return keptWhole.has(key) ? token : masked(token)
  })
}

/** JSON strings (one that never ends goes to the end: no second try), and numbers long enough for a card number. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"?|(?<![\w.+-])\d{14,19}(?![\w.])/g

function isKey(json: string, end: number): boolean {
  let next = end
  while (json[next] === ' ' || json[next] === '\n' || json[next] === '\r' || json[next] === '\t') next++
  return json[next] === ':'
}

function masked(token: string): string {
  const text = token.includes('\\u') ? unescaped(token) : token
  const result = maskCardNumbers(text)
  if (result === text) return token
  return result.startsWith('"') ? result : `"${result}"`
}

/** Digits may be written as `\u0034`. Text that is no JSON is left alone. */
function unescaped(token: string): string {
  return token.replace(/\\u00(3\d|2[0d]|a0)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Names of the fields whose digits are no card number: identifiers, codes and addresses. */
const keptWhole: ReadonlySet<string> = new Set(namesOfKept(fieldOf(receiptData)))

function namesOfKept(field: Field): string[] {
  if (field.kind === 'list' || field.kind === 'map') return namesOfKept(field.of)
  if (field.kind !== 'object') return []
  return [...field.parts].flatMap(([name, { field }]) => (isKept(field) ? [name] : namesOfKept(field)))
}

function isKept(field: Field): boolean {
  return field.kind === 'verbatim' || (field.kind === 'text' && !field.scanned)
}
