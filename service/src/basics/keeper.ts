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
