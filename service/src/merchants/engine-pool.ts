import type { Engine } from 'counterfoil'

/** What to do with a lent engine, which may be closed afterwards. */
export type Work<Result> = (engine: Engine) => Result | Promise<Result>

interface EnginePool {
  /**
   * Lends the engine with this key, opening it if needed. It stays open at least until the work is done.
   *
   * @throws what `open` throws; failures aren't cached
   */
  use<Result>(key: string, open: () => Promise<Engine>, work: Work<Result>): Promise<Result>
  close(): Promise<void>
}

interface PooledEngine {
  engine: Promise<Engine>
  users: number
  /** Whether it is still lent out. */
  current: boolean
}

/**
 * Caches engines by key, each opened at its first use.
 *
 * @param most engines at once; the least recently used goes first
 */
export function createEnginePool(most: number): EnginePool {
  const entries = new Map<string, PooledEngine>()

  function entryOf(key: string, open: () => Promise<Engine>): PooledEngine {
    const known = entries.get(key)
    entries.delete(key)
    if (known) {
      entries.set(key, known)
      return known
    }
    const entry = { engine: open(), users: 0, current: true }
    entries.set(key, entry)
    entry.engine.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    const [oldest] = entries
    if (entries.size > most && oldest) {
      entries.delete(oldest[0])
      retire(oldest[1])
    }
    return entry
  }

  return {
    async use(key, open, work) {
      const entry = entryOf(key, open)
      entry.users += 1
      try {
        return await work(await entry.engine)
      } finally {
        entry.users -= 1
        if (!entry.current) retire(entry)
      }
    },

    async close() {
      const all = [...entries.values()]
      entries.clear()
      await Promise.allSettled(all.map(async entry => (await entry.engine).close()))
    },
  }
}

function retire(entry: PooledEngine): void {
  entry.current = false
  if (entry.users > 0) return
  entry.engine.then(engine => engine.close()).catch(() => {})
}
