import type { Engine, EngineOptions, ImageOptions, ReceiptData } from '../src/index.ts'
import { receiptOf, receiptOptions } from './receipts.ts'

/** One way to do the measured work, opened and ready. */
interface Contender {
  /** Does the work for receipt number `index`. */
  run(index: number): unknown
  close?(): Promise<void>
}

/** Opens a contender and imports what it needs, so that each process loads only its contender. */
type Open = () => Promise<Contender>

/** Counterfoil, for which every receipt is German. */
function own(run: (engine: Engine, receipt: ReceiptData) => unknown, options: EngineOptions = {}): Open {
  return async () => {
    const { counterfoil } = await import('./counterfoil.ts')
    const engine = await counterfoil.createEngine(options)
    return { run: index => run(engine, receiptOf(index)), close: () => engine.close() }
  }
}

/** One browser that isn't replaced. */
const printing = { pdf: { processes: 1, recycleAfter: 1e6 } } as const

/** Email contenders: HTML, text and the barcode as PNG. */
export const mailContenders: Record<string, Open> = {
  counterfoil: own((engine, receipt) => engine.email(receipt, receiptOptions)),
  async 'handlebars + juice + bwip-js'() {
    const { handwrittenMail } = await import('./peers/handwritten.ts')
    return { run: index => handwrittenMail(receiptOf(index)) }
  },
  async mjml() {
    const { mjmlMail } = await import('./peers/mjml.ts')
    return { run: index => mjmlMail(receiptOf(index)) }
  },
  async 'react-email'() {
    const { reactEmailMail } = await import('./peers/react-email.ts')
    return { run: index => reactEmailMail(receiptOf(index)) }
  },
}

/** A4 PDF contenders. The floor gets finished pages; all others start with the receipt. */
const pdfContenders: Record<string, Open> = {
  counterfoil: own((engine, receipt) => engine.pdf(receipt, receiptOptions), printing),
  async 'floor: its page, straight to Chromium'() {
    const { finishedPages, openFloor } = await import('./peers/browser.ts')
    const pages = await finishedPages(64)
    const floor = await openFloor()
    return { run: index => floor.print(pages[index % pages.length]!), close: floor.close }
  },
  async 'puppeteer, a new page each'() {
    const { newPagePdf, openBrowser } = await import('./peers/browser.ts')
    const { handwrittenPage } = await import('./peers/handwritten.ts')
    const { browser, close } = await openBrowser()
    return { run: async index => await newPagePdf(browser, await handwrittenPage(receiptOf(index))), close }
  },
  async pdfmake() {
    const { pdfmakePdf } = await import('./peers/pdfmake.ts')
    return { run: index => pdfmakePdf(receiptOf(index)) }
  },
  async '@react-pdf/renderer'() {
    const { reactPdf } = await import('./peers/react-pdf.ts')
    return { run: index => reactPdf(receiptOf(index)) }
  },
  async 'typst.ts'() {
    const { typstPdf } = await import('./peers/typst.ts')
    return { run: index => typstPdf(receiptOf(index)) }
  },
}

/** Images of the mail, next to a PDF of the same receipts. */
const imageContenders: Record<string, Open> = {
  PDF: pdfContenders.counterfoil!,
  'PNG, 600 px': images({}),
  'PNG, 600 px, scale 1': images({ scale: 1 }),
  'PNG of roll80': images({ paper: 'roll80' }),
  'WebP, 600 px': images({ type: 'webp' }),
}

function images(options: ImageOptions): Open {
  return own((engine, receipt) => engine.image(receipt, { ...receiptOptions, ...options }), printing)
}

/** All contenders, by kind. */
export const contenders = { mail: mailContenders, pdf: pdfContenders, image: imageContenders }

// Run as a program, it makes one mail with the contender that is named, and prints the milliseconds since the process started.
if (import.meta.main) {
  const contender = await mailContenders[process.argv[2]!]!()
  await contender.run(0)
  process.stdout.write(String(performance.now()))
}
