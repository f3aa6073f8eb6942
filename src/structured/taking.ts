import { type ReceiptData, textFields } from '../receipt/data/receipt-data.ts'

/** A receipt in a format that other programs read. */
export interface StructuredReceipt {
  /** The document: JSON or XML. */
  text: string
  /** `application/json` or `application/xml`. */
  mediaType: string
  /** Fields of the receipt that the format can't hold, or that it asks for and the receipt lacks, each with why. */
  notCarried: NotCarried[]
}

/** A field of a receipt that a format can't hold, or one that the format asks for and the receipt lacks. */
export interface NotCarried {
  /** As in the ledger’s receipt, where goods that came back are in `returns`: `items[0].brand`. */
  path: string
  /** In English. */
  reason: string
}

/** An object of a receipt whose fields are taken one by one, so that what nobody takes is known. */
export interface Taking<Of> {
  /** The field's value, and takes it. */
  take<Key extends keyof Of>(key: Key): Of[Key] | undefined
  /** The field's value. It counts as carried only once it is taken. */
  see<Key extends keyof Of>(key: Key): Of[Key] | undefined
  /** The object in a field; one without fields if there is none. */
  in<Key extends keyof Of>(key: Key): Taking<NonNullable<Of[Key]>>
  /** The objects of a list. */
  each<Key extends keyof Of>(key: Key): Taking<Entry<NonNullable<Of[Key]>>>[]
  /** Says why a field isn't taken, if it is there. */
  leave(key: keyof Of, reason: string): void
  /** Says that the format asks for a field that isn't there. */
  lack(key: keyof Of, reason: string): void
}

type Entry<List> = List extends readonly (infer One)[] ? One : never

/** Begins to take the fields of a receipt. @returns the receipt, and what was not taken, each with its reason */
export function openTaking(receipt: ReceiptData): {
  taking: Taking<ReceiptData>
  notCarried(usualReason: string): NotCarried[]
} {
  const record: TakingRecord = { taken: new Set(), reasons: new Map(), lacking: [] }
  return {
    taking: takingOf(receipt, '', record),
    notCarried(usualReason) {
      const left = leavesOf(receipt, '').filter(path => !record.taken.has(path))
      let longest = 0
      for (const path of record.reasons.keys()) longest = Math.max(longest, path.length)
      return [
        ...left.map(path => ({ path, reason: reasonFor(path, record.reasons, longest) ?? usualReason })),
        ...record.lacking,
      ]
    },
  }
}

/** Takes the texts above and below a receipt, and after them the terms. */
export function takeTexts(taking: Taking<ReceiptData>): string[] {
  const terms = taking.each('terms').map(term => term.take('description'))
  return [...textFields.map(field => taking.take(field)), ...terms].filter(text => text !== undefined)
}

interface TakingRecord {
  taken: Set<string>
  reasons: Map<string, string>
  lacking: NotCarried[]
}

function takingOf<Of>(object: Of | undefined, path: string, record: TakingRecord): Taking<Of> {
  const at = (key: PropertyKey) => (path === '' ? String(key) : `${path}.${String(key)}`)
  return {
    take(key) {
      for (const leaf of leavesOf(object?.[key], at(key))) record.taken.add(leaf)
      return object?.[key]
    },
    see: key => object?.[key],
    in: key => takingOf(object?.[key] ?? undefined, at(key), record) as Taking<never>,
    each(key) {
      const list = object?.[key]
      return Array.isArray(list) ? list.map((entry, index) => takingOf(entry, `${at(key)}[${index}]`, record)) : []
    },
    leave: (key, reason) => void record.reasons.set(at(key), reason),
    lack: (key, reason) => void record.lacking.push({ path: at(key), reason }),
  }
}

/** The paths of all texts, numbers and flags within a value. */
export function leavesOf(value: unknown, path: string): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, `${path}[${index}]`))
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, path === '' ? key : `${path}.${key}`))
}

/** The reason of a field, or of the nearest object around it that has one; a map's key may be long, and full of dots. */
function reasonFor(path: string, reasons: ReadonlyMap<string, string>, longest: number): string | undefined {
  for (let end = Math.min(path.length, longest); end > 0; end--) {
    if (end < path.length && path[end] !== '.' && path[end] !== '[') continue
    const reason = reasons.get(path.slice(0, end))
    if (reason !== undefined) return reason
  }
  return undefined
}
