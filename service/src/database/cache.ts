import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database } from './database.ts'

/**
 * What a process remembers of each database that it has open, so that functions need only the database; other processes may change it.
 *
 * @param maxSize entries at once
 * @param freshness how long a process may miss another's changes, milliseconds
 */
export function createDatabaseCache<Value>(maxSize: number, freshness: number) {
  const of = perDatabase(() => new TtlCache<{ value: Value }>(maxSize, Date.now))

  return {
    /** The value that was read lately, or else the one that `read` gives. */
    async get(db: Database, key: string, read: () => Promise<Value>): Promise<Value> {
      const cache = of(db)
      const known = cache.get(key)
      if (known) return known.value
      const value = await read()
      cache.set(key, { value }, freshness)
      return value
    },
    forget: (db: Database, key: string): void => of(db).delete(key),
  }
}

/** What is kept for each database as long as it is open, made when it is asked for first; its transactions have the same. */
export function perDatabase<State>(make: () => State): (db: Database) => State {
  // A transaction has its database's adapter, which is made once for each.
  const states = new WeakMap<object, State>()
  return db => {
    const { adapter } = db.getExecutor()
    const state = states.get(adapter) ?? make()
    states.set(adapter, state)
    return state
  }
}
