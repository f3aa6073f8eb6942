import type { Condition } from './condition.ts'
import type { Dialect } from './dialect.ts'

/**
 * StarPRNT and Star Line Mode: ESC ACK SOH asks in real time. ETB adds one to a counter in the answer when all before it is printed,
 * and CAN, with which our jobs begin, sets it to 0 (Star's command specifications, ETB and appendix 2).
 */
export const star: Dialect = {
  async condition(talk, milliseconds) {
    const before = statesIn(talk.heard).length
    talk.say(Uint8Array.of(0x1b, 0x06, 0x01))
    const state = await talk.until(heard => statesIn(heard)[before], milliseconds)
    return state && conditionOf(state)
  },
  mark(talk) {
    // Not what the job before left, or its end would be taken for this one's.
    const wanted = counterOf(statesIn(talk.heard).at(-1)) === 1 ? 2 : 1
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
    const head = heard[at]!
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
