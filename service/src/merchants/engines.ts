import { join } from 'node:path'
import { createEngine, type EngineOptions } from 'counterfoil'
import { createEnginePool, type UseEngine } from './engine-pool.ts'
import type { Merchant } from './merchants.ts'

export interface Engines {
  /** For everything but printing. */
  use: UseEngine
  /** For printing: these engines hold a browser each. */
  print: UseEngine
  /** Tries what a merchant's settings would make. @throws CounterfoilError that says what cannot work */
  check(merchant: Pick<Merchant, 'settings'>): Promise<void>
  close(): Promise<void>
}

/** Engines that are kept: those without a browser need little, those with one 200 MB. */
const kept = { plain: 200, printing: 4 }

/** The engines of all merchants, made at their first use and again when settings change. */
export function createEngines(templatesDir: string): Engines {
  const open = (merchant: Pick<Merchant, 'settings'>) => createEngine(engineOptions(merchant, templatesDir))
  const plain = createEnginePool(kept.plain, open)
  const printing = createEnginePool(kept.printing, open)

  return {
    use: plain.use,
    print: printing.use,
    async check(merchant) {
      await (await open(merchant)).close()
    },
    async close() {
      await Promise.all([plain.close(), printing.close()])
    },
  }
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
