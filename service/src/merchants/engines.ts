import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import {
  CounterfoilError,
  createEngine,
  type EmailMessage,
  type Engine,
  type ImageOptions,
  OptionError,
  type PdfOptions,
  type ReceiptOptions,
} from 'counterfoil'
import {
  type DrawJob,
  type FontGap,
  type MissingField,
  type Printer,
  type PrintJob,
  type PrintSteps,
  stepsHere,
} from 'counterfoil/internal'
import { sha256 } from '../basics/ids.ts'
import { createKeeper, TtlCache } from '../basics/ttl-cache.ts'
import { engineVersion } from '../basics/versions.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Thread } from './apart/thread.ts'
import {
  type Appearance,
  type AppearanceContent,
  type AppearanceContext,
  appearanceOfMerchant,
  appearanceOfReceipt,
  type ChosenFolder,
  chosenFolder,
  type Dressed,
  readAppearance,
  takeAppearance,
  templateFolderOf,
} from './appearances.ts'
import { apart, engineOptions, type Opening, type Own, withOwn } from './engine-options.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import type { Merchant } from './merchants.ts'
import { fontGapsOf, openLenientPrinter, type PrintingOptions } from './printing.ts'
import { problemsOfTemplates } from './templates/examine.ts'
import { readSample, usualSample } from './templates/samples.ts'

/** The fields of a stored receipt that tell how its first document was made. */
export type StoredReceipt = Pick<ReceiptTable, 'merchant_id' | 'merchant_version' | 'engine_version'>

/** A stored receipt whose documents are made. */
type Documented = StoredReceipt & Pick<ReceiptTable, 'api_request'>

/**
 * UTF-16 units of JSON from which a receipt is large: it is read and drawn in a thread of its own. Nine of ten receipts have fewer than a
 * quarter of it, and none below it is known to take 50 ms, whatever is in it.
 */
export const largeReceipt = 16_384

/** UTF-16 units of a page from which it is tagged and packed apart: smaller ones take 20 ms. */
const largePage = 100_000

/** Makes the documents of one receipt, here or apart. */
export interface Documents {
  view(receipt: string, options: ReceiptOptions): unknown
  email(receipt: string, options: ReceiptOptions): EmailMessage | Promise<EmailMessage>
  html(receipt: string, options: ReceiptOptions): string | Promise<string>
  pdf(receipt: string, options: PdfOptions): Promise<Uint8Array<ArrayBuffer>>
  image(receipt: string, options: ImageOptions): Promise<Uint8Array<ArrayBuffer>>
}

/** A document to make apart (`receipts/jobs.ts`). */
export interface DocumentRequest {
  kind: keyof Documents
  opening: AppearanceContent & Opening
  receipt: string
  options: ImageOptions & PdfOptions
}

/** What is made apart: of a PDF or an image, what is to be printed or drawn. */
export interface DocumentMade {
  made: unknown
  missing: readonly MissingField[]
}

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
  /**
   * Tries a merchant's settings: opens the engine, lints the template folder in every look, and fills it with every sample
   * receipt, unless it was uploaded, and examined then.
   *
   * @throws CounterfoilError that says what can't work
   */
  check(merchant: Dressed): Promise<Checked>
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
  const { db, templatesDir, thread, onMissingField, onMissingGlyphs, onUnclaimed } = options
  const served = new AsyncLocalStorage<string>()
  const printer = openLenientPrinter(options, { processes: browsers }, html =>
    thread && html.length > largePage ? stepsApart(thread, served.getStore() ?? '') : stepsHere(),
  )
  /** Of a folder on this machine, errors say the path. */
  const open = (settings: MerchantSettings, folder: ChosenFolder | undefined) =>
    createEngine(
      engineOptions(
        settings,
        folder?.isUploaded
          ? templateFolderOf({ folder: folder.content })
          : settings.templates && join(templatesDir, settings.templates),
        printer,
      ),
    )
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

  function openKept({ folder, ...content }: AppearanceContent & Opening): Promise<Engine> {
    return openAppearance({ ...content, ...(folder && { folder }) }, counting, named(onMissingField))
  }

  const openingFor = async (hash: string, locales?: Opening['locales']) => ({
    ...(await readAppearance(db, hash)),
    locales,
  })

  /** Makes documents in the other thread; what is printed of them is printed here. */
  function documentsApart(
    { run }: Pick<Thread, 'run'>,
    merchantId: string,
    opening: AppearanceContent & Opening,
  ): Documents {
    async function make(kind: keyof Documents, receipt: string, given: DocumentRequest['options']) {
      const { signal, ...options } = given
      const input: DocumentRequest = { kind, opening, receipt, options }
      const job = { merchantId, bytes: receipt.length, isPatient: true, name: 'makeDocument', input }
      const answer = run(signal ? { ...job, signal } : job).catch(asEnginesError)
      const { made, missing } = (await answer) as DocumentMade
      for (const each of missing) onMissingField?.(merchantId, each)
      return made
    }
    return {
      view: (receipt, given) => make('view', receipt, given),
      email: async (receipt, given) => withBuffers((await make('email', receipt, given)) as EmailMessage),
      html: async (receipt, given) => (await make('html', receipt, given)) as string,
      async pdf(receipt, given) {
        const job = (await make('pdf', receipt, given)) as PrintJob
        return counting.print({ ...job, signal: given.signal })
      },
      async image(receipt, given) {
        const job = (await make('image', receipt, given)) as DrawJob
        return printer.draw({ ...job, signal: given.signal })
      },
    }
  }

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

  const check: Engines['check'] = async merchant => {
    const { settings } = merchant
    const folder = await chosenFolder(options, merchant)
    const appearance = takeAppearance(settings, folder)
    await (await open(settings, folder)).close()
    const content = JSON.parse(appearance.content) as AppearanceContent
    const fontGaps = fontGapsOf(templateFolderOf(content), printer)
    if (folder?.isUploaded || settings.templates === undefined) return { appearance, problems: [], fontGaps }
    const key = sha256(JSON.stringify(content.folder ?? null))
    const problems = knownProblems.get(key) ?? (await problemsOfTemplates(join(templatesDir, settings.templates)))
    // The folder is read at several moments: what is saved must be what was checked.
    if (takeAppearance(settings, await chosenFolder(options, merchant)).hash !== appearance.hash) return check(merchant)
    knownProblems.set(key, problems, day)
    return { appearance, problems, fontGaps }
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
        const documents = documentsApart(thread, merchant.id, await openingFor(appearance))
        return served.run(merchant.id, () => work(documents))
      }
      // The merchant's engine differs only in languages, which a stored receipt doesn't need.
      if (appearance === (await appearanceOfMerchant(options, merchant))) return use(merchant, work)
      return lend(merchant, engineFor(appearance), work)
    },
    check,
    print: (merchantId, job) => served.run(merchantId, () => counting.print(job)),
    async preview(merchant, work, given) {
      const { id, settings } = merchant
      const folder = given ?? (await chosenFolder(options, merchant))
      if (thread && folder?.isUploaded) {
        const content = JSON.parse(takeAppearance(settings, folder).content) as AppearanceContent
        const documents = documentsApart(thread, id, { ...content, locales: settings.locales })
        return served.run(id, () => work(documents))
      }
      const engine = await open(settings, folder)
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

/** Opens the engine of an appearance. */
export function openAppearance(
  { folder, ...content }: AppearanceContent & Opening,
  printer: Printer,
  onMissingField: (missing: MissingField) => void,
): Promise<Engine> {
  return createEngine({
    ...engineOptions(content, folder && templateFolderOf({ folder }), printer),
    // As before 0.2.0, whose appearances don't say.
    gtin12: content.gtin12 ?? 'by-check-digit',
    onMissingField,
  })
}

/** Has a page tagged and packed in the other thread. */
function stepsApart({ run }: Pick<Thread, 'run'>, merchantId: string): PrintSteps {
  const ask = (name: string, input: unknown) => run({ merchantId, isPatient: true, name, input })
  return {
    isUnderstood: async html => (await ask('isUnderstood', html)) as boolean,
    finish: async page => (await ask('finishPdf', page)) as Awaited<ReturnType<PrintSteps['finish']>>,
  }
}

/** From another thread, a buffer comes as bytes. */
function withBuffers(message: EmailMessage): EmailMessage {
  const attachments = message.attachments.map(each => ({ ...each, content: Buffer.from(each.content.buffer) }))
  return { ...message, attachments }
}

/** Errors that come from another thread lose their class; this one is looked for. */
function asEnginesError(error: unknown): never {
  if (error instanceof Error && error.name === 'OptionError') throw new OptionError(error.message, { cause: error })
  throw error
}
