import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { CounterfoilError, createEngine, type Engine, type EngineOptions } from 'counterfoil'
import { type FontGap, looks, type MissingField, type Printer, readTemplateFolder } from 'counterfoil/internal'
import type { Finding, Trial } from 'counterfoil/lint'
import { TtlCache } from '../basics/ttl-cache.ts'
import { engineVersion } from '../basics/versions.ts'
import type { ReceiptTable } from '../database/tables.ts'
import {
  type AppearanceContent,
  type AppearanceContext,
  appearanceOfMerchant,
  appearanceOfReceipt,
  readAppearance,
  takeAppearance,
  templateFolderOf,
} from './appearances.ts'
import { createEnginePool, type Work } from './engine-pool.ts'
import type { Merchant } from './merchants.ts'
import { fontGapsOf, openLenientPrinter, type PrintingOptions } from './printing.ts'

/** The fields of a stored receipt that tell how its first document was made. */
export type StoredReceipt = Pick<ReceiptTable, 'merchant_id' | 'merchant_version' | 'engine_version'>

/** The appearance that a receipt's documents get now. */
export interface DocumentOrigin {
  appearance: string
  /** Whether it is the original appearance rather than the merchant's current one. */
  isFirst: boolean
}

/** The merchants' engines, opened when they are needed. */
export interface Engines {
  /** Lends the engine for a merchant's new receipts. It stays open at least until the work is done. */
  use<Result>(merchant: Merchant, work: Work<Result>): Promise<Result>
  /** Lends the engine for a stored receipt, with the appearance that `originOf` gives. */
  withReceiptEngine<Result>(merchant: Merchant, receipt: StoredReceipt, work: Work<Result>): Promise<Result>
  /**
   * The appearance for a stored receipt's documents: the original one, or the merchant's current one if the receipt is older
   * than stored appearances or this engine version can't use the original anymore.
   */
  originOf(merchant: Merchant, receipt: StoredReceipt): Promise<DocumentOrigin>
  /**
   * Tries a merchant's settings: opens the engine, lints the template folder in every look, and fills it with every sample
   * receipt.
   *
   * @throws CounterfoilError that says what can't work
   */
  check(merchant: Pick<Merchant, 'settings'>): Promise<Checked>
  /** Opens an engine with settings that aren't saved, for one piece of work. @throws CounterfoilError that says what can't work */
  preview<Result>(settings: Merchant['settings'], work: (engine: Engine) => Result): Promise<Result>
  close(): Promise<void>
}

/** What was found of settings that can work. */
export interface Checked {
  /** Mistakes in the templates. */
  problems: string[]
  /** Languages that PDFs can't show. */
  fontGaps: FontGap[]
}

interface EnginesOptions extends PrintingOptions, AppearanceContext {
  /** Called when a merchant's template prints a field that the receipt lacks. */
  onMissingField?: (merchantId: string, missing: MissingField) => void
  /** Called when a merchant's PDF has U+FFFD for letters that no font has, with their scripts. */
  onMissingGlyphs?: (merchantId: string, scripts: readonly string[]) => void
}

/** Browsers, each printing one receipt at a time: one more than cores, to use idle time; at most 4. */
export const printers = Math.min(4, availableParallelism() + 1)

/** Engines cached at once: they hold templates and wording, but no browser. */
const maxEngines = 200

/**
 * The engines for all merchants and all appearances of their receipts, each opened at its first use. They share one printer,
 * whose browsers start with the first PDF.
 *
 * @throws StartError if the fonts' folder has none
 */
export function createEngines(options: EnginesOptions): Engines {
  const { db, templatesDir, onMissingField, onMissingGlyphs } = options
  const printer = openLenientPrinter(options, { processes: printers })
  const open = ({ settings }: Pick<Merchant, 'settings'>) => {
    const { templates } = settings
    return createEngine(engineOptions(settings, templates && join(templatesDir, templates), printer))
  }
  const pool = createEnginePool(maxEngines)

  async function openKept(
    { id }: Pick<Merchant, 'id'>,
    hash: string,
    locales?: Merchant['settings']['locales'],
  ): Promise<Engine> {
    const content = await readAppearance(db, hash)
    const counting: Printer = {
      ...printer,
      print: job => printer.print({ ...job, onMissingGlyphs: scripts => onMissingGlyphs?.(id, scripts) }),
    }
    return createEngine({
      ...engineOptions({ ...content, locales }, templateFolderOf(content), counting),
      // As before 0.2.0, whose appearances don't say.
      gtin12: content.gtin12 ?? 'by-check-digit',
      ...(onMissingField && { onMissingField: missing => onMissingField(id, missing) }),
    })
  }

  const use: Engines['use'] = (merchant, work) =>
    pool.use(
      `today ${merchant.id} ${merchant.version}`,
      async () => openKept(merchant, await appearanceOfMerchant(options, merchant), merchant.settings.locales),
      work,
    )

  const useKept = <Result>(merchant: Merchant, hash: string, work: Work<Result>) =>
    pool.use(`kept ${merchant.id} ${hash}`, () => openKept(merchant, hash), work)

  async function originOf(merchant: Merchant, receipt: StoredReceipt): Promise<DocumentOrigin> {
    const today = await appearanceOfMerchant(options, merchant)
    const first = await appearanceOfReceipt(db, receipt)
    if (first === today) return { appearance: today, isFirst: true }
    // Only another engine version could reject an accepted appearance.
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
    originOf,
    async withReceiptEngine(merchant, receipt, work) {
      const { appearance } = await originOf(merchant, receipt)
      // The merchant's engine differs only in languages, which a stored receipt doesn't need.
      if (appearance === (await appearanceOfMerchant(options, merchant))) return use(merchant, work)
      return useKept(merchant, appearance, work)
    },
    async check({ settings }) {
      await (await open({ settings })).close()
      const folder = settings.templates && join(templatesDir, settings.templates)
      return {
        problems: folder ? await problemsOfTemplates(folder) : [],
        fontGaps: fontGapsOf(folder ? readTemplateFolder(folder) : undefined, printer),
      }
    },
    async preview(settings, work) {
      const engine = await open({ settings })
      try {
        return work(engine)
      } finally {
        await engine.close()
      }
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
    links,
    details,
    structuredData,
    pictures,
    gtin12,
    test,
  }: Omit<AppearanceContent, 'folder'> & Pick<Merchant['settings'], 'locales'>,
  templates: EngineOptions['templates'],
  printer: Printer,
): EngineOptions {
  const { logo, logoDark, ...look } = brand ?? {}
  const bytes = (picture: string | undefined) => (picture === undefined ? undefined : Buffer.from(picture, 'base64'))
  return {
    templates,
    locales,
    brand: brand && { ...look, logo: bytes(logo), logoDark: bytes(logoDark) },
    variant,
    giftText,
    links,
    details,
    structuredData,
    pictures,
    gtin12,
    test,
    pdf: { printer, paper },
  }
}

/** Most problems reported at once; running the lint locally reports all. */
const most = 20

/** The problems of folders that were checked, by their content: a merchant is often saved with the templates it had. */
const known = new TtlCache<string[]>(200, Date.now)
const day = 86_400_000

/**
 * Finds mistakes in a template folder: lint errors in any look, or, if there are none, those that show when it is filled with
 * the sample receipts. Each with file, line, column and advice.
 *
 * @throws CounterfoilError if the folder can't be opened
 */
async function problemsOfTemplates(folder: string): Promise<string[]> {
  const { hash } = takeAppearance({ templates: folder }, '')
  const before = known.get(hash)
  if (before) return before
  const problems = await check(folder)
  // Unless it was changed meanwhile.
  if (takeAppearance({ templates: folder }, '').hash === hash) known.set(hash, problems, day)
  return problems
}

async function check(folder: string): Promise<string[]> {
  // Loaded when it is needed: it takes as long as all else that the service loads.
  const { lintTemplates, tryTemplates } = await import('counterfoil/lint')
  const problems = new Set<string>()
  for (const variant of looks)
    for (const finding of await lintTemplates(folder, { variant }))
      if (finding.severity === 'error') problems.add(described(finding))
  if (problems.size === 0) for (const trial of await tryTemplates(folder)) problems.add(described(trial))
  return [...problems].slice(0, most)
}

function described({ file, line, column, message, advice }: Finding | Trial): string {
  return `${file}:${line}:${column}: ${message}; ${advice}`
}
