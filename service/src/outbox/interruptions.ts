const second = 1000
const minute = 60 * second

/** After one, two, three … interruptions in a row. A single one is usually a restart, so the mail goes out at once. */
const waits = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const

/** However often it was interrupted, a mail is tried again: only an answer can end its delivery. */
const longest = 60 * minute

/**
 * How long after the start of the last of so many attempts, interrupted in a row, the next one may start. Milliseconds.
 * A mail that ends the process each time (it takes all memory, say) lets the others pass meanwhile.
 */
export function waitAfterInterruptions(count: number): number {
  return waits[count - 1] ?? longest
}
