/** Keeps what was looked up for a while, and no more than so many entries: the oldest go first. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>()
  readonly #most: number
  readonly #now: () => number

  /** @param most entries at a time */
  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > this.#now() ? entry.value : undefined
  }

  /** @param milliseconds how long it is good */
  set(key: string, value: Value, milliseconds: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#most) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    this.#entries.set(key, { value, until: this.#now() + milliseconds })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
