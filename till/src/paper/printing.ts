import type { ReceiptSource } from 'counterfoil'
import { TillError } from '../basics/errors.ts'
import type { PrinterTimeouts, PrintResult } from '../port/result.ts'
import { sendToPrinter } from '../port/send.ts'
import type { NamedPrinter, Paper, PaperMaker, PaperMakerOptions, PaperOptions, PaperPreview } from './paper.ts'

/** The same, and where the printer is. */
export interface PrintingOptions extends PaperMakerOptions {
  /** Where the printer is: `tcp://192.0.2.7:9100`, or the path of a device, share or file. */
  to?: string | undefined
}

/** Where to print. */
interface Destination {
  /** `tcp://192.0.2.7:9100`, or the path of a device, share or file. Default: the usual printer's. */
  to?: string | undefined
  timeouts?: PrinterTimeouts | undefined
}

/** How to print one receipt, and where. */
export interface PrintOptions extends PaperOptions, Destination {}

/** What became of a receipt on paper, and how it was printed. */
export type Printed = PrintResult & Pick<Paper, 'as' | 'why' | 'missing'>

/** What became of a test sheet, and the lines that its paper must show. */
export type PrintedSheet = PrintResult & { lines: string[] }

/** Receipts on paper. */
export interface Printing extends AsyncDisposable {
  /**
   * A receipt as a printer takes it. Needs no network; a picture needs a browser and `@hyzyla/pdfium`.
   *
   * @throws TillError for a bad option or a missing package; the engine's errors for a bad receipt
   */
  paper(receipt: ReceiptSource, options?: PaperOptions): Promise<Paper>
  /** A picture of what the printer would print. Needs a browser and `@hyzyla/pdfium`. @throws as `paper` */
  preview(receipt: ReceiptSource, options?: PaperOptions): Promise<PaperPreview>
  /** Prints a receipt; what goes wrong on the way to the printer is in the result. @throws as `paper` */
  print(receipt: ReceiptSource, options?: PrintOptions): Promise<Printed>
  /** Opens the cash drawer, and prints nothing. @throws TillError for a bad option */
  openDrawer(options?: NamedPrinter & Destination): Promise<PrintResult>
  /** Prints a test sheet, which shows whether model, columns and code pages are right. @throws TillError for a bad option */
  printSheet(options?: NamedPrinter & Destination): Promise<PrintedSheet>
  /** Ends the browser, if one was started. */
  close(): Promise<void>
}

/** What the merchant wants of all tills; the till's own printer wins. */
export type SharedPaper = Pick<PaperOptions, 'as' | 'printer'>

/** Opens printing. Its libraries are loaded with the first receipt, because many tills print by other means. */
export function openPrinting(
  { to: defaultTo, ...given }: PrintingOptions = {},
  shared: () => SharedPaper = () => ({}),
): Printing {
  const hasPrinter = Object.values(given.printer ?? {}).some(value => value !== undefined)
  let opened: Promise<PaperMaker> | undefined

  function maker(): Promise<PaperMaker> {
    opened ??= import('./paper.ts').then(({ openPaper }) => openPaper(given))
    return opened
  }

  /** The printer of all tills, where there is none of one's own, and if this version knows it. */
  async function usualOf({ width, printer: named }: NamedPrinter): Promise<NamedPrinter> {
    const { printer } = shared()
    const isWanted = printer !== undefined && !hasPrinter && width === undefined && named === undefined
    return isWanted && (await maker()).knows(printer) ? { printer } : {}
  }

  /** Does something as all tills do it, and as usual if that fails here: it may lack what a picture needs. */
  async function asShared<Result>(
    options: PaperOptions,
    work: (how: PaperOptions) => Promise<Result>,
  ): Promise<Result> {
    const own = { ...options, ...(await usualOf(options)) }
    if (shared().as !== 'picture' || own.as !== undefined) return work(own)
    return work({ ...own, as: 'picture' }).catch(error => {
      if (error instanceof TillError) return work(own)
      throw error
    })
  }

  function addressOf(to = defaultTo): string {
    if (to !== undefined) return to
    throw new TillError('to (--printer): must be tcp://host:9100, or the path of a device or file.')
  }

  async function close(): Promise<void> {
    await (await opened)?.close()
  }

  return {
    paper: (receipt, options = {}) => asShared(options, async how => (await maker()).paper(receipt, how)),
    preview: (receipt, options = {}) => asShared(options, async how => (await maker()).preview(receipt, how)),
    async print(receipt, { to, timeouts, ...options } = {}) {
      const address = addressOf(to)
      const made = await asShared(options, async how => (await maker()).paper(receipt, how))
      const { bytes, language, ...how } = made
      return { ...(await sendToPrinter(bytes, address, { ...timeouts, language })), ...how }
    },
    async openDrawer({ to, timeouts, ...named } = {}) {
      const address = addressOf(to)
      return await sendToPrinter((await maker()).drawer({ ...named, ...(await usualOf(named)) }), address, timeouts)
    },
    async printSheet({ to, timeouts, ...named } = {}) {
      const address = addressOf(to)
      const { bytes, lines, language } = (await maker()).sheet({ ...named, ...(await usualOf(named)) })
      return { ...(await sendToPrinter(bytes, address, { ...timeouts, language })), lines }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
