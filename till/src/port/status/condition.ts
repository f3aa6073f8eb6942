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
  printer_error: 'The printer reports an error; see its lights and its cutter, and turn it off and on.',
  offline: 'The printer is offline; see its lights and its feed button.',
}
