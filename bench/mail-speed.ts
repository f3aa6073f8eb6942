import { mailContenders } from './contenders.ts'
import { type Rounds, ratio, summary, takeTurns } from './measure.ts'
import { atLeast, atMost, type Figure, short } from './table.ts'

const section = 'A mail of 20 goods: HTML, text, barcode as PNG'

/** How many times faster Counterfoil should be than each peer. */
const wanted: Record<string, number> = { 'handlebars + juice + bwip-js': 35, mjml: 25, 'react-email': 25 }

/** Milliseconds per email, each with a different barcode. */
export async function mailSpeed(rounds: Rounds): Promise<Figure[]> {
  const turns = await takeTurns('mail', Object.keys(mailContenders), rounds)
  return [...turns].map(([name, times]): Figure => {
    const { median, least, most } = summary(times)
    const figure: Figure = { section, name, value: median, unit: 'ms', range: [least, most] }
    if (name === 'counterfoil') return { ...figure, target: atMost(median, 0.15, 'ms') }
    const slower = ratio(times, turns.get('counterfoil')!)
    return { ...figure, beside: `${short(slower)} × counterfoil`, target: atLeast(slower, wanted[name]!, '×') }
  })
}
