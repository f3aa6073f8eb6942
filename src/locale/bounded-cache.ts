/** A map with at most `limit` entries that drops those not used recently. */
export interface BoundedCache<Value> {
  /** The value for `key`, created by `make` if missing. Where this is called often, pass the same `make` each time: a new one costs memory. */
  get(key: string, make: (key: string) => Value): Value
}

/**
 * A cache for expensive values that depend only on their key, such as Intl objects. A flood of different headers or currencies
 * can't fill the memory. It keeps two generations instead of an order, so a hit in the young one costs one lookup.
 */
export function createBoundedCache<Value>(limit: number): BoundedCache<Value> {
  let young = new Map<string, { value: Value }>()
  let old = young
  return {
    get(key, make) {
      const known = young.get(key)
      if (known) return known.value
      const entry = old.get(key) ?? { value: make(key) }
      if (young.size >= limit / 2) {
        old = young
        young = new Map()
      }
      young.set(key, entry)
      return entry.value
    },
  }
}
