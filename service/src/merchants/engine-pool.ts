import type { Engine } from 'counterfoil'
import type { Merchant } from './merchants.ts'

/** Lends a merchant's engine for one piece of work; it stays open at least until that is done. */
export type UseEngine = <Result>(
  merchant: Merchant,
  work: (engine: Engine) => Result | Promise<Result>,
) => Promise<Result>

export interface EnginePool {
  use: UseEngine
  close(): Promise<void>
}

interface Entry {
  version: number
  engine: Promise<Engine>
  users: number
  /** Whether it is still the merchant's engine. */
  current: boolean
}

/**
 * Keeps an engine per merchant and version of its settings, made at its first use.
 *
 * @param most engines at a time; the one unused for longest goes
 */
export function createEnginePool(most: number, open: (merchant: Merchant) => Promise<Engine>): EnginePool {
  const entries = new Map<string, Entry>()

  function entryOf(merchant: Merchant): Entry {
    const known = entries.get(merchant.id)
    entries.delete(merchant.id)
    if (known?.version === merchant.version) {
      entries.set(merchant.id, known)
      return known
    }
    if (known) retire(known)
    const entry = { version: merchant.version, engine: open(merchant), users: 0, current: true }
    entries.set(merchant.id, entry)
    entry.engine.catch(() => {
      if (entries.get(merchant.id) === entry) entries.delete(merchant.id)
    })
    const [oldest] = entries
    if (entries.size > most && oldest) {
      entries.delete(oldest[0])
      retire(oldest[1])
    }
    return entry
  }

  return {
    async use(merchant, work) {
      const entry = entryOf(merchant)
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

/** Closes an engine once nobody uses it any more. */
function retire(entry: Entry): void {
  entry.current = false
  if (entry.users > 0) return
  entry.engine.then(engine => engine.close()).catch(() => {})
}
