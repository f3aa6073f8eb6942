import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  CounterfoilError,
  createEngine,
  type Engine,
  type EngineOptions,
  type MissingField,
  openPrinter,
  type Printer,
} from 'counterfoil'
import type { ReceiptTable } from '../database/tables.ts'
import { type AppearanceContent, templateFolderOf } from './appearance.ts'
import type { Appearances } from './appearances.ts'
import { createEnginePool, type Work } from './engine-pool.ts'
import type { Merchant } from './merchants.ts'
import { problemsOfTemplates } from './try-templates.ts'

/** What of a stored receipt says what made its first document. */
export type StoredReceipt = Pick<ReceiptTable, 'merchant_id' | 'merchant_version' | 'engine_version'>

/** What a receipt's documents are made of now. */
export interface MadeOf {
  /** Hash of the appearance. */
  appearance: string
  /** Whether that is the appearance of its first day, and not the merchant's of today. */
  isFirst: boolean
}

export interface Engines {
  /** Lends the engine that a merchant's new receipts have; it stays open at least until the work is done. */
  use<Result>(merchant: Merchant, work: Work<Result>): Promise<Result>
  /** Lends the engine for a stored receipt: with the appearance of its first day, as `madeOf` says. */
  useFor<Result>(merchant: Merchant, receipt: StoredReceipt, work: Work<Result>): Promise<Result>
  /**
   * What documents of a stored receipt are made of. It is the merchant's appearance of today for receipts from before
   * appearances were kept, and where this version of the engine can no longer work with the one that was.
   */
  madeOf(merchant: Merchant, receipt: StoredReceipt): Promise<MadeOf>
  /**
   * Tries what a merchant's settings would make: opens the engine, and in every look lints the template folder and fills it
   * with every receipt of the package. Gives what is wrong with the templates.
   *
   * @throws CounterfoilError that says what cannot work
   */
  check(merchant: Pick<Merchant, 'settings'>): Promise<string[]>
  close(): Promise<void>
}

export interface EnginesOptions {
  /** Where merchants' template folders are. */
  templatesDir: string
  appearances: Appearances
  /** Of the engine in this process. */
  engineVersion: string
  /** Is told where a merchant's template prints a field that a receipt has not. */
  onMissingField?: (merchantId: string, missing: MissingField) => void
}

/** Browsers, each of which prints one receipt at a time: one more than cores, which fills their pauses; at most 4. */
export const printers = Math.min(4, availableParallelism() + 1)

/** Engines that are kept at a time: templates and words, but no browser. */
const kept = 200

/**
 * The engines of all merchants and of all appearances their receipts ever had, each made at its first use. They share one
 * printer, whose browsers start with the first PDF.
 */
export function createEngines({ templatesDir, appearances, engineVersion, onMissingField }: EnginesOptions): Engines {
  const printer = openPrinter({ missingGlyphs: 'replace', processes: printers })
  const open = ({ settings }: Pick<Merchant, 'settings'>) => {
    const { templates } = settings
    return createEngine(engineOptions(settings, templates && join(templatesDir, templates), printer))
  }
  const pool = createEnginePool(kept)

  async function openKept(
    { id }: Pick<Merchant, 'id'>,
    hash: string,
    locales?: Merchant['settings']['locales'],
  ): Promise<Engine> {
    const content = await appearances.content(hash)
    return createEngine({
      ...engineOptions({ ...content, locales }, templateFolderOf(content), printer),
      ...(onMissingField && { onMissingField: missing => onMissingField(id, missing) }),
    })
  }

  const use: Engines['use'] = (merchant, work) =>
    pool.use(
      `today ${merchant.id} ${merchant.version}`,
      async () => openKept(merchant, await appearances.ofMerchant(merchant), merchant.settings.locales),
      work,
    )

  const useKept = <Result>(merchant: Merchant, hash: string, work: Work<Result>) =>
    pool.use(`kept ${merchant.id} ${hash}`, () => openKept(merchant, hash), work)

  async function madeOf(merchant: Merchant, receipt: StoredReceipt): Promise<MadeOf> {
    const today = await appearances.ofMerchant(merchant)
    const first = await appearances.ofReceipt(receipt)
    if (first === today) return { appearance: today, isFirst: true }
    // Only another version of the engine could refuse what one has accepted.
    if (first === undefined || (receipt.engine_version !== engineVersion && !(await canOpen(merchant, first))))
      return { appearance: today, isFirst: false }
    return { appearance: first, isFirst: true }
  }

  async function canOpen(merchant: Merchant, hash: string): Promise<boolean> {
    try {
      await useKept(merchant, hash, () => {})
      return true
    } catch (error) {
      if (error instanceof CounterfoilError) return false
      throw error
    }
  }

  return {
    use,
    madeOf,
    async useFor(merchant, receipt, work) {
      const { appearance } = await madeOf(merchant, receipt)
      // The merchant's engine is the same but for languages, which a stored receipt does not ask for.
      if (appearance === (await appearances.ofMerchant(merchant))) return use(merchant, work)
      return useKept(merchant, appearance, work)
    },
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
  {
    locales,
    brand,
    variant,
    giftText,
    paper,
  }: Omit<AppearanceContent, 'folder'> & Pick<Merchant['settings'], 'locales'>,
  templates: EngineOptions['templates'],
  printer: Printer,
): EngineOptions {
  const { logo, ...look } = brand ?? {}
  const options = withoutAbsent({
    locales,
    brand: brand && { ...look, ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }) },
    variant,
    giftText,
  }) as EngineOptions
  return { ...options, ...(templates !== undefined && { templates }), pdf: { printer, ...(paper && { paper }) } }
}

/** The same without fields that are there but undefined, at any depth of plain objects. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutAbsent(part)]))
}
