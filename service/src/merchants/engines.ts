import { join } from 'node:path'
import { createEngine, type EngineOptions, type MissingField, openPrinter, type Printer } from 'counterfoil'
import { createEnginePool, type UseEngine } from './engine-pool.ts'
import type { Merchant } from './merchants.ts'
import { problemsOfTemplates } from './try-templates.ts'

export interface Engines {
  /** Lends a merchant's engine. */
  use: UseEngine
  /**
   * Tries what a merchant's settings would make: opens the engine, and in every look lints the template folder and fills it with every receipt of
   * the package. Gives what is wrong with the templates. @throws CounterfoilError that says what cannot work
   */
  check(merchant: Pick<Merchant, 'settings'>): Promise<string[]>
  close(): Promise<void>
}

/** Engines that are kept at a time: templates and words, but no browser. */
const kept = 200

/**
 * The engines of all merchants, made at their first use and again when settings change. They share one printer, whose
 * browsers start with the first PDF.
 *
 * @param onMissingField is told where a merchant's template prints a field that a receipt has not
 */
export function createEngines(
  templatesDir: string,
  onMissingField?: (merchantId: string, missing: MissingField) => void,
): Engines {
  const printer = openPrinter({ missingGlyphs: 'replace' })
  const open = (merchant: Pick<Merchant, 'settings'>) => createEngine(engineOptions(merchant, templatesDir, printer))
  const pool = createEnginePool(kept, merchant =>
    createEngine({
      ...engineOptions(merchant, templatesDir, printer),
      ...(onMissingField && { onMissingField: missing => onMissingField(merchant.id, missing) }),
    }),
  )

  return {
    use: pool.use,
    async check({ settings }) {
      await (await open({ settings })).close()
      return settings.templates === undefined ? [] : problemsOfTemplates(join(templatesDir, settings.templates))
    },
    async close() {
      await pool.close()
      await printer.close()
    },
  }
}

function engineOptions(
  { settings }: Pick<Merchant, 'settings'>,
  templatesDir: string,
  printer: Printer,
): EngineOptions {
  const { locales, brand, variant, giftText, templates, paper } = settings
  const { logo, ...look } = brand ?? {}
  const options = withoutAbsent({
    locales,
    brand: brand && { ...look, ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }) },
    variant,
    giftText,
    templates: templates && join(templatesDir, templates),
  }) as EngineOptions
  return { ...options, pdf: { printer, ...(paper && { paper }) } }
}

/** The same without fields that are there but undefined, at any depth of plain objects. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutAbsent(part)]))
}
