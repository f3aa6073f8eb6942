import { maskCardNumbers, type ReceiptData } from 'counterfoil'

/**
 * Masks card numbers in a request's JSON text and changes nothing else, so that none is ever stored. Whatever the parsed
 * receipt kept whole (identifiers, codes, addresses) is kept here too.
 */
export function maskRequest(json: string, receipt: ReceiptData): string {
  if (maskCardNumbers(json) === json && !json.includes('\\u00')) return json
  const kept = textsKept(receipt)
  let key = ''
  return json.replace(tokens, (token, at: number) => {
    if (token.startsWith('"') && isKey(json, at + token.length)) {
      key = String(JSON.parse(token))
      return masked(token, '', noneKept)
    }
    return masked(token, key, kept)
  })
}

/** JSON strings, and numbers long enough for a card number. */
const tokens = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])\d{14,19}(?![\w.])/g

function isKey(json: string, end: number): boolean {
  let next = end
  while (' \t\r\n'.includes(json[next] ?? 'end')) next += 1
  return json[next] === ':'
}

/** Texts by the names of their fields. */
type Kept = ReadonlyMap<string, ReadonlySet<string>>

const noneKept: Kept = new Map()

function masked(token: string, key: string, kept: Kept): string {
  const text = String(JSON.parse(token))
  const result = maskCardNumbers(text)
  return result === text || kept.get(key)?.has(text) ? token : JSON.stringify(result)
}

/** The texts of a parsed receipt that look like card numbers and were left as they are: the engine knows them for others. */
function textsKept(value: unknown, key = '', found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (typeof value === 'string') {
    if (maskCardNumbers(value) !== value) found.set(key, (found.get(key) ?? new Set()).add(value))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) textsKept(part, name, found)
  }
  return found
}
