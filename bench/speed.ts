import { contenders } from './contenders.ts'
import { counterfoil } from './counterfoil.ts'
import { figureOf, type Rounds, ratio, summary, takeTurns } from './measure.ts'
import { receiptOf, receiptOptions } from './receipts.ts'
import { atLeast, atMost, type Figure, short } from './table.ts'

const poolSection = 'PDFs at a time, as many browser processes as by default, A4, tagged'

/** How many times faster Counterfoil should be than each peer. */
const wanted: Record<string, number> = { 'handlebars + juice + bwip-js': 35, mjml: 25, 'react-email': 25 }

/** What is timed, beside whose times others are put, and what is said of the base and of a time so many times as long. */
const races = {
  mail: {
    section: 'A mail of 20 goods: HTML, text, barcode as PNG',
    base: 'counterfoil',
    ofBase: (median: number) => ({ target: atMost(median, 0.15, 'ms') }),
    compared: (times: number, name: string) => ({
      beside: `${short(times)} × counterfoil`,
      target: atLeast(times, wanted[name]!, '×'),
    }),
  },
  pdf: {
    section: 'A PDF of 20 goods, A4, one at a time, everything warm',
    base: 'counterfoil',
    ofBase: () => ({}),
    compared: (times: number, name: string) =>
      name.startsWith('floor')
        ? { beside: `counterfoil is ${(1 / times).toFixed(2)} × this`, target: atMost(1 / times, 1.15, '×') }
        : { beside: `${short(times)} × counterfoil` },
  },
  image: {
    section: 'An image of 20 goods, one at a time, everything warm',
    base: 'PDF',
    ofBase: () => ({}),
    compared: (times: number) => ({ beside: `${times.toFixed(2)} × a PDF`, target: atMost(times, 1.3, '×') }),
  },
}

/** Milliseconds per mail, PDF or image, each with a different barcode. */
export async function speed(kind: keyof typeof races, rounds: Rounds): Promise<Figure[]> {
  const { section, base, ofBase, compared } = races[kind]
  const turns = await takeTurns(kind, Object.keys(contenders[kind]), rounds)
  return [...turns].map(([name, times]) => {
    const figure = figureOf(section, name, times)
    return { ...figure, ...(name === base ? ofBase(figure.value) : compared(ratio(times, turns.get(base)!), name)) }
  })
}

/** PDFs per second when many are requested at once, by quarters too: browsers age, and are replaced as in production. */
export async function pdfRate({ batches, batch }: { batches: number; batch: number }): Promise<Figure> {
  await using engine = await counterfoil.createEngine()
  const print = (index: number) => engine.pdf(receiptOf(index), receiptOptions)
  const rates: number[] = []
  for (let turn = 0; turn <= batches; turn++) {
    const start = performance.now()
    await Promise.all(Array.from({ length: batch }, (_, index) => print(turn * batch + index)))
    if (turn > 0) rates.push((1000 * batch) / (performance.now() - start))
  }
  const figure = figureOf(poolSection, 'counterfoil', rates, 'a second')
  const beside = `quarters of ${batches * batch} prints: ${quarters(rates).map(short).join(', ')}`
  return { ...figure, beside, target: atLeast(figure.value, 110, 'a second') }
}

/** The median of each quarter. */
function quarters(rates: readonly number[]): number[] {
  const edge = (quarter: number) => Math.round((quarter * rates.length) / 4)
  return [0, 1, 2, 3].map(at => summary(rates.slice(edge(at), edge(at + 1))).median)
}
