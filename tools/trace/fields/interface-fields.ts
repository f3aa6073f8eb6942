import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFormat } from '../../../src/locale/format/format.ts'
import { loadCatalogue } from '../../../src/locale/words/messages.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { presentReceipt } from '../../../src/view/present.ts'
import { traceFields } from './fields.ts'

/**
 * Every interface field that is shown, with the view fields that show it, both without positions and keys: `items.price` to
 * `items.groups.items.price`. As built or, when running from source, traced once.
 */
export function interfaceFields(): ReadonlyMap<string, ReadonlySet<string>> {
  known ??= built() ?? tracedFields()
  return known
}

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** The name of the file in `dist/` that `npm run build` writes: tracing takes a second. */
export const builtFields = 'built-fields.json'

function built(): Map<string, Set<string>> | undefined {
  const file = join(import.meta.dirname, builtFields)
  if (!existsSync(file)) return undefined
  const fields = Object.entries<string[]>(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(fields.map(([field, places]) => [field, new Set(places)]))
}

/** Traces them from `fixtures/everything`, the receipt with every field. */
export function tracedFields(): Map<string, Set<string>> {
  const file = join(packageRoot, 'fixtures/everything/receipt.json')
  const receipt = parseReceipt(readFileSync(file, 'utf8'))
  const t = loadCatalogue().for(['en-US'])
  const f = createFormat('en-US', { currency: 'USD', storeCountry: 'US' }, t)
  const fields = new Map<string, Set<string>>()
  for (const [path, places] of Object.entries(
    traceFields(receipt, (changed, like) => presentReceipt(changed, { t, f }, { like })),
  )) {
    if (places.length === 0) continue
    const field = withoutPositions(path).replace(/\b(supportingDocuments|additionalAttributes)\.[^.]+/, '$1.*')
    const shownBy = fields.get(field) ?? new Set()
    for (const place of places) shownBy.add(withoutPositions(place))
    fields.set(field, shownBy)
  }
  return fields
}

function withoutPositions(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}
