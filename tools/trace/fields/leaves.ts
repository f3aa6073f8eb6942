/** Field names and list positions, outermost first. */
export type Keys = readonly (string | number)[]

/** A text or number of a receipt. */
export interface Leaf {
  /** As in errors: `items[0].price`. */
  path: string
  keys: Keys
  value: string | number | boolean
}

/** Every string, number and boolean in a value, in order. */
export function leavesOf(value: unknown, keys: Keys = [], path = ''): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, keys, value }]
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, [...keys, at], pathBelow(path, at)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...keys, key], pathBelow(path, key)))
}

/** Another value for a leaf. */
export interface Change {
  leaf: Pick<Leaf, 'keys' | 'value'>
  value: Leaf['value']
}

/** A copy of a receipt with that change; everything off the path to the leaf is shared. */
export function withValue<Whole>(whole: Whole, { leaf, value }: Change): Whole {
  const [key, ...keys] = leaf.keys
  if (key === undefined) return value as Whole
  const change = { leaf: { ...leaf, keys }, value }
  if (Array.isArray(whole)) return whole.with(key as number, withValue(whole[key as number], change)) as Whole
  const object = whole as Record<string, unknown>
  return { ...object, [key]: withValue(object[key], change) } as Whole
}

/** Appends a field or entry to a path, as in errors: `orders[0].items[1].name`. */
export function pathBelow(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}
