/** Caches values for a limited time and up to a limited number; the oldest entries go first. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; from: number; until: number }>()
  readonly #maxSize: number
  readonly #now: () => number

  /** @param maxSize entries at once */
  constructor(maxSize: number, now: () => number) {
    this.#maxSize = maxSize
    this.#now = now
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    const now = this.#now()
    // A clock that was set back would keep it for long.
    return entry && entry.from <= now && now < entry.until ? entry.value : undefined
  }

  /** @param milliseconds how long the value is valid */
  set(key: string, value: Value, milliseconds: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#maxSize) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    const from = this.#now()
    this.#entries.set(key, { value, from, until: from + milliseconds })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}

/** Makes a value when it is asked for first, and keeps it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Keeps what takes long to make, by key, so that it is made once for all who ask for it. What failed is made anew.
 *
 * @param most at once; the least recently used goes first
 */
export function createKeeper<Value>(most: number): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>()
  return (key, make) => {
    const value = kept.get(key) ?? made(key, make)
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return value
  }

  function made(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = make()
    value.catch(() => {
      if (kept.get(key) === value) kept.delete(key)
    })
    return value
  }
}
