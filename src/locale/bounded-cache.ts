/** A map that holds at most `limit` entries and forgets those that were not asked for lately. */
export interface BoundedCache<Value> {
  /** The value under `key`, made by `make` when it is not there. */
  get(key: string, make: () => Value): Value
}

/**
 * A cache for what is expensive to make and depends on its key alone, such as an Intl object. No flood of different headers
 * or currencies can fill the memory. Two generations instead of an order: a hit among the young costs one look-up.
 */
export function createBoundedCache<Value>(limit: number): BoundedCache<Value> {
  let young = new Map<string, { value: Value }>()
  let old = young
  return {
    get(key, make) {
      const known = young.get(key)
      if (known) return known.value
      const entry = old.get(key) ?? { value: make() }
      if (young.size >= limit / 2) {
        old = young
        young = new Map()
      }
      young.set(key, entry)
      return entry.value
    },
  }
}
