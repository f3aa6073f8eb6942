import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { CounterfoilError, createEngine, type Engine } from 'counterfoil'
import type { FontGap, MissingField, Printer } from 'counterfoil/internal'
import { sha256 } from '../basics/ids.ts'
import { createKeeper } from '../basics/keeper.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import { engineVersion } from '../basics/versions.ts'
import type { ReceiptTable } from '../database/tables.ts'
import {
  type Appearance,
  type AppearanceContent,
  type AppearanceContext,
  appearanceOfMerchant,
  appearanceOfReceipt,
  readAppearance,
  takeAppearance,
  templateFolderOf,
} from './appearances.ts'
import { apart, engineOptions, type Opening, type Own, withOwn } from './engine-options.ts'
import type { Merchant } from './merchants.ts'
import { fontGapsOf, openLenientPrinter, type PrintingOptions } from './printing.ts'
import { sampleReceipt } from './sample-receipt.ts'
import { problemsOfTemplates } from './template-problems.ts'

/** The fields of a stored receipt that tell how its first document was made. */
export type StoredReceipt = Pick<ReceiptTable, 'merchant_id' | 'merchant_version' | 'engine_version'>

/** The appearance that a receipt's documents get now. */
export interface DocumentOrigin {
  appearance: string
  /** Whether it is the original appearance rather than the merchant's current one. */
  isFirst: boolean
}

/** What to do with a lent engine. */
type Work<Result> = (engine: Engine) => Result | Promise<Result>

/** The merchants' engines, opened when they are needed. */
export interface Engines {
  /** Lends the engine for a merchant's new receipts. */
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
  /** What was checked, to be saved. */
  appearance: Appearance
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

/** Engines kept at once: they hold templates and wording, but no browser. */
const maxEngines = 200

/** Appearances whose place is kept; an engine keeps as many brands. */
const maxPlaces = 500

/** The problems of folders that were checked, by their content: a merchant is often saved with the templates it had. */
const knownProblems = new TtlCache<string[]>(200, Date.now)
const day = 86_400_000

/** Which engine an appearance uses, and what it adds to each call; nothing if nobody shares that engine. */
interface Place {
  key: string
  own?: Own
}

/**
 * The engines for all merchants and all appearances of their receipts, each opened at its first use. Merchants who differ only in
 * brand, links and paper share one. All share one printer, whose browsers start with the first PDF.
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
  const engines = createKeeper<Engine>(maxEngines)
  const places = createKeeper<Place>(maxPlaces)
  const served = new AsyncLocalStorage<string>()

  /** Tells whose receipt it is: an engine knows no merchant. */
  function named<What>(tell: ((merchantId: string, what: What) => void) | undefined): (what: What) => void {
    return what => {
      const id = served.getStore()
      if (id !== undefined) tell?.(id, what)
    }
  }

  const counting: Printer = {
    ...printer,
    print: job => printer.print({ ...job, onMissingGlyphs: named(onMissingGlyphs) }),
  }

  function openKept({ folder, ...content }: AppearanceContent & Opening): Promise<Engine> {
    return createEngine({
      ...engineOptions(content, folder && templateFolderOf({ folder }), counting),
      // As before 0.2.0, whose appearances don't say.
      gtin12: content.gtin12 ?? 'by-check-digit',
      onMissingField: named(onMissingField),
    })
  }

  async function engineFor(hash: string, locales?: Opening['locales']): Promise<Engine> {
    const content = async () => ({ ...(await readAppearance(db, hash)), locales })
    const { key, own } = await places(`${hash} ${JSON.stringify(locales)}`, async () => placeOf(await content()))
    if (!own) return engines(key, async () => openKept(await content()))
    return withOwn(await engines(key, async () => openKept(apart(await content()).common)), own)
  }

  /** Shared, unless that can't work: then its own engine says why, or the brand's fields only work together with `brand.json`. */
  async function placeOf(content: AppearanceContent & Opening): Promise<Place> {
    const { common, own } = apart(content)
    const key = keyOf(common)
    try {
      const engine = await engines(key, () => openKept(common))
      withOwn(engine, own).view(sampleReceipt())
      return { key, own }
    } catch (error) {
      if (error instanceof CounterfoilError) return { key: keyOf(content) }
      throw error
    }
  }

  async function lend<Result>({ id }: Merchant, engine: Promise<Engine>, work: Work<Result>): Promise<Result> {
    const opened = await engine
    return served.run(id, () => work(opened))
  }

  const today = async (merchant: Merchant) =>
    engineFor(await appearanceOfMerchant(options, merchant), merchant.settings.locales)

  const use: Engines['use'] = (merchant, work) => lend(merchant, today(merchant), work)

  async function originOf(merchant: Merchant, receipt: StoredReceipt): Promise<DocumentOrigin> {
    const today = await appearanceOfMerchant(options, merchant)
    const first = await appearanceOfReceipt(db, receipt)
    if (first === today) return { appearance: today, isFirst: true }
    // Only another engine version could reject an accepted appearance.
    if (first === undefined || (receipt.engine_version !== engineVersion && !(await canOpen(first))))
      return { appearance: today, isFirst: false }
    return { appearance: first, isFirst: true }
  }

  async function canOpen(hash: string): Promise<boolean> {
    try {
      await engineFor(hash)
      return true
    } catch (error) {
      if (error instanceof CounterfoilError) return false
      throw error
    }
  }

  const check: Engines['check'] = async ({ settings }) => {
    const { templates } = settings
    const appearance = takeAppearance(settings, templatesDir)
    await (await open({ settings })).close()
    const content = JSON.parse(appearance.content) as AppearanceContent
    const key = sha256(JSON.stringify(content.folder ?? null))
    const problems =
      templates === undefined
        ? []
        : (knownProblems.get(key) ?? (await problemsOfTemplates(join(templatesDir, templates))))
    // The folder is read at several moments: what is saved must be what was checked.
    if (takeAppearance(settings, templatesDir).hash !== appearance.hash) return check({ settings })
    knownProblems.set(key, problems, day)
    return { appearance, problems, fontGaps: fontGapsOf(templateFolderOf(content), printer) }
  }

  return {
    use,
    originOf,
    async withReceiptEngine(merchant, receipt, work) {
      const { appearance } = await originOf(merchant, receipt)
      // The merchant's engine differs only in languages, which a stored receipt doesn't need.
      if (appearance === (await appearanceOfMerchant(options, merchant))) return use(merchant, work)
      return lend(merchant, engineFor(appearance), work)
    },
    check,
    async preview(settings, work) {
      const engine = await open({ settings })
      try {
        return work(engine)
      } finally {
        await engine.close()
      }
    },
    close: printer.close,
  }
}

function keyOf(content: AppearanceContent & Opening): string {
  return sha256(JSON.stringify(content))
}
