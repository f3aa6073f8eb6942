import { join } from 'node:path'
import { createEngine, type Engine, type EngineOptions } from 'counterfoil'
import type { Merchant } from './merchants.ts'

export interface Engines {
  /** Lends the merchant's engine for one piece of work; it stays open at least until that is done. */
  use<Result>(merchant: Merchant, work: (engine: Engine) => Result | Promise<Result>): Promise<Result>
  /** Tries what a merchant's settings would make. @throws CounterfoilError that says what cannot work */
  check(merchant: Pick<Merchant, 'settings'>): Promise<void>
  close(): Promise<void>
}

interface Entry {
  version: number
  engine: Promise<Engine>
  users: number
  /** Whether it is still the merchant's engine. */
  current: boolean
}

/** More engines than this are not kept open; the one unused for longest goes. Each may hold a browser. */
const keptEngines = 20

/** One engine per merchant and version of its settings, made at its first use. */
export function createEngines(templatesDir: string): Engines {
  const entries = new Map<string, Entry>()

  function entryOf(merchant: Merchant): Entry {
    const known = entries.get(merchant.id)
    entries.delete(merchant.id)
    if (known?.version === merchant.version) {
      entries.set(merchant.id, known)
      return known
    }
    if (known) retire(known)
    const engine = createEngine(engineOptions(merchant, templatesDir))
    const entry = { version: merchant.version, engine, users: 0, current: true }
    entries.set(merchant.id, entry)
    engine.catch(() => {
      if (entries.get(merchant.id) === entry) entries.delete(merchant.id)
    })
    const [oldest] = entries
    if (entries.size > keptEngines && oldest) {
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

    async check(merchant) {
      const engine = await createEngine(engineOptions(merchant, templatesDir))
      await engine.close()
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

function engineOptions({ settings }: Pick<Merchant, 'settings'>, templatesDir: string): EngineOptions {
  const { locales, brand, templates, paper } = settings
  const { logo, ...look } = brand ?? {}
  return withoutAbsent({
    locales,
    brand: brand && { ...look, ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }) },
    templates: templates && join(templatesDir, templates),
    pdf: { processes: 1, missingGlyphs: 'replace' as const, ...(paper && { paper }) },
  }) as EngineOptions
}

/** The same without fields that are there but undefined, at any depth of plain objects. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutAbsent(part)]))
}
