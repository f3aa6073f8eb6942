import { counterfoil } from './counterfoil.ts'
import { type Rounds, summary, takeTurns } from './measure.ts'
import { newPagePdf, openBrowser } from './peers/browser.ts'
import { openFloor } from './peers/floor.ts'
import { handwrittenPage } from './peers/handwritten.ts'
import { pdfmakePdf } from './peers/pdfmake.ts'
import { reactPdf } from './peers/react-pdf.ts'
import { finishedPages } from './print-pages.ts'
import { language, receiptOf } from './receipts.ts'
import { atLeast, atMost, type Figure, short } from './table.ts'

const section = 'A PDF of 20 goods, A4, one at a time, everything warm'
const poolSection = 'PDFs at a time, two browser processes, A4, tagged'

/** Milliseconds per PDF, each with a barcode of its own. The floor is given finished pages; all others start at the receipt. */
export async function pdfSpeed(rounds: Rounds): Promise<Figure[]> {
  await using engine = await counterfoil.createEngine({ pdf: { processes: 1, recycleAfter: 1e6 } })
  const [floor, { browser, close }, pages] = [await openFloor(), await openBrowser(), await finishedPages(64)]
  const contenders = [
    { name: 'counterfoil', run: (index: number) => engine.pdf(receiptOf(index), { acceptLanguage: language }) },
    { name: 'floor: its page, straight to Chromium', run: (index: number) => floor.print(pages[index % 64]!) },
    { name: 'puppeteer, a new page each', run: (index: number) => newPageRun(index) },
    { name: 'pdfmake', run: (index: number) => pdfmakePdf(receiptOf(index)) },
    { name: '@react-pdf/renderer', run: (index: number) => reactPdf(receiptOf(index)) },
  ]
  async function newPageRun(index: number) {
    return await newPagePdf(browser, await handwrittenPage(receiptOf(index)))
  }
  const timings = await takeTurns(contenders, rounds)
  await Promise.all([floor.close(), close()])
  const own = timings.get('counterfoil')!.median
  return contenders.map(({ name }): Figure => {
    const { median, least, most } = timings.get(name)!
    const figure: Figure = { section, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'counterfoil') return figure
    if (!name.startsWith('floor')) return { ...figure, beside: `${short(median / own)} × counterfoil` }
    const ratio = own / median
    return { ...figure, beside: `counterfoil is ${ratio.toFixed(2)} × this`, target: atMost(ratio, 1.1, '×') }
  })
}

/** PDFs a second when many are asked for at once. */
export async function pdfRate({ batches, batch }: { batches: number; batch: number }): Promise<Figure> {
  await using engine = await counterfoil.createEngine({ pdf: { processes: 2, recycleAfter: 1e6 } })
  const rates: number[] = []
  for (let turn = -1; turn < batches; turn++) {
    const start = performance.now()
    await Promise.all(
      Array.from({ length: batch }, (_, index) =>
        engine.pdf(receiptOf(turn * batch + index), { acceptLanguage: language }),
      ),
    )
    if (turn >= 0) rates.push((1000 * batch) / (performance.now() - start))
  }
  const { median, least, most } = summary(rates)
  const target = atLeast(median, 120, 'a second')
  return { section: poolSection, name: 'counterfoil', value: median, unit: 'a second', range: [least, most], target }
}
