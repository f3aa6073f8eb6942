import type { Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'
import type { PrinterSession } from './talk.ts'

/**
 * ESC/POS: DLE EOT asks in real time, past all that waits to be printed; GS r is answered in its turn, so when all before it is
 * printed (Epson's reference of DLE EOT, GS r and GS a).
 */
export const escPos: Dialect = {
  async condition(talk, milliseconds) {
    const found: Condition = { isLow: false }
    for (const [kind, read] of questions) {
      const answer = await realTime(talk, kind, milliseconds)
      if (answer === undefined) return kind === 1 ? undefined : found
      Object.assign(found, read(answer, found))
      if (kind === 4 && found.fault === undefined) break
    }
    return found
  },
  mark(talk) {
    const before = answersIn(talk.heard).marks
    return {
      // GS r 1.
      bytes: Uint8Array.of(0x1d, 0x72, 1),
      isReached: heard => answersIn(heard).marks > before,
    }
  },
}

/** The printer, its paper; and, if it is offline, why. What is found later is more exact. */
const questions: readonly [number, (answer: number, found: Condition) => Partial<Condition>][] = [
  [1, answer => (answer & 0x08 ? { fault: 'offline' } : {})],
  [4, answer => (answer & 0x60 ? { fault: 'paper_out', isLow: true } : { isLow: (answer & 0x0c) !== 0 })],
  [
    2,
    (answer, { fault }) => {
      if (answer & 0x04) return { fault: 'cover_open' }
      if (answer & 0x20) return { fault: 'paper_out' }
      return answer & 0x40 && fault === 'offline' ? { fault: 'printer_error' } : {}
    },
  ],
]

/** DLE EOT n. */
async function realTime(talk: PrinterSession, kind: number, milliseconds: number): Promise<number | undefined> {
  const before = answersIn(talk.heard).states.length
  talk.say(Uint8Array.of(0x10, 0x04, kind))
  return await talk.until(heard => answersIn(heard).states[before], milliseconds)
}

/** What was heard, told apart by the bits that are always the same: answers to DLE EOT, how many to GS r, and reports unasked. */
function answersIn(heard: Uint8Array): { states: number[]; marks: number } {
  const states: number[] = []
  let marks = 0
  for (let at = 0; at < heard.length; at++) {
    const byte = heard[at]!
    if ((byte & 0x93) === 0x12) states.push(byte)
    else if ((byte & 0x93) === 0x10) at += 3
    else if ((byte & 0x90) === 0) marks++
  }
  return { states, marks }
}
