import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { CounterfoilError, type Engine } from 'counterfoil'
import type { MissingField, Printer, PrintJob } from 'counterfoil/internal'
import { sha256 } from '../basics/ids.ts'
import { createKeeper } from '../basics/ttl-cache.ts'
import { engineVersion } from '../basics/versions.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Thread } from './apart/thread.ts'
import {
  type AppearanceContent,
  type AppearanceContext,
  appearanceOfMerchant,
  appearanceOfReceipt,
  type ChosenFolder,
  chosenFolder,
  type Dressed,
  readAppearance,
  takeAppearance,
} from './appearances.ts'
import { type Documents, documentsApart, largeReceipt, stepsFor } from './documents.ts'
import { apart, type Opening, type Own, openAppearance, openUnsaved, withOwn } from './engine-options.ts'
import type { Merchant } from './merchants.ts'
import { openLenientPrinter, type PrintingOptions } from './printing.ts'
import { readSample, usualSample } from './templates/samples.ts'

/** The fields of a stored receipt that tell how its first document was made. */
type StoredReceipt = Pick<ReceiptTable, 'merchant_id' | 'merchant_version' | 'engine_version'>

/** A stored receipt whose documents are made. */
type Documented = StoredReceipt & Pick<ReceiptTable, 'api_request'>

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
  /** What the engine for a merchant's new receipts is opened with, to open it elsewhere. */
  openingOf(merchant: Merchant): Promise<AppearanceContent & Opening>
  /** Lends what makes a stored receipt's documents, with the appearance that `originOf` gives; those of a large one are made apart. */
  withReceiptEngine<Result>(
    merchant: Merchant,
    receipt: Documented,
    work: (documents: Documents) => Result | Promise<Result>,
  ): Promise<Result>
  /**
   * The appearance for a stored receipt's documents: the original one, or the merchant's current one if the receipt is older
   * than stored appearances or this engine version can't use the original anymore.
   */
  originOf(merchant: Merchant, receipt: StoredReceipt): Promise<DocumentOrigin>
  /** What all print with. */
  printer: Printer
  /** Prints a page that isn't a receipt's, such as a report. @throws PrintError, BrowserError */
  print(merchantId: string, job: PrintJob): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Lends what makes documents with settings and templates that aren't saved, for one piece of work.
   *
   * @param folder default: the merchant's
   * @throws CounterfoilError that says what can't work
   */
  preview<Result>(
    merchant: Dressed,
    work: (documents: Documents) => Result | Promise<Result>,
    folder?: ChosenFolder,
  ): Promise<Result>
  close(): Promise<void>
}

interface EnginesOptions extends PrintingOptions, AppearanceContext {
  /** What all print with, and close in the end. Default: one of their own. */
  printer?: Printer
  /** Where the documents of large receipts are made. Default: here, as of all others. */
  thread?: Pick<Thread, 'run'>
  /** Called when a merchant's template prints a field that the receipt lacks. */
  onMissingField?: (merchantId: string, missing: MissingField) => void
  /** Called when a merchant's PDF has U+FFFD for letters that no font has, with their scripts. */
  onMissingGlyphs?: (merchantId: string, scripts: readonly string[]) => void
  /** Called when a merchant's PDF doesn't claim all that it could, with sentences that say why. */
  onUnclaimed?: (merchantId: string, reasons: readonly string[]) => void
}

/** Receipts of one merchant that are printed at once: one more than cores, to use idle time; at most 4. */
export const printers = Math.min(4, availableParallelism() + 1)

/** Browsers, each printing one receipt at a time. The last starts when a second merchant prints while one has all others. */
export const browsers = printers + 1

/** Engines kept at once: they hold templates and wording, but no browser. */
const maxEngines = 200

/** Appearances whose place is kept; an engine keeps as many brands. */
const maxPlaces = 500

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
  const { db, thread, onMissingField, onMissingGlyphs, onUnclaimed } = options
  const served = new AsyncLocalStorage<string>()
  const printer =
    options.printer ??
    openLenientPrinter(options, { processes: browsers }, html => stepsFor(html, thread, served.getStore() ?? ''))
  const engines = createKeeper<Engine>(maxEngines)
  const places = createKeeper<Place>(maxPlaces)
  const uploads = createKeeper<boolean>(maxPlaces)

  /** Tells whose receipt it is: an engine knows no merchant. */
  function named<What>(tell: ((merchantId: string, what: What) => void) | undefined): (what: What) => void {
    return what => {
      const id = served.getStore()
      if (id !== undefined) tell?.(id, what)
    }
  }

  const counting: Printer = {
    ...printer,
    print: job => printer.print({ ...job, onMissingGlyphs: named(onMissingGlyphs), onUnclaimed: named(onUnclaimed) }),
  }

  const openKept = (content: AppearanceContent & Opening) => openAppearance(content, counting, named(onMissingField))

  const madeApart = (thread: Pick<Thread, 'run'>, merchantId: string, opening: AppearanceContent & Opening) =>
    documentsApart(thread, counting, merchantId, opening, named(onMissingField))

  const openingFor = async (hash: string, locales?: Opening['locales']) => ({
    ...(await readAppearance(db, hash)),
    locales,
  })

  async function engineFor(hash: string, locales?: Opening['locales']): Promise<Engine> {
    const content = () => openingFor(hash, locales)
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
      withOwn(engine, own).view(readSample(usualSample).receipt)
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

  /** Whether an appearance's templates were reviewed by nobody. */
  const isUploaded = async (hash: string) =>
    uploads(hash, async () => (await readAppearance(db, hash)).uploaded === true)

  return {
    use,
    originOf,
    openingOf: async merchant => openingFor(await appearanceOfMerchant(options, merchant), merchant.settings.locales),
    async withReceiptEngine(merchant, receipt, work) {
      const { appearance } = await originOf(merchant, receipt)
      if (thread && (receipt.api_request.length > largeReceipt || (await isUploaded(appearance)))) {
        const documents = madeApart(thread, merchant.id, await openingFor(appearance))
        return served.run(merchant.id, () => work(documents))
      }
      // The merchant's engine differs only in languages, which a stored receipt doesn't need.
      if (appearance === (await appearanceOfMerchant(options, merchant))) return use(merchant, work)
      return lend(merchant, engineFor(appearance), work)
    },
    printer,
    print: (merchantId, job) => served.run(merchantId, () => counting.print(job)),
    async preview(merchant, work, given) {
      const { id, settings } = merchant
      const folder = given ?? (await chosenFolder(options, merchant))
      if (thread && folder?.isUploaded) {
        const content = JSON.parse(takeAppearance(settings, folder).content) as AppearanceContent
        const documents = madeApart(thread, id, { ...content, locales: settings.locales })
        return served.run(id, () => work(documents))
      }
      const engine = await openUnsaved(settings, folder, options.templatesDir, printer)
      try {
        return await served.run(id, () => work(engine))
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
