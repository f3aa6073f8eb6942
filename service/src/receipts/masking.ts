import { maskCardNumbers, type ReceiptData } from 'counterfoil'

/**
 * Masks card numbers in a request's JSON text and changes nothing else, so that none is ever stored. Whatever the parsed
 * receipt kept whole (identifiers, codes, addresses) is kept here too.
 */
export function maskRequest(json: string, receipt: ReceiptData): string {
  if (maskCardNumbers(json) === json && !json.includes('\\u00')) return json
  const kept = textsKept(receipt)
  return json.replace(tokens, token => masked(token, kept))
}

/** JSON strings, and numbers long enough for a card number. */
const tokens = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])\d{14,19}(?![\w.])/g

function masked(token: string, kept: ReadonlySet<string>): string {
  const text = String(JSON.parse(token))
  const result = maskCardNumbers(text)
  return result === text || kept.has(text) ? token : JSON.stringify(result)
}

/** The texts of a parsed receipt that look like card numbers and were left as they are: the engine knows them for others. */
function textsKept(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (maskCardNumbers(value) !== value) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) textsKept(part, found)
  }
  return found
}
