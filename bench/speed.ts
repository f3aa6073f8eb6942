import { contenders } from './contenders.ts'
import { counterfoil } from './counterfoil.ts'
import { type Rounds, ratio, summary, takeTurns } from './measure.ts'
import { language, receiptOf } from './receipts.ts'
import { atLeast, atMost, type Figure, short } from './table.ts'

const mailSection = 'A mail of 20 goods: HTML, text, barcode as PNG'
const pdfSection = 'A PDF of 20 goods, A4, one at a time, everything warm'
const imageSection = 'An image of 20 goods, one at a time, everything warm'
const poolSection = 'PDFs at a time, as many browser processes as by default, A4, tagged'

/** How many times faster Counterfoil should be than each peer. */
const wanted: Record<string, number> = { 'handlebars + juice + bwip-js': 35, mjml: 25, 'react-email': 25 }

/** Milliseconds per email, each with a different barcode. */
export async function mailSpeed(rounds: Rounds): Promise<Figure[]> {
  const turns = await takeTurns('mail', Object.keys(contenders.mail), rounds)
  return [...turns].map(([name, times]): Figure => {
    const { median, least, most } = summary(times)
    const figure: Figure = { section: mailSection, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'counterfoil') return { ...figure, target: atMost(median, 0.15, 'ms') }
    const slower = ratio(times, turns.get('counterfoil')!)
    return { ...figure, beside: `${short(slower)} × counterfoil`, target: atLeast(slower, wanted[name]!, '×') }
  })
}

/** Milliseconds per PDF, each with a different barcode. */
export async function pdfSpeed(rounds: Rounds): Promise<Figure[]> {
  const turns = await takeTurns('pdf', Object.keys(contenders.pdf), rounds)
  const own = turns.get('counterfoil')!
  return [...turns].map(([name, times]): Figure => {
    const { median, least, most } = summary(times)
    const figure: Figure = { section: pdfSection, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'counterfoil') return figure
    if (!name.startsWith('floor')) return { ...figure, beside: `${short(ratio(times, own))} × counterfoil` }
    const slower = ratio(own, times)
    return { ...figure, beside: `counterfoil is ${slower.toFixed(2)} × this`, target: atMost(slower, 1.15, '×') }
  })
}

/** Milliseconds per image, each with a different barcode, next to a PDF. */
export async function imageSpeed(rounds: Rounds): Promise<Figure[]> {
  const turns = await takeTurns('image', Object.keys(contenders.image), rounds)
  const pdf = turns.get('PDF')!
  return [...turns].map(([name, times]): Figure => {
    const { median, least, most } = summary(times)
    const figure: Figure = { section: imageSection, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'PDF') return figure
    const slower = ratio(times, pdf)
    return { ...figure, beside: `${slower.toFixed(2)} × a PDF`, target: atMost(slower, 1.3, '×') }
  })
}

/** PDFs per second when many are requested at once, by quarters too: browsers age, and are replaced as in production. */
export async function pdfRate({ batches, batch }: { batches: number; batch: number }): Promise<Figure> {
  await using engine = await counterfoil.createEngine()
  const print = (index: number) => engine.pdf(receiptOf(index), { acceptLanguage: language })
  const rates: number[] = []
  for (let turn = 0; turn <= batches; turn++) {
    const start = performance.now()
    await Promise.all(Array.from({ length: batch }, (_, index) => print(turn * batch + index)))
    if (turn > 0) rates.push((1000 * batch) / (performance.now() - start))
  }
  const { median, least, most } = summary(rates)
  const target = atLeast(median, 110, 'a second')
  const beside = `quarters of ${batches * batch} prints: ${quarters(rates).map(short).join(', ')}`
  return {
    section: poolSection,
    name: 'counterfoil',
    value: median,
    unit: 'a second',
    range: [least, most],
    beside,
    target,
  }
}

/** The median of each quarter. */
function quarters(rates: readonly number[]): number[] {
  const edge = (quarter: number) => Math.round((quarter * rates.length) / 4)
  return [0, 1, 2, 3].map(at => summary(rates.slice(edge(at), edge(at + 1))).median)
}
