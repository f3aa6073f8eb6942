import { readReceipt } from 'counterfoil/internal'

/** A text of a receipt, and which of its candidates comes next. */
interface Place {
  holder: Record<string, unknown>
  name: string
  /** As errors name it: `items[0].name`. */
  path: string
  value: string
  next: number
}

/**
 * Replaces every text of a receipt by the first candidate that the interface takes there; where it takes none, the text stays.
 *
 * @param candidatesFor told how many texts were replaced before
 * @returns how many are replaced
 */
export function replaceTexts(receipt: object, candidatesFor: (value: string, number: number) => string[]): number {
  const places = textsOf(receipt, '')
  for (;;) {
    let count = 0
    for (const { holder, name, value, next } of places) {
      const candidate = candidatesFor(value, count)[next]
      holder[name] = candidate ?? value
      if (candidate !== undefined) count += 1
    }
    const { errors } = readReceipt(JSON.stringify(receipt))
    const refused = places.filter(({ path }) => path in errors)
    for (const place of refused) place.next += 1
    if (refused.length > 0) continue
    if (Object.keys(errors).length > 0) throw new Error(`The receipt is wrong: ${Object.keys(errors).join()}`)
    return count
  }
}

function textsOf(node: object, path: string): Place[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const at = Array.isArray(node) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null) return textsOf(value, at)
    return typeof value === 'string' ? [{ holder: node as Place['holder'], name, path: at, value, next: 0 }] : []
  })
}
