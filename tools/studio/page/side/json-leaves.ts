/** A line of the receipt's outline: a value with its path, or an object or list. */
export type OutlineRow = LeafRow | BranchRow

export interface LeafRow {
  kind: 'leaf'
  /** As in error messages: `items[0].price`. */
  path: string
  key: string
  depth: number
  value: string | number | boolean | null
}

export interface BranchRow {
  kind: 'branch'
  path: string
  key: string
  depth: number
  /** A hint from its fields, such as an item's name. */
  about: string
}

/** The rows of a JSON value, in order. The root has no row. */
export function outlineOf(value: unknown): OutlineRow[] {
  return entriesOf(value).flatMap(([key, inner]) =>
    rowsOf(inner, typeof key === 'number' ? `[${key}]` : key, String(key), 0),
  )
}

function rowsOf(value: unknown, path: string, key: string, depth: number): OutlineRow[] {
  if (typeof value !== 'object' || value === null)
    return [{ kind: 'leaf', path, key, depth, value: value as LeafRow['value'] }]
  const below = entriesOf(value).flatMap(([inner, entry]) =>
    rowsOf(entry, typeof inner === 'number' ? `${path}[${inner}]` : `${path}.${inner}`, String(inner), depth + 1),
  )
  return [{ kind: 'branch', path, key, depth, about: aboutOf(value) }, ...below]
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

const tellingNames = ['name', 'description', 'label', 'tenderTypeCode', 'orderNumber', 'title']

function aboutOf(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? '' : String(value.length)
  const telling = tellingNames
    .map(name => (value as Record<string, unknown>)[name])
    .find(text => typeof text === 'string')
  return (telling as string | undefined) ?? ''
}
