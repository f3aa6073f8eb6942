import type { AttemptTable } from '../database/tables.ts'

/** A delivery's attempts, oldest first. */
export type Past = readonly Pick<AttemptTable, 'started_at' | 'ended_at' | 'outcome' | 'code'>[]

const second = 1000
const minute = 60 * second

/** Waits after one, two, three … interruptions in a row. A single one is usually a restart, so the mail is sent at once. */
const waits = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const

/** Wait after all further interruptions. Only an answer ends a delivery, so an interrupted mail is always retried. */
const longest = 60 * minute

/**
 * How long after the start of the last, interrupted attempt the next one may start. Milliseconds. This way a mail that keeps
 * crashing the process (by using up all memory, say) lets others pass.
 */
export function waitAfterInterruptions(past: Past): number {
  return waits[interruptionsOf(past) - 1] ?? longest
}

/** After this many interruptions in a row, the mail itself may be crashing the process. */
const suspectAfter = 3

/** Whether a mail was interrupted so often that it must be sent alone. */
export function isSuspect(past: Past): boolean {
  return interruptionsOf(past) >= suspectAfter
}

/** How many of the last attempts in a row had no answer, including an open one. Those that were ended in order have a code. */
function interruptionsOf(past: Past): number {
  const begun = past.filter(({ outcome, code }) => outcome !== 'interrupted' || code === null)
  return begun.length - 1 - begun.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'interrupted')
}
