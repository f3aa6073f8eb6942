import { counterfoil } from './counterfoil.ts'
import { type Rounds, type Timing, takeTurns } from './measure.ts'
import { handwrittenMail } from './peers/handwritten.ts'
import { mjmlMail } from './peers/mjml.ts'
import { reactEmailMail } from './peers/react-email.ts'
import { language, receiptOf } from './receipts.ts'
import { atLeast, atMost, type Figure, short } from './table.ts'

const section = 'A mail of 20 goods: HTML, text, barcode as PNG'

/** Milliseconds per mail, each with a barcode of its own. */
export async function mailSpeed(rounds: Rounds): Promise<Figure[]> {
  await using engine = await counterfoil.createEngine()
  const contenders = [
    { name: 'counterfoil', run: (index: number) => engine.email(receiptOf(index), { acceptLanguage: language }) },
    { name: 'handlebars + juice + bwip-js', run: (index: number) => handwrittenMail(receiptOf(index)) },
    { name: 'mjml', run: (index: number) => mjmlMail(receiptOf(index)) },
    { name: 'react-email', run: (index: number) => reactEmailMail(receiptOf(index)) },
  ]
  const timings = await takeTurns(contenders, rounds)
  const { median: own } = timings.get('counterfoil')!
  return contenders.map(({ name }) => {
    const timing = timings.get(name)!
    return { ...figureOf(name, timing), ...besideOwn(name, timing.median / own) }
  })
}

function figureOf(name: string, { median, least, most }: Timing): Figure {
  return { section, name, value: median, unit: 'ms', range: [least, most], target: atMost(median, 0.3, 'ms') }
}

function besideOwn(name: string, ratio: number): Partial<Figure> {
  if (name === 'counterfoil') return {}
  const least = name.startsWith('handlebars') ? 20 : 10
  return { beside: `${short(ratio)} × counterfoil`, target: atLeast(ratio, least, '×') }
}
