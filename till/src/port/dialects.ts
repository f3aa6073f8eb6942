import type { PrinterSession } from './printer-session.ts'

/** The commands that a printer obeys. */
export type Language = 'esc-pos' | 'star-prnt' | 'star-line'

/** What a printer says of itself. */
export interface Condition {
  /** Why it doesn't print; absent if it does. */
  fault?: Fault
  /** Whether the roll is nearly at its end, as far as the printer can tell. */
  isLow: boolean
}

/** Why a printer doesn't print. */
export type Fault = 'cover_open' | 'paper_out' | 'printer_error' | 'offline'

/** A fault in a sentence, for the till's staff. */
export const faults: Readonly<Record<Fault, string>> = {
  cover_open: "The printer's cover is open.",
  paper_out: 'The printer is out of paper.',
  printer_error: 'The printer reports an error; check its lights and its cutter, and turn it off and on.',
  offline: 'The printer is offline; check its lights and its feed button.',
}

/** How a printer is asked about itself. */
export interface Dialect {
  /** Asks for the printer's condition; undefined if it doesn't answer, each question within so many milliseconds. */
  condition(session: PrinterSession, milliseconds: number): Promise<Condition | undefined>
  /** What goes after a job, and whether what was heard says that the job before it is printed. */
  mark(session: PrinterSession): { bytes: Uint8Array; isReached: (heard: Uint8Array) => boolean }
}

/** The questions that a printer of this language understands. */
export function dialectOf(language: Language): Dialect {
  return language === 'esc-pos' ? escPos : star
}

/**
 * ESC/POS: DLE EOT asks in real time, past all that waits to be printed; GS r is answered in its turn, so when all before it is
 * printed (Epson's reference of DLE EOT, GS r and GS a).
 */
const escPos: Dialect = {
  async condition(session, milliseconds) {
    const found: Condition = { isLow: false }
    for (const [kind, read] of questions) {
      const answer = await realTime(session, kind, milliseconds)
      if (answer === undefined) return kind === 1 ? undefined : found
      Object.assign(found, read(answer, found))
      if (kind === 4 && found.fault === undefined) break
    }
    return found
  },
  mark(session) {
    const before = answersIn(session.heard).marks
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
async function realTime(session: PrinterSession, kind: number, milliseconds: number): Promise<number | undefined> {
  const before = answersIn(session.heard).states.length
  session.say(Uint8Array.of(0x10, 0x04, kind))
  return await session.until(heard => answersIn(heard).states[before], milliseconds)
}

/** What was heard, told apart by the bits that are always the same: answers to DLE EOT, how many to GS r, and reports unasked. */
function answersIn(heard: Uint8Array): { states: number[]; marks: number } {
  const states: number[] = []
  let marks = 0
  for (let at = 0; at < heard.length; at++) {
    const byte = heard[at] ?? 0
    if ((byte & 0x93) === 0x12) states.push(byte)
    else if ((byte & 0x93) === 0x10) at += 3
    else if ((byte & 0x90) === 0) marks++
  }
  return { states, marks }
}

/**
 * StarPRNT and Star Line Mode: ESC ACK SOH asks in real time. ETB adds one to a counter in the answer when all before it is printed,
 * and CAN, with which our jobs begin, sets it to 0 (Star's command specifications, ETB and appendix 2).
 */
const star: Dialect = {
  async condition(session, milliseconds) {
    const before = statesIn(session.heard).length
    session.say(Uint8Array.of(0x1b, 0x06, 0x01))
    const state = await session.until(heard => statesIn(heard)[before], milliseconds)
    return state && conditionOf(state)
  },
  mark(session) {
    // Not what the job before left, or its end would be taken for this one's.
    const wanted = counterOf(statesIn(session.heard).at(-1)) === 1 ? 2 : 1
    return {
      bytes: new Uint8Array(wanted).fill(0x17),
      isReached: heard => counterOf(statesIn(heard).at(-1)) === wanted,
    }
  },
}

function conditionOf([, , printer = 0, error = 0, more = 0, paper = 0]: Uint8Array): Condition {
  const isLow = (paper & 0x0c) !== 0
  if (printer & 0x20) return { fault: 'cover_open', isLow }
  if (paper & 0x08) return { fault: 'paper_out', isLow }
  // Mechanism, cutter and what can't be recovered; black mark, presenter and head. A head that is too hot cools down.
  if (error & 0x2c || more & 0x0e) return { fault: 'printer_error', isLow }
  return { ...(printer & 0x08 && { fault: 'offline' }), isLow }
}

/** The eighth byte: five bits in two groups. Undefined if the printer doesn't count. */
function counterOf(state: Uint8Array | undefined): number | undefined {
  const byte = state?.[7]
  return byte === undefined ? undefined : ((byte >> 1) & 0x07) | ((byte >> 2) & 0x18)
}

/** The whole reports in what was heard. The first byte of each has a bit that no other has, and says how long it is. */
function statesIn(heard: Uint8Array): Uint8Array[] {
  const states: Uint8Array[] = []
  for (let at = 0; at < heard.length; ) {
    const head = heard[at] ?? 0
    const length = ((head >> 1) & 0x07) | ((head >> 2) & 0x18)
    if ((head & 0x91) !== 0x01 || length < 6) at++
    else if (at + length > heard.length) break
    else {
      states.push(heard.subarray(at, at + length))
      at += length
    }
  }
  return states
}
