import type { ReceiptSource } from 'counterfoil'
import type { PrintResult } from '../port/sent.ts'
import type { NamedPrinter, Paper, PaperMaker, PaperMakerOptions, PaperOptions } from './paper.ts'
import type { Printed, PrintedSheet, PrintOptions } from './print.ts'

export interface PrintingOptions extends PaperMakerOptions {
  /** Where the printer is: `tcp://192.0.2.7:9100`, or the path of a device, share or file. */
  to?: string | undefined
}

/** Receipts on paper. */
export interface Printing extends AsyncDisposable {
  /**
   * A receipt as a printer takes it. Needs no network; a picture needs a browser and `@hyzyla/pdfium`.
   *
   * @throws TillError for a bad option or a missing package; the engine's errors for a bad receipt
   */
  paper(receipt: ReceiptSource, options?: PaperOptions): Promise<Paper>
  /** Prints a receipt; what goes wrong on the way to the printer is in the result. @throws as `paper` */
  print(receipt: ReceiptSource, options?: PrintOptions): Promise<Printed>
  /** Opens the cash drawer. @throws TillError for a bad option */
  openDrawer(options?: NamedPrinter & Pick<PrintOptions, 'to' | 'timeouts'>): Promise<PrintResult>
  /** Prints a test sheet, which shows whether model, columns and code pages are right. @throws TillError for a bad option */
  printSheet(options?: NamedPrinter & Pick<PrintOptions, 'to' | 'timeouts'>): Promise<PrintedSheet>
  /** Ends the browser, if one was started. */
  close(): Promise<void>
}

/** Opens printing. Its libraries are loaded with the first receipt, because many tills print by other means. */
export function openPrinting({ to, ...given }: PrintingOptions = {}): Printing {
  let opened: Promise<PaperMaker> | undefined

  function maker(): Promise<PaperMaker> {
    opened ??= import('./paper.ts').then(({ openPaper }) => openPaper(given))
    return opened
  }

  async function close(): Promise<void> {
    await (await opened)?.close()
  }

  return {
    paper: async (receipt, options) => (await maker()).paper(receipt, options),
    async print(receipt, options) {
      const { printReceipt } = await import('./print.ts')
      return await printReceipt(await maker(), receipt, { ...options, to: options?.to ?? to })
    },
    async openDrawer(options) {
      const { openDrawer } = await import('./print.ts')
      return await openDrawer(await maker(), { ...options, to: options?.to ?? to })
    },
    async printSheet(options) {
      const { printSheet } = await import('./print.ts')
      return await printSheet(await maker(), { ...options, to: options?.to ?? to })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
