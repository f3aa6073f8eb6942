import type { AttemptTable } from '../database/tables.ts'

/** What is known of a delivery's attempts, oldest first. */
export type Past = readonly Pick<AttemptTable, 'started_at' | 'ended_at' | 'outcome'>[]

const second = 1000
const minute = 60 * second

/** After one, two, three … interruptions in a row. A single one is usually a restart, so the mail goes out at once. */
const waits = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const

/** However often it was interrupted, a mail is tried again: only an answer can end its delivery. */
const longest = 60 * minute

/**
 * How long after the start of the last attempt, which was interrupted, the next one may start. Milliseconds.
 * A mail that ends the process each time (it takes all memory, say) lets the others pass meanwhile.
 */
export function waitAfterInterruptions(past: Past): number {
  return waits[interruptionsOf(past) - 1] ?? longest
}

/** From so many on a mail may itself be what ends the process. */
const suspectAfter = 3

/** Whether a mail was interrupted so often that it is sent alone. */
export function isSuspect(past: Past): boolean {
  return interruptionsOf(past) >= suspectAfter
}

/** How many attempts in a row, the last ones, ended without an answer. One that is open is the next of them. */
function interruptionsOf(past: Past): number {
  return past.length - 1 - past.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'interrupted')
}
