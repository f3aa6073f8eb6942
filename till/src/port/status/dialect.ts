import type { Condition, Language } from './condition.ts'
import { escPos } from './esc-pos.ts'
import { star } from './star.ts'
import type { PrinterSession } from './talk.ts'

/** How a printer is asked about itself. */
export interface Dialect {
  /** Asks for the printer's condition; undefined if it doesn't answer, each question within so many milliseconds. */
  condition(talk: PrinterSession, milliseconds: number): Promise<Condition | undefined>
  /** What goes after a job, and whether what was heard says that the job before it is printed. */
  mark(talk: PrinterSession): { bytes: Uint8Array; isReached: (heard: Uint8Array) => boolean }
}

/** The questions that a printer of this language understands. */
export function dialectOf(language: Language): Dialect {
  return language === 'esc-pos' ? escPos : star
}
