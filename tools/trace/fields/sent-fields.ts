import { readJson } from '../../../src/receipt/json.ts'
import { readReceipt } from '../../../src/receipt/parse.ts'
import { whyNeverShown } from '../never-shown.ts'
import { candidates } from './candidates.ts'
import type { FieldTracer } from './fields.ts'
import { type Leaf, leavesOf, withValue } from './leaves.ts'

/** Finds where fields of a receipt, as sent, appear, on demand. */
export interface SentFieldTracer {
  /** The paths of all non-empty values, in the order sent. */
  readonly paths: readonly string[]
  /** The places in the view that a field changes. */
  viewPathsOf(sentPath: string): string[]
  /** Why a field is not shown, if known. */
  reasonFor(sentPath: string): string | undefined
}

/**
 * Traces the fields of a receipt as sent, before parsing tidied it.
 *
 * A field that parsing leaves in place, as nearly all, has the places of the parsed field. For the others (another spelling of
 * card data, a field outside the interface, a cleaned key), the sent field is changed and parsed again: it has the places of
 * every parsed field that changed. Changing the parsed receipt is faster, and allows values that the interface would reject.
 *
 * @param sent a valid receipt, JSON value or text
 * @param fields the tracer of the receipt parsed from it
 */
export function sentFieldTracer(sent: unknown, fields: FieldTracer): SentFieldTracer {
  const json = readJson(sent)
  const value = 'value' in json ? json.value : undefined
  const { receipt, warnings } = readReceipt(value)
  const parsed = new Map(leavesOf(receipt).map(leaf => [leaf.path, leaf.value]))
  const leaves = new Map(leavesOf(value).map(leaf => [leaf.path, leaf]))
  const found = new Map<string, string[]>()

  function viewPathsOf(path: string): string[] {
    const leaf = leaves.get(path)
    if (!leaf) return []
    const places = found.get(path) ?? [...new Set(parsedPaths(leaf).flatMap(fields.viewPathsOf))]
    found.set(path, places)
    return places
  }

  function parsedPaths(leaf: Leaf): string[] {
    if (parsed.has(leaf.path)) return [leaf.path]
    for (const candidate of candidates(leaf)) {
      const changed = leavesOf(readReceipt(withValue(value, { leaf, value: candidate })).receipt)
      const others = changed.filter(({ path, value }) => parsed.has(path) && parsed.get(path) !== value)
      if (others.length > 0) return others.map(({ path }) => path)
    }
    return []
  }

  function reasonFor(path: string): string | undefined {
    const leaf = leaves.get(path)
    if (!leaf || viewPathsOf(path).length > 0) return undefined
    return whyNeverShown(leaf) ?? warnings.find(warning => warning.path === path)?.message
  }

  return { paths: [...leaves.keys()], viewPathsOf, reasonFor }
}
